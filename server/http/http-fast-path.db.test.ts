import { afterEach, beforeEach, expect, it } from 'vitest'
import { listProducts } from '#features/investing/investing.contract.ts'
import { companyProof, listStatements, proofSummary } from '#features/proof/proof.contract.ts'
import { proofReserves } from '#features/proof/reserves.contract.ts'
import { deriveSecrets } from '#kit/store/secrets.store.ts'
import { hourMs } from '#kit/time/clock.ts'
import { loadConfig } from '#kit/wire/contracts/app.contract.ts'
import { appKey, headers, source } from '#kit/wire/signing/headers.ts'
import { limitsFor } from '../limits/rate-limit.ts'
import { makeRequestToken } from '../limits/request-token.ts'
import { type TestApp, testApp } from '../test/test-app.ts'

let world: TestApp
let token: string
const userAgent = 'a browser'
beforeEach(async () => {
  const config = { memory: { leastMs: 60_000, mostMs: 60_000 }, limits: limitsFor(false), behindProxy: true }
  world = await testApp({ config })
  token = makeRequestToken(
    { key: deriveSecrets(new Uint8Array(32).fill(1)).requestTokenKey, appKey, userAgent },
    world.wall.now(),
  )
})
afterEach(() => world.close())

type Given = { readonly seconds?: number; readonly lines?: Readonly<Record<string, string>> }

const ask = async (path: string, { seconds, lines = {} }: Given = {}) => {
  const timestamp = seconds ?? Math.floor(world.wall.now().getTime() / 1000)
  const url = `/api${path}?lang=en&source=${source}&timestamp=${timestamp}`
  const given = { 'user-agent': userAgent, [headers.requestToken]: token, 'x-forwarded-for': '203.0.113.1', ...lines }
  const { statusCode, headers: heads, body } = await world.app.inject({ method: 'GET', url, headers: given })
  return { statusCode, heads, body }
}
const products = listProducts.path

it('the same request has the same answer with the same headers, the short way as the long one', async () => {
  for (const path of [products, loadConfig.path]) {
    const long = await ask(path)
    const short = await ask(path)
    expect(long.statusCode).toBe(200)
    expect(long.heads).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'strict-transport-security': expect.stringContaining('max-age='),
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    const { date: _, ...expected } = long.heads
    expect(short).toEqual({ ...long, heads: expect.objectContaining(expected) })
  }
  const { heads } = await ask(products)
  const lines = { 'if-none-match': `${heads.etag}` }
  const other = { ...lines, 'user-agent': 'another' }
  const [long, short] = [
    await ask(products, { lines, seconds: Math.floor(world.wall.now().getTime() / 1000) - 1 }),
    await ask(products, { lines }),
  ]
  expect([long.statusCode, short.statusCode, short.body]).toEqual([304, 304, ''])
  expect(Object.keys(short.heads).toSorted()).toEqual(Object.keys(long.heads).toSorted())
  expect(JSON.parse((await ask(products, { lines: other })).body).msg).toBe('req_token_error')
})

it('what is proven is told anew only when it changed: whoever has it already is told that alone', async () => {
  for (const { path } of [proofSummary, listStatements, companyProof, proofReserves]) {
    const { statusCode, heads } = await ask(path)
    expect([statusCode, heads.etag], path).toEqual([200, expect.stringMatching(/^"/)])
    const again = await ask(path, { lines: { 'if-none-match': `${heads.etag}` } })
    expect([again.statusCode, again.body], path).toEqual([304, ''])
    const other = await ask(path, { lines: { 'if-none-match': '"another"' } })
    expect([other.statusCode, other.body.length > 0], path).toEqual([200, true])
  }
})

it('what is a caller’s own is looked at each time', async () => {
  const msgOf = async (given: Given) => JSON.parse((await ask(products, given)).body).msg
  const seconds = Math.floor(world.wall.now().getTime() / 1000)
  await ask(products)
  await ask(products)
  expect(await msgOf({ lines: { [headers.requestToken]: '' } })).toBe('req_token')
  expect(await msgOf({ lines: { [headers.requestToken]: `${token.slice(0, -2)}AA` } })).toBe('req_token_error')
  expect(await msgOf({ lines: { 'user-agent': 'another browser' } })).toBe('req_token_error')
  expect(await msgOf({ lines: { origin: 'https://evil.example' } })).toBe('request.blocked')
  expect(await msgOf({ lines: { 'x-forwarded-proto': 'http' } })).toBe('request.blocked')
  const { burst } = limitsFor(false).address
  const lines = { 'x-forwarded-for': '203.0.113.2' }
  const answers = await Promise.all(Array.from({ length: burst + 2 }, () => msgOf({ lines })))
  expect(answers.filter((msg) => msg === 'success')).toHaveLength(burst)
  expect(answers.at(-1)).toBe('request.too_often')
  expect(await msgOf({})).toBe('success')
  world.wall.advance(hourMs)
  expect(await msgOf({ seconds })).toBe('request.stale')
  expect(await msgOf({})).toBe('success')
  world.wall.advance(hourMs + 1_000)
  expect(await msgOf({})).toBe('req_token')
})

it('a moment that is told is the one of the answer', async () => {
  const momentsOf = async () => {
    const { now, wall } = JSON.parse((await ask(loadConfig.path)).body).data
    return { now, wall }
  }
  const clocks = () => ({ now: world.clock.now().toISOString(), wall: world.wall.now().toISOString() })
  for (let i = 0; i < 3; i++) expect(await momentsOf()).toEqual(clocks())
  world.wall.advance(20)
  world.clock.advance(20)
  expect(await momentsOf()).toEqual(clocks())
  world.clock.advance(3 * hourMs)
  for (let i = 0; i < 3; i++) expect(await momentsOf()).toEqual(clocks())
})
