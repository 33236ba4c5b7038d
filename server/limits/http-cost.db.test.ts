import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { listProducts } from '#features/investing/investing.contract.ts'
import { listNotices } from '#features/news/news.contract.ts'
import { publishNotice } from '#features/news/notices.store.ts'
import { askChallenge, createWallet, signIn } from '#features/onboarding/onboarding.contract.ts'
import { confirmPassword } from '#features/security/security.contract.ts'
import { transferTarget } from '#features/transfers/transfers.contract.ts'
import { newWalletId } from '#identity/wallet-id.ts'
import type { Db } from '#kit/store/db.ts'
import { hourMs, minuteMs } from '#kit/time/clock.ts'
import { loadConfig } from '#kit/wire/contracts/app.contract.ts'
import { headers } from '#kit/wire/signing/headers.ts'
import { newSessionKeyPair } from '#kit/wire/signing/x-auth.ts'
import { routes } from '../calls/routes.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import { limitsFor } from './rate-limit.ts'

function counting(db: Db): { db: Db; asked: () => number } {
  let asked = 0
  const query: Db['query'] = (...given) => {
    asked += 1
    return db.query(...given)
  }
  return { db: { ...db, query }, asked: () => asked }
}

describe('calls that are counted', () => {
  let db: Db
  let apis: TestApp[]
  beforeEach(async () => {
    db = await testDb()
    const config = { limits: limitsFor(false), behindProxy: true } as const
    apis = [await testApp({ db, config }), await testApp({ db, config })]
  })
  afterEach(async () => {
    for (const api of apis) await api.app.close()
    await db.close()
  })
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })

  it('let one address make five wallets in a minute and twenty in an hour, by two processes together, and other addresses theirs', async () => {
    const create = async (api: TestApp | undefined, ip: string): Promise<string> => {
      const client = api?.client()
      if (!client) throw new Error('an API')
      const { line } = client
      const challenge = await client.call(askChallenge, { purpose: 'create', pub: 'A'.repeat(43) }, from(ip))
      const proof = `v1.${'A'.repeat(43)}.${challenge.cid}.${'A'.repeat(86)}`
      const { publicText: dh } = await newSessionKeyPair()

      const given = {
        proof,
        newPassword: 'Tranquil7heron',
        repeatPassword: 'Tranquil7heron',
        deviceId: line.deviceId,
        dh,
      }
      return (await client.send(createWallet, given, from(ip))).envelope.msg
    }
    const answers: string[] = []
    for (let i = 0; i < 8; i++) answers.push(await create(apis[i % 2], '203.0.113.7'))
    expect(answers.map((msg) => msg === 'request.too_often')).toEqual([...Array(5).fill(false), ...Array(3).fill(true)])
    expect(await create(apis[0], '203.0.113.8')).not.toBe('request.too_often')
    for (let minute = 0; minute < 4; minute++) {
      for (const api of apis) api.wall.advance(minuteMs)
      for (let i = 0; i < 5; i++) answers.push(await create(apis[i % 2], '203.0.113.7'))
    }
    const served = answers.filter((msg) => msg !== 'request.too_often').length
    expect(served).toBeGreaterThan(15)
    expect(served).toBeLessThanOrEqual(20)
    for (const api of apis) api.wall.advance(hourMs)
    expect(await create(apis[1], '203.0.113.7')).not.toBe('request.too_often')
  })

  it('let a wallet look up twenty others in a minute, and prove its password fifteen times, and say when to come again', async () => {
    const [here, there] = apis
    const client = here?.client()
    if (!client || !there) throw new Error('two APIs')
    await client.createWallet()
    const other = there.client()
    Object.assign(other.line, { session: client.line.session })
    const looked: string[] = []
    for (let i = 0; i < 24; i++)
      looked.push((await (i % 2 ? client : other).send(transferTarget, { receiverId: newWalletId() })).envelope.msg)
    expect(looked.filter((msg) => msg !== 'request.too_often')).toHaveLength(20)
    for (let i = 0; i < 15; i++) await client.call(confirmPassword, { walletPassword: 'Tranquil7heron' })
    const { envelope, headers: given } = await client.send(confirmPassword, { walletPassword: 'Tranquil7heron' })
    expect(envelope).toMatchObject({ msg: 'request.too_often', params: { seconds: '60' } })
    expect(given['retry-after']).toBe('60')
  })

  it('cost the database nothing beyond the limit', async () => {
    const { db: counted, asked } = counting(db)
    const api = await testApp({ db: counted, config: { limits: limitsFor(false) } })
    const { publicText: dh } = await newSessionKeyPair()
    const client = api.client()
    const guess = () =>
      client.send(signIn, {
        walletId: newWalletId(),
        walletPassword: 'Wr0ngpassword',
        deviceId: client.line.deviceId,
        dh,
      })
    for (let i = 0; i < 21; i++) await guess()
    const before = asked()
    for (let i = 0; i < 20; i++) expect((await guess()).envelope.msg).toBe('request.too_often')
    expect(asked()).toBe(before)
    await api.app.close()
  })

  it('cost the database no more than the limit when all come at once', async () => {
    const { db: counted, asked } = counting(db)
    const api = await testApp({ db: counted, config: { limits: limitsFor(false) } })
    const { publicText: dh } = await newSessionKeyPair()
    const client = api.client()
    const given = {
      newPassword: 'Tranquil7heron',
      repeatPassword: 'Tranquil7heron',
      deviceId: client.line.deviceId,
      dh,
    }
    const madeUp = () => {
      const proof = `v1.${'A'.repeat(43)}.${'A'.repeat(16)}.${'A'.repeat(86)}`
      return client.refusal(createWallet, { ...given, proof })
    }
    await madeUp()
    const before = asked()
    const answers = await Promise.all(Array.from({ length: 100 }, madeUp))
    expect(answers.filter((msg) => msg !== 'request.too_often')).toHaveLength(4)
    expect(asked() - before).toBeLessThanOrEqual(4)
    await api.app.close()
  })

  it('let one network make ten times as many wallets as one address, from however many addresses', async () => {
    const [api] = apis
    const client = api?.client()
    if (!client) throw new Error('an API')
    const { publicText: dh } = await newSessionKeyPair()
    const proof = `v1.${'A'.repeat(43)}.${'A'.repeat(16)}.${'A'.repeat(86)}`
    const given = {
      newPassword: 'Tranquil7heron',
      repeatPassword: 'Tranquil7heron',
      deviceId: client.line.deviceId,
      dh,
    }
    const make = async (ip: string) => (await client.send(createWallet, { ...given, proof }, from(ip))).envelope.msg
    const answers: string[] = []
    for (let line = 0; line < 60; line++) answers.push(await make(`2001:db8:a:${line.toString(16)}::1`))
    expect(answers.filter((msg) => msg !== 'request.too_often')).toHaveLength(50)
    expect(await make('2001:db8:b:1::1')).not.toBe('request.too_often')
  })
})

