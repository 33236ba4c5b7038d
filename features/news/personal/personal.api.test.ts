import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freezeWallet, loadSecurity, unfreezeWallet } from '#features/security/security.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { advanceClock } from '#kit/time/clock.store.ts'
import { dayMs, minuteMs } from '#kit/time/clock.ts'
import { available, company, held, outside, poolFree } from '#ledger/posting/chart.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import { postMany } from '#ledger/posting/ledger.store.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { credit, newParty, type Party } from '#server/test/test-funds.ts'
import { gatherNotices } from './gather.server.ts'
import { listOwnNotices, readOwnNotices } from './personal.contract.ts'

describe('one’s own notices', () => {
  let app: TestApp
  const party = () => newParty(app)
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())
  const kindsOf = async ({ client }: Party) => (await client.call(listOwnNotices, {})).items.map(({ kind }) => kind)

  it('are none in a new wallet', async () => {
    const { client } = await party()
    expect(await client.call(listOwnNotices, {})).toMatchObject({ items: [], unread: 0 })
  })

  it('tell of coins to whoever got them, and to nobody else', async () => {
    const [giver, taker] = [await party(), await party()]
    await credit(app, giver, 'bsc', 'USDT', '100')
    await giver.client.call(makeTransfer, { receiverId: taker.walletId, coin: 'USDT', amount: '20' })
    expect(await kindsOf(taker)).toEqual(['arrived'])
    expect(await kindsOf(giver)).toEqual(['arrived'])
    const { items } = await taker.client.call(listOwnNotices, {})
    expect(items[0]?.subject).toMatch(/^\d+$/)
    expect(items[0]).toMatchObject({ amounts: [{ coin: 'USDT', amount: '20' }], source: giver.walletId })
  })

  it('are unread until they were read, and what comes after is unread again', async () => {
    const [giver, holder] = [await party(), await party()]
    await credit(app, giver, 'bsc', 'USDT', '100')
    const give = () => giver.client.call(makeTransfer, { receiverId: holder.walletId, coin: 'USDT', amount: '20' })
    await give()
    const first = await holder.client.call(listOwnNotices, {})
    expect(first.unread).toBe(1)
    await holder.client.call(readOwnNotices, { read: first.read })
    expect((await holder.client.call(listOwnNotices, {})).unread).toBe(0)
    app.clock.advance(1000)
    await give()
    expect((await holder.client.call(listOwnNotices, {})).unread).toBe(1)
    await holder.client.call(readOwnNotices, { read: '99999999999999.99999999999999' })
    await holder.client.call(readOwnNotices, { read: first.read })
    expect((await holder.client.call(listOwnNotices, {})).unread).toBe(0)
    app.clock.advance(1000)
    await give()
    expect((await holder.client.call(listOwnNotices, {})).unread).toBe(1)
  })

  it('tell what was changed about what guards the wallet', async () => {
    const holder = await party()
    await holder.client.call(freezeWallet, { frozen: true })
    await holder.client.call(freezeWallet, { frozen: true })
    app.wall.advance(1000)
    await holder.client.confirm()
    await holder.client.call(unfreezeWallet, {})
    expect(await kindsOf(holder)).toEqual(['unfrozen', 'frozen'])
  })

  it('say when on one clock, so that moments go back from the top, also where the business clock is ahead', async () => {
    const holder = await party()
    app.clock.advance(3 * dayMs)
    await credit(app, holder, 'bsc', 'USDT', '1')
    app.clock.advance(minuteMs)
    app.wall.advance(minuteMs)
    await holder.client.call(freezeWallet, { frozen: true })
    app.clock.advance(minuteMs)
    app.wall.advance(minuteMs)
    await credit(app, holder, 'bsc', 'USDT', '2')
    const { items } = await holder.client.call(listOwnNotices, {})
    expect(items.map(({ kind }) => kind)).toEqual(['arrived', 'frozen', 'arrived'])
    const moments = items.map(({ at }) => at)
    expect(moments).toEqual(moments.toSorted().toReversed())
  })

  it('date what happened before the demo’s clock jumped by the business time that held then', async () => {
    const holder = await party()
    const [asked, wallAt] = [app.clock.now(), app.wall.now()]
    await holder.client.call(freezeWallet, { frozen: true })
    app.clock.advance(minuteMs)
    app.wall.advance(minuteMs)
    await app.db.transaction(async (tx) => {
      // The offset that held in this test's world.
      await tx.query('UPDATE demo_clock SET offset_ms = $1', [asked.getTime() - wallAt.getTime()])
      await advanceClock(tx, 9 * dayMs, app.wall.now())
    })
    app.clock.advance(9 * dayMs)
    await holder.client.confirm()
    await holder.client.call(unfreezeWallet, {})
    const { items } = await holder.client.call(listOwnNotices, {})
    expect(items.map(({ kind, at }) => [kind, at])).toEqual([
      ['unfrozen', app.clock.now().toISOString()],
      ['frozen', asked.toISOString()],
    ])
    const { sessions, logins, now } = await holder.client.call(loadSecurity, {})
    expect(now).toBe(app.clock.now().toISOString())
    for (const at of [...sessions.map(({ createdAt }) => createdAt), ...logins.map((login) => login.at)])
      expect(Math.abs(Date.parse(at) - asked.getTime())).toBeLessThan(minuteMs)
  })

  it('count the income of a week together, with what it came to and who paid it', async () => {
    const holder = await party()
    const { walletId } = holder
    let nth = 0
    const posted = (posting: Pick<Posting, 'from' | 'to' | 'code'>, units: bigint) =>
      app.db.transaction((tx) =>
        postMany(tx, [
          {
            ...{ key: `week:${walletId}:${nth++}`, at: app.clock.now(), ref: `test:${nth}` },
            postings: [{ asset: 'ATMC' as const, units, ...posting }],
          },
        ]),
      )
    const income = { from: poolFree('compute'), to: available(walletId), code: 26 }
    await posted({ from: outside('bsc'), to: company('capital') }, 1_000n)
    await posted({ from: company('capital'), to: poolFree('compute') }, 1_000n)
    app.clock.advance(((9 - app.clock.now().getUTCDay()) % 7) * dayMs)
    await posted(income, 100n)
    app.clock.advance(dayMs)
    await posted(income, 200n)
    expect((await holder.client.call(listOwnNotices, {})).items).toMatchObject([
      { kind: 'paid', days: 2, source: 'compute', amounts: [{ coin: 'ATMC', amount: '0.000003' }] },
    ])
    app.clock.advance(6 * dayMs)
    await posted(income, 300n)
    const { items } = await holder.client.call(listOwnNotices, {})
    expect(items.map(({ days, amounts }) => [days, amounts[0]?.amount])).toEqual([
      [1, '0.000003'],
      [2, '0.000003'],
    ])
  })

  it('tell of a withdrawal, of a change of security and of each day’s income, whatever hides them', async () => {
    const holder = await party()
    const { walletId } = holder
    let nth = 0
    const posted = (posting: Pick<Posting, 'from' | 'to' | 'code'>, times = 1) =>
      app.db.transaction((tx) =>
        postMany(
          tx,
          Array.from({ length: times }, () => ({
            key: `test:${walletId}:${nth++}`,
            at: app.clock.now(),
            ref: posting.code === 3 ? 'withdrawal:7' : `test:${nth}`,
            postings: [{ asset: 'ATMC' as const, units: 100n, ...posting }],
          })),
        ),
      )
    const income = { from: poolFree('compute'), to: available(walletId), code: 26 }
    await posted({ from: outside('bsc'), to: company('capital') }, 500)
    await posted({ from: company('capital'), to: poolFree('compute') }, 500)
    await posted({ from: outside('bsc'), to: available(walletId), code: 2 })
    await posted({ from: available(walletId), to: held(walletId), code: 3 })
    await holder.client.call(freezeWallet, { frozen: true })
    await posted(income)
    app.clock.advance(dayMs)
    app.wall.advance(minuteMs)
    await posted(income, 230)
    app.clock.advance(1000)
    await posted({ from: outside('bsc'), to: available(walletId), code: 2 }, 230)
    const kinds = await kindsOf(holder)
    expect(kinds.filter((kind) => kind !== 'arrived')).toEqual(expect.arrayContaining(['withdrawal_asked', 'frozen']))
    expect(kinds.filter((kind) => kind === 'arrived').length).toBe(60)
    const since = { business: new Date(0), real: new Date(0) }
    const all = await gatherNotices(app.db, holder.walletId, since, (real) => real)
    expect(all.filter(({ kind }) => kind === 'paid').length).toBe(2)
  })

  it('reach back thirty days', async () => {
    const holder = await party()
    await credit(app, holder, 'bsc', 'USDT', '1')
    app.clock.advance(31 * dayMs)
    expect(await kindsOf(holder)).toEqual([])
  })

  it('refuse a mark that is none, and answer nobody who is not signed in', async () => {
    const { client } = await party()
    expect(await client.refusal(readOwnNotices, { read: 'x' })).toBe('field.format')
    expect(await app.client().refusal(listOwnNotices, {})).toMatch(/^session\./)
  })
})
