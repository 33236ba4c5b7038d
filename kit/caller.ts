/**
 * Whom an address stands for where callers are counted: an IPv4 address, or the /64 of an IPv6 one, for that much is given to one line,
 * and who has it can use any of its 2^64 addresses. Anything else stands for itself.
 */
export function callerOf(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (v4?.[1]) return v4[1]
  // A URL writes every IPv6 address in one form. A zone says which cable of ours it came by, which is nobody's name.
  const host = URL.parse(`http://[${ip.replace(/%.*$/, '')}]/`)?.hostname
  if (!host) return ip
  const [head = '', tail] = host.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}