describe('open reads', () => {
  let world: TestApp
  let asked: () => number
  beforeEach(async () => {
    const counted = counting(await testDb())
    asked = counted.asked
    world = await testApp({ db: counted.db, config: { memory: { leastMs: 60_000, mostMs: 60_000 } } })
  })
  afterEach(() => world.close())

  it('are made once for everybody who asks, at once and after', async () => {
    const clients = Array.from({ length: 30 }, () => world.client())
    const [first] = clients
    await first?.call(listProducts, {})
    for (const client of clients) await client.call(loadConfig, {})
    const before = asked()
    const answers = await Promise.all(clients.map((client) => client.call(listProducts, {})))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(asked()).toBe(before)
  })

  it('have a name, by which a client that has one is told so without its bytes', async () => {
    const client = world.client()
    const { headers: given } = await client.send(listNotices, {})
    const etag = String(given.etag)
    expect(etag).toMatch(/^"[A-Za-z0-9_-]{22}"$/)
    const { line } = client
    const again = await world.app.inject({
      method: 'GET',
      url: `/api${listNotices.path}?lang=en&source=web&timestamp=${Math.floor(world.wall.now().getTime() / 1000)}`,
      headers: { 'user-agent': line.userAgent, [headers.requestToken]: line.requestToken ?? '', 'if-none-match': etag },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('are made anew when the business clock was moved, and where each asks for something else', async () => {
    const client = world.client()
    const now = world.clock.now()
    await world.db.transaction((tx) =>
      publishNotice(tx, { en: { title: 'Later', body: 'Later' } }, new Date(now.getTime() + hourMs)),
    )
    expect((await client.call(listNotices, {})).items).toEqual([])
    world.clock.advance(2 * hourMs)
    expect((await client.call(listNotices, {})).items).toHaveLength(1)
  })

  it('are all remembered but those that say why not', () => {
    const fresh = routes(true).filter(
      ({ contract: { access, method, fresh } }) => access === 'open' && method === 'GET' && fresh,
    )
    expect(fresh.map(({ contract }) => contract.path).toSorted()).toEqual([
      '/exchange/quote',
      '/main/config',
      '/main/get-captcha',
    ])
  })
})

describe('a body', () => {
  it('is not looked at before the request token, and is small', async () => {
    const world = await testApp()
    const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
    const post = async (payload: string, token?: string) =>
      (
        await world.app.inject({
          method: 'POST',
          url: `/api${askChallenge.path}`,
          headers: { 'content-type': 'application/json', ...(token ? { [headers.requestToken]: token } : {}) },
          payload,
        })
      ).json().msg
    const nested = JSON.stringify({ a: Array.from({ length: 100 }, () => ({ phrase })) })
    expect(await post(nested)).toBe('req_token')
    expect(await post(JSON.stringify({ a: 'x'.repeat(17_000) }))).toBe('request.too_large')
    await world.close()
  })
})
