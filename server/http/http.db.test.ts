import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWalletInfo, renameWallet } from '#features/profile/profile.contract.ts'
import { randomUuid } from '#kit/text/random.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { fetchRequestToken, loadConfig } from '#kit/wire/contracts/app.contract.ts'
import { appKey, headers } from '#kit/wire/signing/headers.ts'
import { keepFeedState } from '#outside/feeds/feed.store.ts'
import { routes } from '../calls/routes.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import { spend, testCalls } from '../test/test-calls.ts'

describe('the wire', () => {
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

  describe('answers', () => {
    it('an envelope with code 0, a message key and the data under wire names', async () => {
      const client = await signedIn()
      const { status, envelope, headers } = await client.send(loadWalletInfo, {})
      expect(status).toBe(200)
      expect(envelope).toMatchObject({
        code: 0,
        msg: 'success',
        data: { walletId: client.wallet.walletId, parent: null },
      })
      expect(headers['cache-control']).toBe('no-store')
    })

    it('clocks, version, chains and what currencies cost to anyone, without a request token', async () => {
      const at = world.wall.now()
      const state = { feeds: ['a', 'b'], dropped: [], demo: false, lookedAt: at }
      const said = { price: 1_150_000_000_000n, jump: undefined, isHalted: false }
      await keepFeedState(world.db, 'EUR', { ...state, standing: { ...said, at } })
      await keepFeedState(world.db, 'THB', { ...state, standing: { ...said, at, isHalted: true } })
      await keepFeedState(world.db, 'VND', { ...state, standing: { ...said, at: addMs(at, -dayMs - 1) } })
      await keepFeedState(world.db, 'KHR', { ...state, standing: undefined })
      const config = await world.client().call(loadConfig, {}, { headers: { [headers.requestToken]: undefined } })
      expect(config).toMatchObject({ version: '2.0.0', versionCode: 200, demo: true, maintenance: null })
      expect(config.fiats).toEqual([{ at: at.toISOString(), from: ['a', 'b'], prices: { EUR: '1.15' } }])
      expect(config.chains.find(({ chain }) => chain === 'bsc')).toMatchObject({ confirmations: 15, form: 'evm' })
    })

    it('the business moment apart from the real one', async () => {
      world.clock.advance(9 * dayMs)
      const { now, wall } = await world.client().call(loadConfig, {})
      expect(Date.parse(now) - Date.parse(wall)).toBe(9 * dayMs)
    })

    it('a repeat under the same key with what it answered before, and runs once however many come at once', async () => {
      const client = await signedIn()
      const same = { headers: { [headers.idempotencyKey]: randomUuid() } }
      const before = times()
      const all = await Promise.all(Array.from({ length: 8 }, () => client.call(spend, { amount: '1' }, same)))
      expect(times()).toBe(before + 1)
      expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1)
      world.wall.advance(1_000)
      expect(await client.call(spend, { amount: '1' }, same)).toEqual(all[0])
    })

    it('an exact repeat without a key by path and signature', async () => {
      const client = await signedIn()
      const unnamed = { headers: { [headers.idempotencyKey]: undefined } }
      const first = await client.call(spend, { amount: '2' }, unnamed)
      expect(await client.call(spend, { amount: '2' }, unnamed)).toEqual(first)
      expect(await client.call(spend, { amount: '3' }, unnamed)).not.toEqual(first)
    })

    it('a refused request anew when it is repeated', async () => {
      const client = await signedIn()
      const same = { headers: { [headers.idempotencyKey]: randomUuid() } }
      expect(await client.refusal(spend, { amount: '13' }, same)).toBe('balance.fee')
      expect(await client.refusal(spend, { amount: '13' }, same)).toBe('balance.fee')
      expect(await client.refusal(spend, { amount: '14' }, { headers: { [headers.idempotencyKey]: 'mine' } })).toBe(
        'field.format',
      )
    })

    it('the reference of every call as OpenAPI', async () => {
      const answer = await world.app.inject('/api/openapi.json')
      const reference = answer.json()
      expect(reference.openapi).toBe('3.1.0')
      const { allOf } = reference.paths['/wallet/check'].post.requestBody.content['application/json'].schema
      expect(allOf).toMatchObject([{ $ref: '#/components/schemas/Signed' }, { required: ['paysword'] }])
      expect(reference.components.schemas.Signed.required).toEqual(['lang', 'source', 'timestamp', 'sign'])
      const lines = answer.body.split('\n')
      expect(lines.length).toBeGreaterThan(300)
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(16_000)
      const zipped = await world.app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'gzip, br' } })
      expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
      expect(gunzipSync(zipped.rawPayload).toString()).toBe(answer.body)
    })
  })

  describe('refuses', () => {
    const refused = async (options: { method?: 'POST' | 'GET'; url?: string; payload?: string; type?: string }) => {
      const { method = 'POST', url = '/api/req-token', payload = '{}', type = 'application/json' } = options
      const answer = await world.app.inject({
        method,
        url,
        ...(method === 'POST' ? { payload, headers: { 'content-type': type } } : {}),
      })
      expect(answer.statusCode).toBe(200)
      expect(answer.json().code).toBe(400)
      return answer.json().msg
    }

    it('bodies that are no JSON object', async () => {
      for (const payload of ['{', '[]', '"text"', 'null', '1', '{"a":}', '\u0000'])
        expect(await refused({ payload }), payload).toBe('request.malformed')
      expect(await refused({ payload: 'a=1', type: 'application/x-www-form-urlencoded' })).toBe('request.malformed')
      expect(await refused({ payload: '<a/>', type: 'text/xml' })).toBe('request.malformed')
      expect(await refused({ payload: `{"a":${'['.repeat(8_000)}${']'.repeat(8_000)}}` })).toBe('request.malformed')
    })

    it('halves of characters, which no database keeps', async () => {
      const client = await signedIn()
      for (const nickname of ['\ud800', 'Ana\udfff', '\u0000'])
        expect(await client.refusal(renameWallet, { nickname }), nickname).toBe('field.format')
      expect((await client.send(renameWallet, { nickname: '😀' })).envelope.code).toBe(0)
      const nested = { params: { extra: ['\ud800'] } }
      expect((await client.send(renameWallet, { nickname: 'Ana' }, nested)).envelope.msg).toBe('field.format')
    })

    it('bodies that are too large', async () => {
      expect(await refused({ payload: JSON.stringify({ a: 'x'.repeat(300_000) }) })).toBe('request.too_large')
    })

    it('calls that do not exist, by path or method', async () => {
      expect(await refused({ url: '/api/wallet/nothing' })).toBe('request.not_found')
      expect(await refused({ url: '/api/wallet/check', method: 'GET' })).toBe('request.not_found')
      expect(await refused({ url: '/api/%ff', method: 'GET' })).toBe('request.malformed')
    })

    it('requests without language, source or time', async () => {
      const client = world.client()
      for (const field of ['lang', 'source', 'timestamp']) {
        const { envelope } = await client.send(loadConfig, {}, { params: { [field]: undefined } })
        expect(envelope).toMatchObject({ msg: 'field.required', params: { field } })
      }
      for (const params of [{ lang: 7 }, { lang: 'x' }, { source: 'app' }, { timestamp: 'now' }, { timestamp: '1e3' }])
        expect((await client.send(fetchRequestToken, { appKey }, { params })).envelope.msg).toMatch(
          /field\.format|request\.stale/,
        )
    })

    it('a timestamp that is anything but whole decimal seconds, in the body and in the query', async () => {
      const client = world.client()
      const seconds = Math.floor(world.wall.now().getTime() / 1000)
      const hex = `0x${seconds.toString(16)}`
      const padded = [`0${seconds}`, ` ${seconds}`, `${seconds} `, `+${seconds}`, `${seconds}.0`, `${seconds}.5`, '1e9']
      const crafted: unknown[] = [
        { valueOf: 0, toString: 0 },
        {},
        [],
        [seconds],
        [[`${seconds}`]],
        true,
        false,
        seconds + 0.5,
      ]
      for (const timestamp of [...padded, hex, ...crafted]) {
        const { envelope } = await client.send(fetchRequestToken, { appKey }, { params: { timestamp } })
        expect(envelope, JSON.stringify(timestamp)).toMatchObject({
          msg: 'field.format',
          params: { field: 'timestamp' },
        })
      }
      for (const timestamp of [...padded, hex, '[1]', '{}'])
        expect(await client.refusal(loadConfig, {}, { params: { timestamp } }), timestamp).toBe('field.format')
      await client.call(fetchRequestToken, { appKey }, { params: { timestamp: seconds } })
      await client.call(fetchRequestToken, { appKey }, { params: { timestamp: `${seconds}` } })
    })

    it('requests of another time, either way', async () => {
      const client = world.client()
      const seconds = Math.floor(world.wall.now().getTime() / 1000)
      for (const timestamp of [seconds - 301, seconds + 301, 0, -1])
        expect(await client.refusal(fetchRequestToken, { appKey }, { params: { timestamp } })).toBe('request.stale')
      await client.call(fetchRequestToken, { appKey }, { params: { timestamp: seconds - 300 } })
    })

    it('writes that are not signed, or signed wrongly', async () => {
      const client = world.client()
      const input = { appKey }
      expect(await client.refusal(fetchRequestToken, input, { afterSign: { sign: undefined } })).toBe(
        'request.sign_missing',
      )
      for (const sign of ['', 'A'.repeat(32), 7, {}, 'é'.repeat(32)])
        expect(await client.refusal(fetchRequestToken, input, { afterSign: { sign } })).toMatch(
          /^request\.sign_(wrong|missing)$/,
        )
      expect(await client.refusal(fetchRequestToken, input, { afterSign: { appKey: 'other' } })).toBe(
        'request.sign_wrong',
      )
    })

    it('an app it does not know', async () => {
      expect(await world.client().refusal(fetchRequestToken, { appKey: 'other' })).toBe('field.format')
    })

    it('fields that are missing, empty or of another form, by their wire name', async () => {
      const client = await signedIn()
      const cases = [
        [{ number: undefined }, 'field.required'],
        [{ number: null }, 'field.required'],
        [{ number: '' }, 'field.required'],
        ...[
          '1.001',
          '0',
          '0.00',
          '-1',
          '+1',
          '1e30',
          '1,5',
          ' 1',
          'one',
          '1.',
          '.5',
          '9'.repeat(13),
          7,
          true,
          {},
          ['1'],
        ].map((number) => [{ number }, 'field.format'] as const),
      ] as const
      for (const [params, msg] of cases) {
        const { envelope } = await client.send(spend, { amount: '1' }, { params })
        expect(envelope, JSON.stringify(params)).toMatchObject({ code: 400, msg, params: { field: 'number' } })
      }
    })

    it('pages of another origin', async () => {
      const client = world.client()
      const { envelope } = await client.send(
        fetchRequestToken,
        { appKey },
        { headers: { origin: 'https://evil.example' } },
      )
      expect(envelope).toMatchObject({ code: 403, msg: 'request.blocked' })
    })
  })
})
