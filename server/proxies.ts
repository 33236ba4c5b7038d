import { BlockList, isIP } from 'node:net'

/** Networks that are nobody's outside: this machine, and private ones of IPv4 and IPv6. */
const ownNetworks = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]
const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Whether a text is an address, or a network like 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = { 4: 32, 6: 128 }[isIP(address)]
  if (most === undefined || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

const isIn = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, familyOf(address))
const own = listOf(ownNetworks)

/** Whether only this machine or its own network reaches a host that is listened on. */
export const isOwnNetwork = (host: string): boolean => host === 'localhost' || isIn(own, host.replace(/^\[|\]$/g, ''))

/** Addresses that are remembered as proxies, or as none. */
const proxiesMax = 1_000

/**
 * Who is believed when it names the address of a caller: the proxy in front, and no further one. Where no proxies are named, one on this
 * machine or in its own network.
 */
export function proxyTrust(named: readonly string[]): (address: string, hop: number) => boolean {
  const list = named.length > 0 ? listOf(named) : own
  // Asked several times with every request, of the same few proxies.
  const known = new Map<string, boolean>()
  return (address, hop) => {
    if (hop > 0) return false
    const found = known.get(address)
    if (found !== undefined) return found
    if (known.size >= proxiesMax) known.clear()
    const isTrusted = isIn(list, address.replace(/%.*$/, ''))
    known.set(address, isTrusted)
    return isTrusted
  }
}
