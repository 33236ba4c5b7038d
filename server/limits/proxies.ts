import { BlockList, isIP } from 'node:net'
import { LRUCache } from 'lru-cache'

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

export const isOwnNetwork = (host: string): boolean => host === 'localhost' || isIn(own, host.replace(/^\[|\]$/g, ''))

/**
 * Trusts only the nearest proxy to state the client address. Without a configured list, trusts a proxy on this machine or in a private
 * network.
 */
export function proxyTrust(named: readonly string[]): (address: string, hop: number) => boolean {
  const list = named.length > 0 ? listOf(named) : own
  const known = new LRUCache<string, boolean>({
    max: 1_000,
    memoMethod: (address) => isIn(list, address.replace(/%.*$/, '')),
  })
  return (address, hop) => hop === 0 && known.memo(address)
}
