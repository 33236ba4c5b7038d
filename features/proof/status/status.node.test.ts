import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcileBooks } from '#custody/comparing/reconcile.job.ts'
import { type SaleStops, saleStops } from '#custody/sale-stops.ts'
import { watchLevels } from '#custody/sweeping/levels.job.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { hourMs, minuteMs } from '#kit/time/clock.ts'
import { openIncidents, reportIncident, resolveIncident } from '#outside/chains/incident.store.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { keepTroubles } from '#proofs/reserves/trouble.store.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { home, type MoneyWorld, moneyWorld } from '#server/test/test-money-world.ts'
import { operate } from '#server/test/test-operator.ts'
import { companyStatus, listCompanyChanges } from './status.contract.ts'
import { stoppedCoins } from './stopped-coins.ts'

const one = 100_000_000n

describe('what the company changed by itself, over the wire', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())

  const read = (cursor = '') => app.client().call(listCompanyChanges, { cursor })
  const stop = async (value: SaleStops, reason: string) => {
    app.clock.advance(minuteMs)
    await app.db.transaction((tx) => changeSetting(tx, saleStops, { value, reason, at: app.clock.now() }))
    return app.clock.now().toISOString()
  }

  it('is every stop of sales and its end, with time and reason, newest first, and nothing an operator set', async () => {
    expect(await read()).toEqual({ items: [], next: '' })
    expect((await operate(app, 'setting set security.without_code 50 more care')).code).toBe(0)
    const closed = await stop({ USDT: 'reserves' }, 'less USDT on chains than is owed')
    const opened = await stop({}, 'what is owed is proven and covered again')
    const { items, next } = await read()
    expect(next).toBe('')
    expect(items.map(({ id: _, ...each }) => each)).toEqual([
      {
        at: opened,
        setting: 'sales.stops',
        previous: '{"USDT":"reserves"}',
        value: '{}',
        reason: 'what is owed is proven and covered again',
      },
      {
        at: closed,
        setting: 'sales.stops',
        previous: '{}',
        value: '{"USDT":"reserves"}',
        reason: 'less USDT on chains than is owed',
      },
    ])
    expect(items.map(stoppedCoins)).toEqual([[], [{ why: 'reserves', coins: ['USDT'] }]])
    const all = { setting: 'sales.stops', value: '{"WLD":"proof","USDT":"reserves","ATMC":"proof"}' }
    expect(stoppedCoins(all)).toEqual([
      { why: 'reserves', coins: ['USDT'] },
      { why: 'proof', coins: ['WLD', 'ATMC'] },
    ])
    expect([stoppedCoins({ ...all, setting: 'x' }), stoppedCoins({ ...all, value: '5' })]).toEqual([
      undefined,
      undefined,
    ])
  })

  it('is read to its beginning, page by page', async () => {
    for (let count = 1; count <= 20; count += 1) await stop(count % 2 ? { WLD: 'proof' } : {}, `change ${count}`)
    const first = await read()
    expect([first.items.length, first.items[0]?.reason]).toEqual([20, 'change 20'])
    const second = await read(first.next)
    expect(second.items.map(({ reason }) => reason)).toEqual([
      'what is owed is proven and covered again',
      'less USDT on chains than is owed',
    ])
    expect(second.next).toBe('')
  })
})

