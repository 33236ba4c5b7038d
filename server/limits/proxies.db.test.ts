import { describe, expect, it } from 'vitest'
import { loadConfig } from '#kit/wire/contracts/app.contract.ts'
import { testApp } from '../test/test-app.ts'
import { isNetwork, isOwnNetwork, proxyTrust } from './proxies.ts'

describe('a proxy in front', () => {
  it('is believed where it is named, and further ones never', () => {
    const trusts = proxyTrust(['203.0.113.9', '2001:db8:1::/48'])
    for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1:2::3'])
      expect(trusts(address, 0)).toBe(true)
    for (const address of ['203.0.113.10', '127.0.0.1', '10.0.0.1', '2001:db8:2::1', 'nobody', ''])
      expect(trusts(address, 0), address).toBe(false)
    expect(trusts('203.0.113.9', 1)).toBe(false)
  })

  it('is believed in its own network where none is named', () => {
    const trusts = proxyTrust([])
    for (const address of [
      '127.0.0.1',
      '::1',
      '::ffff:10.1.2.3',
      '172.31.0.1',
      '192.168.1.1',
      'fd00::1',
      'fe80::1%eth0',
    ])
      expect(trusts(address, 0), address).toBe(true)
    for (const address of ['172.32.0.1', '8.8.8.8', '2001:db8::1', '::ffff:8.8.8.8'])
      expect(trusts(address, 0), address).toBe(false)
  })

  it('is told from whoever reaches the port directly and names an address of its own', async () => {
    const limits = { address: { burst: 3, perSecond: 0.001 }, session: { burst: 100, perSecond: 100 } }
    const world = await testApp({ config: { limits, behindProxy: true, proxies: ['198.51.100.1'] } })
    const client = world.client()
    const ask = async (remoteAddress: string, nth: number) => {
      const answer = await world.app.inject({
        method: 'GET',
        url: `/api${loadConfig.path}?lang=en&source=web&timestamp=${Math.floor(world.wall.now().getTime() / 1000)}`,
        headers: { 'user-agent': client.line.userAgent, 'x-forwarded-for': `203.0.113.${nth}` },
        remoteAddress,
      })
      return answer.json().msg
    }
    const direct = await Promise.all([1, 2, 3, 4, 5].map((nth) => ask('192.0.2.66', nth)))
    expect(direct.filter((msg) => msg === 'request.too_often')).toHaveLength(2)
    const proxied = await Promise.all([1, 2, 3, 4, 5].map((nth) => ask('198.51.100.1', nth)))
    expect(proxied).not.toContain('request.too_often')
    await world.close()
  })
})

it('reads addresses and networks, and knows hosts that nobody outside reaches', () => {
  for (const good of ['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32']) expect(isNetwork(good), good).toBe(true)
  for (const bad of ['', 'proxy.example', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.0/a'])
    expect(isNetwork(bad), bad).toBe(false)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.2.3.4', '192.168.0.2'])
    expect(isOwnNetwork(host)).toBe(true)
  for (const host of ['0.0.0.0', '::', '203.0.113.1', 'app.example']) expect(isOwnNetwork(host)).toBe(false)
})
