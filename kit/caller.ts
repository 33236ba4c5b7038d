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