describe('the status of the company, over the wire', () => {
  let chain: TestChain
  let world: MoneyWorld
  beforeAll(async () => {
    chain = await testChain()
    world = await moneyWorld(chain, { homes: { bsc: home }, usdt: '800' })
  })
  afterAll(() => world.close())

  const status = () => world.app.client().call(companyStatus, {})
  const at = () => world.app.clock.now()
  const incident = (kind: 'books_short' | 'payment_gone' | 'hot_high', halts: boolean) => {
    const detail = { coin: 'USDT', withdrawal: '7', hash: '0xsecret' }
    return reportIncident(world.app.db, { chain: 'bsc', kind, halts, detail, at: at() })
  }

  const resolveAll = async () => {
    for (const { id, kind } of await openIncidents(world.app.db))
      if (kind !== 'hot_high')
        await world.app.db.transaction((tx) => resolveIncident(tx, id, 'a word of an operator', at()))
  }

  it('says how far chains are read, and when the newest block came', async () => {
    await chain.mine(3)
    await world.watch()
    const { networks } = await status()
    const bsc = networks.find((each) => each.chain === 'bsc')
    expect(bsc).toMatchObject({ headAt: at().toISOString(), node: chain.url })
    expect(bsc?.read).toBe(bsc?.head)
    world.app.clock.advance(minuteMs)
    await world.watch()
    expect((await status()).networks.find((each) => each.chain === 'bsc')).toEqual(bsc)
  })

  it('says how many withdrawals wait, since when to the hour and why, without whose or how much', async () => {
    expect(await status()).toMatchObject({ waiting: [], withdrawals: [] })
    const { id } = await world.ask('50')
    expect((await world.read(id))?.state).toBe('sending')
    await incident('payment_gone', true)
    const asked = await status()
    expect(asked.waiting).toEqual([
      { state: 'sending', count: 1, since: expect.stringMatching(/:00:00\.000Z$/), reasons: ['chain'] },
    ])
    expect(asked.withdrawals).toEqual([
      {
        chain: 'bsc',
        coin: 'USDT',
        state: 'sending',
        since: expect.stringMatching(/:00:00\.000Z$/),
        reasons: ['chain'],
      },
    ])
    expect(JSON.stringify(asked)).not.toContain(world.holder.walletId)
    expect(JSON.stringify(asked)).not.toContain(home)
  })

  it('says what withdrawals are paid from beside what is due, and how books and chains compared', async () => {
    await watchLevels(world.job)
    await reconcileBooks(world.job)
    const { hot, compared } = await status()
    const paid = hot.find((each) => each.chain === 'bsc' && each.coin === 'USDT')
    // The exact amount would reveal the single withdrawal.
    const [due] = await world.app.db.query<{ units: bigint }>(
      'SELECT owed_units AS units FROM custody_level WHERE owed_units > 0',
    )
    expect(due?.units).toBeGreaterThan(40n * one)
    expect(due?.units).toBeLessThan(50n * one)
    expect(paid).toMatchObject({ owed: '50', at: at().toISOString() })
    expect(Number(paid?.ratio)).toBeCloseTo(Number(paid?.there) / Number(paid?.owed), 6)
    expect(hot.find(({ owed }) => owed === '0')?.ratio).toBeNull()
    const books = compared.find((each) => each.chain === 'bsc' && each.coin === 'USDT')
    expect(books).toMatchObject({ equal: false, at: at().toISOString() })
    expect(Number(books?.there)).toBeLessThan(Number(books?.expected))
    await resolveAll()
    expect((await status()).compared.filter(({ equal }) => !equal)).toEqual([])
    await incident('books_short', true)
    const found = (await status()).compared.filter(({ equal }) => !equal)
    expect(found.map((each) => `${each.chain} ${each.coin}`)).toEqual(['bsc USDT'])
  })

  it('keeps what was out of order with its end, and tells no detail and no mere note', async () => {
    await incident('hot_high', false)
    world.app.clock.advance(hourMs)
    await resolveAll()
    const { incidents, waiting } = await status()
    const [short] = incidents.filter(({ kind }) => kind === 'books_short')
    expect(short).toMatchObject({ chain: 'bsc', coin: 'USDT', halts: true, until: at().toISOString() })
    expect(incidents.filter(({ kind, until }) => kind === 'payments' && until !== null)).toHaveLength(1)
    expect(waiting).toMatchObject([{ reasons: [] }])
    expect(JSON.stringify(incidents)).not.toMatch(/secret|operator|hot_high/)
  })

  it('tells a trouble of proofs while it lasts, and afterwards where it lasted', async () => {
    const judge = (kinds: readonly ('unproven' | 'broken')[], when: Date) =>
      world.app.db.transaction((tx) =>
        keepTroubles(
          tx,
          kinds.map((kind) => ({ kind, detail: 'of a wallet' })),
          when,
        ),
      )
    const start = at()
    const later = (ms: number) => new Date(start.getTime() + ms)
    const told = async () =>
      (await status()).incidents
        .filter(({ kind }) => kind === 'unproven' || kind === 'broken')
        .map(({ until, ...each }) => `${each.kind} ${until ?? 'open'}`)
    await judge(['unproven'], start)
    expect(await told()).toEqual(['unproven open'])
    await judge([], later(5 * minuteMs))
    expect(await told()).toEqual([])
    await judge(['unproven', 'broken'], later(hourMs))
    await judge(['unproven'], later(hourMs + minuteMs))
    await judge([], later(3 * hourMs))
    expect((await told()).toSorted()).toEqual([
      `broken ${later(hourMs + minuteMs).toISOString()}`,
      `unproven ${later(3 * hourMs).toISOString()}`,
    ])
    await judge(['broken'], later(4 * hourMs))
    expect((await told())[0]).toBe('broken open')
  })
})
