function groupsOf(ip: string): string[] | undefined {
  // The URL parser normalizes IPv6.
  const host = URL.parse(`http://[${ip.replace(/%.*$/, '')}]/`)?.hostname
  if (!host) return undefined
  const [head = '', tail] = host.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(zeros).fill('0'), ...after]
}

const v4Of = (ip: string): string | undefined => /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]

/** Normalized: unwrapped IPv4, or eight IPv6 groups without zone. */
export type PlainAddress =
  | { readonly kind: 'ipv4'; readonly address: string }
  | { readonly kind: 'ipv6'; readonly address: string; readonly groups: readonly string[] }
  | { readonly kind: 'other' }

export function plainAddress(ip: string): PlainAddress {
  const v4 = v4Of(ip)
  if (v4) return { kind: 'ipv4', address: v4 }
  const groups = groupsOf(ip)
  if (!groups) return { kind: 'other' }
  const isWrapped = groups.slice(0, 5).every((each) => each === '0') && groups[5] === 'ffff'
  if (!isWrapped) return { kind: 'ipv6', address: groups.join(':'), groups }
  const [high = 0, low = 0] = groups.slice(6).map((each) => Number.parseInt(each, 16))
  return { kind: 'ipv4', address: [high >> 8, high & 255, low >> 8, low & 255].join('.') }
}

/**
 * Rate limit key: an IPv4 address, or an IPv6 /64, because one subscriber controls all its 2^64 addresses. Other text is used unchanged.
 */
export function callerOf(ip: string): string {
  const v4 = v4Of(ip)
  if (v4) return v4
  const groups = groupsOf(ip)
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : ip
}

/** IPv4 /24 or IPv6 /48: about what a provider gives one customer, and stable while a phone changes cells. */
export function networkOf(ip: string): string {
  const v4 = v4Of(ip)
  if (v4) return `${v4.replace(/\d+$/, '0')}/24`
  const groups = groupsOf(ip)
  return groups ? `${groups.slice(0, 3).join(':')}::/48` : ip
}
