import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hourMs } from '#kit/time/clock.ts'
import { loadConfig } from '#kit/wire/contracts/app.contract.ts'
import { routes } from '../calls/routes.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import { operate } from '../test/test-operator.ts'
import { blockedNetworkOf, isServedToBlocked } from './blocked-addresses.server.ts'

describe('an address or network as an operator types it', () => {
  it('has one form, however it is written', () => {
    const names = {
      '203.0.113.7': '203.0.113.7/32',
      '203.0.113.7/24': '203.0.113.0/24',
      '::ffff:203.0.113.7': '203.0.113.7/32',
      '::ffff:cb00:7107': '203.0.113.7/32',
      '::ffff:203.0.113.0/120': '203.0.113.0/24',
      '2001:db8:1:2::3': '2001:db8:1:2:0:0:0:0/64',
      '2001:DB8:1:2:3:4:5:6/128': '2001:db8:1:2:0:0:0:0/64',
      '2001:db8:1:2::/48': '2001:db8:1:0:0:0:0:0/48',
    }
    for (const [typed, name] of Object.entries(names)) expect(blockedNetworkOf(typed)?.name, typed).toBe(name)
    for (const bad of [
      '',
      'ana',
      '1.2.3',
      '1.2.3.4/33',
      '1.2.3.4/-1',
      '1.2.3.4/24/8',
      '::/129',
      '0.0.0.0/0',
      '::/0',
      '::ffff:1.2.3.4/96',
    ])
      expect(blockedNetworkOf(bad), bad).toBeUndefined()
  })

  it('is counted for one operator by the /24 or /48 around it', () => {
    const within = ['203.0.113.7', '203.0.113.128/25', '203.0.112.0/23', '2001:db8:1:2::3', '2001:db8::/47'].map(
      (typed) => blockedNetworkOf(typed)?.within,
    )
    expect(within).toEqual(['203.0.113.0/24', '203.0.113.0/24', undefined, '2001:db8:1::/48', undefined])
  })
})

describe('a blocked address', () => {
  let world: TestApp
  const folder = mkdtempSync(join(tmpdir(), 'blocks-'))
  const type = (line: string, name = 'ada') => operate(world, `${line} --as ${join(folder, name)}`, { demo: false })
  const both = async (line: string) =>
    type(`approve ${/^proposed: (\d+):/m.exec((await type(line)).text)?.[1] ?? ''}`, 'ben')
  type From = { readonly remoteAddress: string; readonly forwarded?: string }
  const ask = async ({ remoteAddress, forwarded }: From, path = '/exchange/quote') => {
    const answer = await world.app.inject({
      method: 'GET',
      url: `/api${path}?lang=en&source=web&timestamp=${Math.floor(world.wall.now().getTime() / 1000)}`,
      headers: { 'user-agent': 'test', ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) },
      remoteAddress,
    })
    const { code, msg } = answer.json()
    return msg === 'request.address_blocked' ? `${code} blocked` : 'answered'
  }
  const pass = () => world.wall.advance(1_000)
  const from = (remoteAddress: string, forwarded?: string): From => ({
    remoteAddress,
    ...(forwarded ? { forwarded } : {}),
  })
  beforeAll(async () => {
    world = await testApp({ config: { behindProxy: true, proxies: ['198.51.100.1'] } })
    for (const name of ['ada', 'ben']) {
      await operate(world, `operator key ${name} ${join(folder, name)}`, { demo: false })
      await type(`operator add ${name}`, name)
    }
  })
  afterAll(() => world.close())

  it('is answered nothing from the next second on, until the end, and its neighbours are', async () => {
    const caller = from('203.0.113.7')
    expect(await ask(caller)).toBe('answered')
    expect((await type('block add 203.0.113.7 72h it tries passwords')).text).toContain('done:')
    pass()
    expect(await ask(caller)).toBe('403 blocked')
    expect(await ask(from('203.0.113.8'))).toBe('answered')
    expect((await type('block list')).text).toContain('203.0.113.7/32  until')
    world.clock.advance(72 * hourMs)
    pass()
    expect(await ask(caller)).toBe('answered')
    expect((await type('block list')).text).toContain('None is blocked.')
  })

  it('is known behind the proxy, and only the proxy is believed', async () => {
    expect((await type('block add 192.0.2.5 1h spam')).text).toContain('done:')
    pass()
    const proxy = '198.51.100.1'
    expect(await ask(from(proxy, '192.0.2.5'))).toBe('403 blocked')
    expect(await ask(from(proxy, '192.0.2.6'))).toBe('answered')
    expect(await ask(from('192.0.2.5', '192.0.2.6'))).toBe('403 blocked')
    expect(await ask(from('192.0.2.9', '192.0.2.5'))).toBe('answered')
    expect(await ask(from('::ffff:192.0.2.5'))).toBe('403 blocked')
  })

  it('of IPv6 is the whole line', async () => {
    expect((await type('block add 2001:db8:1:2::3 1h spam')).text).toContain('done:')
    pass()
    expect(await ask(from('2001:db8:1:2:ffff::1'))).toBe('403 blocked')
    expect(await ask(from('2001:db8:1:3::3'))).toBe('answered')
  })

  it('keeps the way out: signing in, what a holder reads, and all that leads to their coins', async () => {
    const open = routes(true)
      .map(({ contract }) => contract)
      .filter(isServedToBlocked)
      .map(({ path }) => path)
    for (const path of [
      '/main/config',
      '/login/password',
      '/login/phrase',
      '/wallet/check',
      '/wallet/withdraw',
      '/my/session-end',
    ])
      expect(open).toContain(path)
    for (const path of ['/wallet/conver', '/exchange/trade', '/invest/buy', '/otc/ad', '/exchange/quote'])
      expect(open).not.toContain(path)
    expect(await ask(from('192.0.2.5'), loadConfig.path)).toBe('answered')
  })

  it('takes two operators beyond 72 hours in seven days, or wider than a /24 or /48, and to be let go', async () => {
    for (const line of ['198.18.7.7 73h', '198.18.0.0/23 1h', '2001:db8:5::/47 1h'])
      expect((await type(`block add ${line} spam`)).text, line).toContain('proposed:')
    expect((await type('block add 198.18.7.7 48h spam')).text).toContain('done:')
    world.clock.advance(48 * hourMs)
    expect((await type('block add 198.18.7.0/25 25h spam')).text).toContain('proposed:')
    expect((await type('block add 198.18.7.9 24h spam')).text).toContain('done:')
    expect((await type('block lift 198.18.7.9 a mistake')).text).toContain('proposed:')
    expect((await both('block lift 198.18.7.9 a mistake')).text).toContain('is not blocked any more')
    expect((await both('block add 198.18.0.0/16 30d a court')).text).toContain('done:')
    pass()
    expect(await ask(from('198.18.200.1'))).toBe('403 blocked')
    for (const line of [
      '198.18.0.0/16 31d spam',
      '10.0.0.7 1h spam',
      '127.0.0.1 1h spam',
      'ana 1h spam',
      '192.0.2.1 1h',
    ])
      expect((await type(`block add ${line}`)).code, line).toBe(2)
  })
})
