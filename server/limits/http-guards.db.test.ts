import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askChallenge } from '#features/onboarding/onboarding.contract.ts'
import { loadWalletInfo, renameWallet } from '#features/profile/profile.contract.ts'
import { changePassword, confirmPassword, freezeWallet, setUpGoogle } from '#features/security/security.contract.ts'
import { setBan } from '#identity/wallet.store.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import type { SessionId } from '#kit/text/ids.ts'
import { randomUuid } from '#kit/text/random.ts'
import { addMs, dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import { loadConfig } from '#kit/wire/contracts/app.contract.ts'
import { headers } from '#kit/wire/signing/headers.ts'
import { routes } from '../calls/routes.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import { broken, poll, spend, testCalls } from '../test/test-calls.ts'
import { sessionGuard } from './http-guards.ts'
import { maintenanceSetting } from './maintenance.server.ts'

describe('the wire guards', () => {
  let world: TestApp
  const { calls, times } = testCalls()
  beforeAll(async () => {
    world = await testApp({ calls: [...routes(true), ...calls] })
  })
  afterAll(() => world.close())
  const signedIn = async () => {
    const client = world.client()
    const wallet = await client.createWallet()
    await client.confirm()
    return Object.assign(client, { wallet })
  }

  it('every call with a request token: missing and old ones are fetched anew, forged ones are named', async () => {
    const client = world.client()
    const challenge = { purpose: 'create', pub: 'A'.repeat(43) } as const
    const ask = (token: string | undefined) =>
      client.refusal(askChallenge, challenge, { headers: { [headers.requestToken]: token } })
    await client.call(askChallenge, challenge)
    const token = client.line.requestToken ?? ''
    expect(await ask(undefined)).toBe('req_token')
    for (const forged of ['x', `${token.slice(0, -2)}AA`, token.replace('rt1.', 'rt1.1')])
      expect(await ask(forged), forged).toBe('req_token_error')
    const other = world.client('another browser')
    expect(await other.refusal(askChallenge, challenge, { headers: { [headers.requestToken]: token } })).toBe(
      'req_token_error',
    )
    world.wall.advance(2 * hourMs + 1)
    expect(await ask(token)).toBe('req_token')
  })

  it('notes a use at most once a minute, and those of many who come back at once with few statements', async () => {
    const client = await signedIn()
    const id = client.line.session?.sessionId
    const seenAt = async () => {
      const [row] = await world.db.query<{ at: Date }>('SELECT seen_at AS at FROM session WHERE id = $1', [id])
      return row?.at.getTime()
    }
    world.wall.advance(minuteMs)
    await client.call(loadWalletInfo, {})
    const first = world.wall.now().getTime()
    expect(await seenAt()).toBe(first)
    world.wall.advance(minuteMs / 2)
    await client.call(loadWalletInfo, {})
    expect(await seenAt()).toBe(first)

    world.wall.advance(hourMs)
    let notes = 0
    const db = {
      ...world.db,
      query: (text: string, values?: readonly unknown[]) => {
        notes += 1
        return world.db.query(text, values)
      },
    } as typeof world.db
    const { note } = sessionGuard(db)
    const seen = { id: id as SessionId, wall: world.wall.now() }
    const earlier = { ...seen, wall: addMs(seen.wall, -minuteMs) }
    await Promise.all([seen, earlier, ...Array.from({ length: 40 }, () => seen)].map(note))
    expect(notes).toBeLessThanOrEqual(2)
    expect(await seenAt()).toBe(seen.wall.getTime())
  })

  it('what needs a session: 401 token_03 without one, quiet for background reads', async () => {
    const client = world.client()
    expect((await client.send(loadWalletInfo, {})).envelope).toEqual({
      code: 401,
      msg: 'token_03',
      params: {},
      data: null,
    })
    expect((await client.send(poll, {})).envelope).toMatchObject({ code: 402, msg: 'session.quiet' })
    const withToken = async (token: string) =>
      (await client.send(loadWalletInfo, {}, { headers: { [headers.userToken]: token } })).envelope
    expect(await withToken('forged')).toMatchObject({ code: 401, msg: 'session.token_format' })
    expect(await withToken('x'.repeat(43))).toMatchObject({ code: 401, msg: 'token_03' })
  })

  it('a session that was not used for a day, whatever was polled meanwhile, or is a week old', async () => {
    const client = await signedIn()
    const later = (ms: number) => {
      world.wall.advance(ms)
      client.line.requestToken = undefined
    }
    for (let day = 0; day < 7; day++) {
      later(dayMs - 1_000)
      await client.call(loadWalletInfo, {})
    }
    later(8_000)
    expect((await client.send(loadWalletInfo, {})).envelope).toMatchObject({ code: 401, msg: 'session.expired' })
    await client.signIn(client.wallet.walletId)
    later(23 * hourMs)
    await client.call(poll, {})
    later(2 * hourMs)
    expect(await client.refusal(poll, {})).toBe('session.quiet')
    expect(await client.refusal(loadWalletInfo, {})).toBe('session.expired')
  })

  it("writes with the session's own signature", async () => {
    const client = await signedIn()
    const bend = (sent: string | undefined, more = {}) =>
      client.refusal(renameWallet, { nickname: 'Ada' }, { headers: { [headers.sessionSignature]: sent }, ...more })
    expect(await bend(undefined)).toBe('request.auth_missing')
    expect(await bend('v1')).toBe('request.auth_wrong')
    expect(await bend(`v1;ts=1764000000000;n=${'A'.repeat(22)};sig=${'A'.repeat(43)}`)).toBe('request.auth_wrong')
  })

  it("another session's token, whose key the caller does not have", async () => {
    const [mine, other] = [await signedIn(), await signedIn()]
    const stolen = { headers: { [headers.userToken]: other.line.session?.token } }
    expect(await mine.refusal(renameWallet, { nickname: 'Eve' }, stolen)).toBe('request.auth_wrong')
    const walletToken = { headers: { [headers.walletToken]: other.line.walletToken } }
    expect(await mine.refusal(spend, { amount: '1' }, walletToken)).toBe('session.wallet_token_expired')
  })

  it('a request sent again as it was: nothing runs twice', async () => {
    const client = await signedIn()
    const bodies: { url: string; headers: Record<string, string>; payload: string }[] = []
    const inject = world.app.inject.bind(world.app)
    const spy = Object.assign(Object.create(world.app), {
      inject: (options: (typeof bodies)[number]) => {
        bodies.push(options)
        return inject({ method: 'POST', ...options })
      },
    })
    Object.assign(client.line, { target: spy })
    await client.call(spend, { amount: '4' })
    await client.refusal(spend, { amount: '13' })
    const before = times()
    for (const sent of bodies) expect((await inject({ method: 'POST', ...sent })).json().msg).toBe('request.replayed')
    const [first] = bodies
    const renamedKey = { ...first?.headers, [headers.idempotencyKey]: randomUuid() }
    const again = await inject({
      method: 'POST',
      url: first?.url ?? '',
      payload: first?.payload ?? '',
      headers: renamedKey,
    })
    expect(again.json().msg).toBe('request.replayed')
    expect(times()).toBe(before)
  })

  it('a session signature of another time', async () => {
    const client = await signedIn()
    const late = world.wall.now().getTime() + 2 * minuteMs + 1_000
    Object.assign(client.line, { now: () => new Date(late) })
    expect(await client.refusal(spend, { amount: '1' })).toBe('request.stale')
  })

  it('the same key for something else', async () => {
    const [client, other] = [await signedIn(), await signedIn()]
    const same = { headers: { [headers.idempotencyKey]: randomUuid() } }
    await client.call(spend, { amount: '5' }, same)
    expect(await client.refusal(spend, { amount: '6' }, same)).toBe('request.key_conflict')
    expect(await client.refusal(renameWallet, { nickname: 'x' }, same)).toBe('request.key_conflict')
    await other.call(spend, { amount: '6' }, same)
  })

  it('what moves money with a fresh proof of the password', async () => {
    const client = await signedIn()
    const without = { headers: { [headers.walletToken]: undefined } }
    expect(await client.refusal(spend, { amount: '1' }, without)).toBe('session.wallet_token_missing')
    world.wall.advance(5 * minuteMs - 1)
    await client.call(spend, { amount: '1' })
    world.wall.advance(1)
    expect(await client.refusal(spend, { amount: '1' })).toBe('session.wallet_token_expired')
    const first = await client.confirm()
    await client.confirm()
    const former = { headers: { [headers.walletToken]: first } }
    expect(await client.refusal(spend, { amount: '1' }, former)).toBe('session.wallet_token_expired')
  })

  it('the money of banned and frozen wallets, but not what makes them safer', async () => {
    const client = await signedIn()
    await client.call(freezeWallet, { frozen: true })
    expect(await client.refusal(spend, { amount: '1' })).toBe('identity.frozen')
    await client.call(setUpGoogle, {})
    await world.db.transaction((tx) =>
      setBan(tx, client.wallet.walletId, {
        at: world.clock.now(),
        until: addMs(world.clock.now(), dayMs),
        reason: 'reported as stolen',
      }),
    )
    const { envelope } = await client.send(spend, { amount: '1' })
    expect(envelope).toMatchObject({ code: 407, msg: 'identity.banned', params: { reason: 'reported as stolen' } })
    const [currentPassword, newPassword] = ['Tranquil7heron', 'Another9pelican']
    await client.call(changePassword, { currentPassword, newPassword, repeatPassword: newPassword })
    await client.call(loadWalletInfo, {})
  })

  it('itself against bugs: an apology with a reference, and a log line without values', async () => {
    const client = await signedIn()
    for (const how of ['throws', 'wrong_answer', 'undeclared'] as const) {
      const { status, envelope } = await client.send(broken, { how })
      expect(status).toBe(200)
      expect(envelope).toMatchObject({ code: 400, msg: 'request.internal' })
      expect(world.logged()).toContain(envelope.params?.reference)
    }
    expect(world.logged()).not.toContain('my secret value')
  })

  it('its log: each call says what was answered to whose session, from which network', async () => {
    const client = await signedIn()
    await client.refusal(confirmPassword, { walletPassword: 'Wr0ngSecretWord' })
    await world.client().refusal(loadWalletInfo, {})
    const lines = world
      .logged()
      .split('\n')
      .filter((line) => line.includes('"call"'))
    const [own, strange] = lines
      .slice(-3)
      .filter((line) => !line.includes('req-token'))
      .slice(-2)
      .map((line) => JSON.parse(line))
    const session = client.line.session?.sessionId
    expect(own).toMatchObject({
      call: 'POST /wallet/check',
      msg: 'identity.password_wrong',
      session,
      from: '127.0.0.0/24',
    })
    expect(strange).toMatchObject({ call: 'GET /wallet/info', msg: 'token_03', from: '127.0.0.0/24' })
    expect(strange).not.toHaveProperty('session')
  })

  it('passwords, tokens and codes against the log', async () => {
    const client = await signedIn()
    await client.refusal(confirmPassword, { walletPassword: 'Wr0ngSecretWord' })
    const { line } = client
    for (const secret of [
      'Tranquil7heron',
      'Wr0ngSecretWord',
      line.session?.token,
      line.walletToken,
      line.requestToken,
    ])
      expect(world.logged()).not.toContain(secret)
  })
})

describe('limits', () => {
  it('refuse who asks too often, by address and by session, until a while has passed', async () => {
    const limits = { address: { burst: 6, perSecond: 1 }, session: { burst: 100, perSecond: 1 } }
    const world = await testApp({ config: { limits } })
    const client = world.client()
    for (let i = 0; i < 6; i++) await client.call(loadConfig, {})
    const { envelope, headers } = await client.send(loadConfig, {})
    expect(envelope).toMatchObject({ msg: 'request.too_often', params: { seconds: '1' } })
    expect(headers['retry-after']).toBe('1')
    world.wall.advance(1_000)
    await client.call(loadConfig, {})
    await world.close()
  })

  it('count all addresses of one IPv6 line together', async () => {
    const limits = { address: { burst: 3, perSecond: 1 }, session: { burst: 100, perSecond: 1 } }
    const world = await testApp({ config: { limits, behindProxy: true } })
    const from = async (ip: string) =>
      (await world.client().send(loadConfig, {}, { headers: { 'x-forwarded-for': ip } })).envelope.msg
    for (const end of ['1', '2', 'ffff:1']) expect(await from(`2001:db8:1:2::${end}`)).toBe('success')
    expect(await from('2001:db8:1:2:3:4:5:6')).toBe('request.too_often')
    expect(await from('2001:db8:1:3::1')).toBe('success')
    await world.close()
  })
})

describe('maintenance', () => {
  it('is announced, then answers 408 with its end to what changes something, then is over', async () => {
    const world = await testApp()
    const client = world.client()
    await client.createWallet()
    const at = world.clock.now()
    const value = {
      from: new Date(at.getTime() + hourMs).toISOString(),
      until: new Date(at.getTime() + 2 * hourMs).toISOString(),
      reason: 'new disks',
    }
    await world.db.transaction((tx) => changeSetting(tx, maintenanceSetting, { value, reason: 'new disks', at }))
    world.wall.advance(1_000)
    expect(await client.call(loadConfig, {})).toMatchObject({ maintenance: value })
    await client.call(renameWallet, { nickname: 'Heron' })
    world.clock.advance(hourMs)
    const { envelope } = await client.send(renameWallet, { nickname: 'Egret' })
    expect(envelope).toMatchObject({ code: 408, msg: 'request.maintenance', params: { until: value.until } })
    expect(await client.call(loadConfig, {})).toMatchObject({ maintenance: value })
    world.clock.advance(hourMs)
    await client.call(renameWallet, { nickname: 'Egret' })
    expect(await client.call(loadConfig, {})).toMatchObject({ maintenance: null })
    await world.close()
  })
})
