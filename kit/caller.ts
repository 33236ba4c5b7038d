/** The eight groups of an IPv6 address, however it is written. A zone says which cable of ours it came by, which is nobody's name. */
function groupsOf(ip: string): string[] | undefined {
  // A URL writes every IPv6 address in one form.
  const host = URL.parse(`http://[${ip.replace(/%.*$/, '')}]/`)?.hostname
  if (!host) return undefined
  const [head = '', tail] = host.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(zeros).fill('0'), ...after]
}

const v4Of = (ip: string): string | undefined => /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]

/** An address in one form: IPv4 also where IPv6 wraps it, IPv6 by its eight groups, without the zone. */
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
 * Whom an address stands for where callers are counted: an IPv4 address, or the /64 of an IPv6 one, for that much is given to one line,
 * and who has it can use any of its 2^64 addresses. Anything else stands for itself.
 */
export function callerOf(ip: string): string {
  const v4 = v4Of(ip)
  if (v4) return v4
  const groups = groupsOf(ip)
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : ip
}

/**
 * The network an address is in: the /24 of IPv4, the /48 of IPv6. It is what one customer of a provider may be given whole, and what stays
 * the same while a phone moves between cells.
 */
export function networkOf(ip: string): string {
  const v4 = v4Of(ip)
  if (v4) return `${v4.replace(/\d+$/, '0')}/24`
  const groups = groupsOf(ip)
  return groups ? `${groups.slice(0, 3).join(':')}::/48` : ip
}
