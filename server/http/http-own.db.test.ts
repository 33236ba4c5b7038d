import { afterEach, beforeEach, expect, it } from 'vitest'
import { walletAssets, walletRecords } from '#features/balances/balances.contract.ts'
import { signOut } from '#features/onboarding/onboarding.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { hourMs } from '#kit/time/clock.ts'
import { headers, source } from '#kit/wire/signing/headers.ts'
import { available, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { limitsFor } from '../limits/rate-limit.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import type { TestClient } from '../test/test-client.ts'

type Person = { readonly client: TestClient; readonly walletId: WalletId }
let world: TestApp
let other: TestApp
let people: [Person, Person]
const given = (walletId: WalletId, coins: bigint, key: string) =>
  world.db.transaction((tx) =>
    post(tx, {
      key,
      at: world.clock.now(),
      postings: [
        { from: outside('eth'), to: available(walletId), asset: 'USDT', units: coins * 100_000_000n, code: 2 },
      ],
    }),
  )
beforeEach(async () => {
  world = await testApp({ config: { behindProxy: true, limits: limitsFor(true) } })
  other = await testApp({ db: world.db, config: { behindProxy: true } })
  const made: Person[] = []
  for (let place = 0; place < 2; place += 1) {
    const client = world.client()
    const { walletId } = await client.createWallet()
    await given(walletId, 10n, `given:${place}`)
    made.push({ client, walletId })
  }
  people = made as typeof people
})
afterEach(async () => {
  await other.app.close()
  await world.close()
})

type Given = { readonly at?: TestApp; readonly lines?: Readonly<Record<string, string>>; readonly seconds?: number }

async function ask({ client }: Person, path: string, { at = world, lines = {}, seconds }: Given = {}) {
  const timestamp = seconds ?? Math.floor(world.wall.now().getTime() / 1000)
  const url = `/api${path}?lang=en&source=${source}&timestamp=${timestamp}`
  const { requestToken = '', session, userAgent } = client.line
  const sent = {
    'user-agent': userAgent,
    [headers.requestToken]: requestToken,
    [headers.userToken]: session?.token ?? '',
    'x-forwarded-for': '203.0.113.1',
    ...lines,
  }
  const { statusCode, headers: heads, body } = await at.app.inject({ method: 'GET', url, headers: sent })
  return { statusCode, heads, body }
}
const usdtOf = async (person: Person, at?: TestApp): Promise<string> => {
  const { body } = await ask(person, walletAssets.path, at ? { at } : {})
  return JSON.parse(body).data.items.find(({ coin }: { coin: string }) => coin === 'USDT').available
}
const amountsOf = async (person: Person, at?: TestApp): Promise<string[]> => {
  const { body } = await ask(person, walletRecords.path, at ? { at } : {})
  return JSON.parse(body).data.items.map(({ number }: { number: string }) => number)
}

it('the same read has the same answer with the same headers, the short way as the long one', async () => {
  for (const path of [walletAssets.path, walletRecords.path]) {
    const long = await ask(people[0], path)
    expect([long.statusCode, JSON.parse(long.body).msg]).toEqual([200, 'success'])
    expect(long.heads['cache-control']).toBe('no-store')
    expect(Object.keys(long.heads)).toContain('content-security-policy')
    const { date: _, ...expected } = long.heads
    world.wall.advance(1_000)
    expect(await ask(people[0], path)).toEqual({ ...long, heads: expect.objectContaining(expected) })
  }
})

it('whoever wrote, and in whichever process, the next read shows it', async () => {
  const [payer, receiver] = people
  await payer.client.confirm()
  const seen = async () => [
    await usdtOf(payer),
    await usdtOf(payer, other),
    await usdtOf(receiver),
    await usdtOf(receiver, other),
    (await amountsOf(payer)).length,
    (await amountsOf(receiver, other)).length,
  ]
  for (let turn = 0; turn < 2; turn += 1) expect(await seen()).toEqual(['10', '10', '10', '10', 1, 1])
  for (let turn = 1; turn <= 4; turn += 1) {
    await payer.client.call(makeTransfer, { receiverId: receiver.walletId, coin: 'USDT', amount: '1' })
    expect([await usdtOf(payer), (await amountsOf(payer)).length]).toEqual([`${10 - turn}`, 1 + turn])
    expect(await seen()).toEqual([`${10 - turn}`, `${10 - turn}`, `${10 + turn}`, `${10 + turn}`, 1 + turn, 1 + turn])
  }
})

it('what comes and goes again leaves the balance and not the history as it was', async () => {
  const [{ walletId }] = people
  await amountsOf(people[0])
  await amountsOf(people[0])
  await world.db.transaction(async (tx) => {
    const posting = { asset: 'USDT', units: 100_000_000n, code: 4 } as const
    const [from, to] = [available(walletId), available(people[1].walletId)]
    await post(tx, { key: 'there', at: world.clock.now(), postings: [{ from, to, ...posting }] })
    await post(tx, { key: 'back', at: world.clock.now(), postings: [{ from: to, to: from, ...posting }] })
  })
  expect(await usdtOf(people[0])).toBe('10')
  expect(await amountsOf(people[0])).toEqual(['1', '1', '10'])
})

it('a page that has not changed is not made again, for anybody', async () => {
  const { query } = world.db
  const pages: string[] = []
  world.db.query = ((text: string, params?: readonly unknown[], name?: string) => {
    if (text.includes('page AS')) pages.push(text)
    return query(text, params, name)
  }) as typeof query
  for (let turn = 0; turn < 3; turn += 1) for (const person of people) await amountsOf(person)
  expect(pages).toHaveLength(2)
  await given(people[0].walletId, 5n, 'more')
  expect([await amountsOf(people[0]), await amountsOf(people[1])]).toEqual([['5', '10'], ['10']])
  expect(pages).toHaveLength(3)
  world.db.query = query
})

it('who asks is looked at each time: nobody sees what is another’s, and who is out sees nothing', async () => {
  const [one, two] = people
  await given(two.walletId, 7n, 'seven')
  const msgOf = async (given: Given, person = one) => JSON.parse((await ask(person, walletAssets.path, given)).body).msg
  for (let turn = 0; turn < 2; turn += 1)
    expect(await Promise.all([usdtOf(one), usdtOf(two), usdtOf(one), usdtOf(two)])).toEqual(['10', '17', '10', '17'])
  expect(await msgOf({ lines: { [headers.requestToken]: '' } })).toBe('req_token')
  expect(await msgOf({ lines: { 'user-agent': 'another browser' } })).toBe('req_token_error')
  expect(await msgOf({ lines: { origin: 'https://evil.example' } })).toBe('request.blocked')
  expect(await msgOf({ lines: { 'x-forwarded-proto': 'http' } })).toBe('request.blocked')
  expect(await msgOf({ lines: { [headers.userToken]: 'A'.repeat(43) } })).toBe('token_03')
  const seconds = Math.floor(world.wall.now().getTime() / 1000)
  world.wall.advance(hourMs)
  expect(await msgOf({ seconds })).toBe('request.stale')
  expect(await msgOf({})).toBe('success')
  const { requestToken, session } = one.client.line
  await one.client.call(signOut, {})
  Object.assign(one.client.line, { requestToken, session })
  for (let turn = 0; turn < 2; turn += 1) expect(await msgOf({})).toBe('token_03')
  expect(await usdtOf(two)).toBe('17')
})

it('a session asks no more often than it may', async () => {
  const { burst } = limitsFor(true).session
  const answers = await Promise.all(
    Array.from({ length: burst + 100 }, async (_, place) => {
      const lines = { 'x-forwarded-for': `203.0.${place % 200}.7` }
      return JSON.parse((await ask(people[0], walletAssets.path, { lines })).body).msg
    }),
  )
  expect(answers.filter((msg) => msg === 'success').length).toBeLessThanOrEqual(burst)
  expect(new Set(answers)).toEqual(new Set(['success', 'request.too_often']))
  expect(await usdtOf(people[1])).toBe('10')
})
