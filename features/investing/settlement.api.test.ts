import { describe, expect, it } from 'vitest'
import { loadSettled } from '#days/days.store.ts'
import type { OrderId } from '#kit/text/ids.ts'
import { type Day, dayMs } from '#kit/time/clock.ts'
import { poolRetired, principal, promised } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { loadProduct } from '#products/orders/products.store.ts'
import { changeTerms, endSale } from '#products/purchase/change.store.ts'
import { getOrder, listOrders, listProducts, setReinvest } from './investing.contract.ts'
import { investingWorld, settle } from './test-world.ts'

const one = 100_000_000n
const postings = async (world: Awaited<ReturnType<typeof investingWorld>>) =>
  world.db.query<{ key: string; at: Date; amount: bigint; code: number }>(
    'SELECT key, happened_at AS at, amount, code FROM record LEFT JOIN entry USING (lane, id) ORDER BY id',
  )

describe('a dual order', () => {
  it('with auto-reinvest off: base and interest come back, the side coin is retired for POWER', async () => {
    const world = await investingWorld()
    const ana = await world.wallet()
    const order = await world.buy(ana)
    await world.pass(9 * dayMs)
    const detail = await world.call(getOrder, ana, { orderId: order.orderId })
    expect(detail.order).toMatchObject({ state: 'ended', overAt: '2026-11-30T00:00:00.000Z', paidIncome: '0.1' })
    expect(await world.balance(ana, 'USDT')).toBe(20_000n * one + one / 10n)
    expect(await world.balance(ana, 'ATMC')).toBe(99_600n * one)
    expect(await balanceOf(world.db, poolRetired(), 'ATMC')).toBe(400n * one)
    // 7 days × 0.3 % of 100, and 1 for each USDT of side coin.
    expect(await world.balance(ana, 'POWER')).toBe((7n * 3n * one) / 10n + 20n * one)
    expect(detail.records.filter(({ asset }) => asset === 'POWER')).toHaveLength(8)
    expect(detail.timeline.map(({ kind }) => kind)).toEqual(['bought', 'started', 'ended', 'side_retired'])
    const { items } = await world.call(listProducts, ana, {})
    expect(items[0]?.periods[1]).toMatchObject({ realisedRate: '0.001', endedRounds: 1 })
    await world.close()
  })

  it('with auto-reinvest on: the interest joins, the next promise is set aside at 23:30, terms and side coin stay', async () => {
    const world = await investingWorld()
    const ana = await world.wallet()
    const { orderId } = await world.buy(ana, { reinvest: true })
    await world.goTo('2026-11-29T23:30:00Z')
    await world.settle()
    const id = orderId as OrderId
    expect(await balanceOf(world.db, promised(id, ana, 'dual'), 'USDT')).toBe(one / 10n + one / 10n + one / 10_000n)
    expect((await world.call(getOrder, ana, { orderId })).order).toMatchObject({ round: 1, renewal: 'set_aside' })
    await world.goTo('2026-11-30T00:00:00Z')
    await world.settle()
    const { order, timeline } = await world.call(getOrder, ana, { orderId })
    expect(order).toMatchObject({
      state: 'earning',
      round: 2,
      amount: '100.1',
      sideAmount: '400',
      value: '100.1',
      expectedIncome: '0.1001',
      paidIncome: '0.1',
      startsAt: '2026-11-30T00:00:00.000Z',
      endsAt: '2026-12-07T00:00:00.000Z',
      renewal: null,
    })
    expect(await balanceOf(world.db, principal(id, ana, 'dual'), 'USDT')).toBe(100n * one + one / 10n)
    expect(timeline.map(({ kind }) => kind)).toEqual(['bought', 'started', 'renewal_set_aside', 'renewed'])
    await world.close()
  })

  it('whose pool cannot promise another round ends, is told at 23:30, and gets its side coin back', async () => {
    const world = await investingWorld({ USDT: '0.1' })
    const ana = await world.wallet()
    const { orderId } = await world.buy(ana, { reinvest: true })
    await world.goTo('2026-11-29T23:30:00Z')
    await world.settle()
    expect((await world.call(getOrder, ana, { orderId })).order.renewal).toBe('pool_short')
    await world.goTo('2026-11-30T00:00:00Z')
    await world.settle()
    expect(await world.balance(ana, 'USDT')).toBe(20_000n * one + one / 10n)
    expect(await world.balance(ana, 'ATMC')).toBe(100_000n * one)
    const { timeline } = await world.call(getOrder, ana, { orderId })
    expect(timeline.at(-1)).toMatchObject({ kind: 'ended_pool_short', params: { returned: '100.1 USDT + 400 ATMC' } })
    await world.close()
  })

  it('whose product changed its terms or is no longer sold does not renew, and gets its side coin back', async () => {
    const world = await investingWorld()
    const ana = await world.wallet()
    const changed = await world.buy(ana, { reinvest: true })
    const ended = await world.buy(ana, { productId: 2, days: 7, reinvest: true })
    await world.db.transaction(async (tx) => {
      await changeTerms(tx, { ...(await loadProduct(tx, 1)), powerPerDay: '0.001' })
      await endSale(tx, 2, world.clock.now())
    })
    expect((await world.call(getOrder, ana, changed)).order.renewal).toBe('terms_changed')
    expect((await world.call(getOrder, ana, ended)).order.renewal).toBe('product_ended')
    await world.pass(10 * dayMs)
    expect((await world.call(getOrder, ana, changed)).timeline.at(-1)?.kind).toBe('ended_terms_changed')
    expect((await world.call(getOrder, ana, ended)).timeline.at(-1)?.kind).toBe('ended_product_ended')
    expect(await world.balance(ana, 'ATMC')).toBe(100_000n * one)
    expect(await world.balance(ana, 'ATMX')).toBe(100_000n * one)
    await world.close()
  })

  it('that will not renew is told a day before, once a round, and again at its lock only of what came later', async () => {
    const world = await investingWorld()
    const [ana, ben] = [await world.wallet(), await world.wallet()]
    const changed = await world.buy(ana, { reinvest: true })
    const ended = await world.buy(ben, { productId: 2, days: 7, reinvest: true })
    const leaving = await world.buy(ana, { reinvest: false })
    const said = async ({ orderId }: { orderId: number }, holder = ana) =>
      (await world.call(getOrder, holder, { orderId })).timeline
        .filter(({ kind }) => kind.startsWith('renewal_'))
        .map(({ kind, at, params }) => [kind, at.slice(5, 16), params])
    const settleAt = async (moment: string) => {
      await world.goTo(moment)
      await world.settle()
    }
    await world.db.query(`UPDATE product SET power_per_day = '0.001' WHERE id = 1`)
    await settleAt('2026-11-28T23:29:59Z')
    expect(await said(changed)).toEqual([])
    await settleAt('2026-11-28T23:30:00Z')
    const news = [
      'renewal_terms_changed',
      '11-28T23:30',
      { until: '2026-11-30T00:00:00.000Z', returned: '100.1 USDT + 400 ATMC' },
    ]
    expect(await said(changed)).toEqual([news])
    // Sales end on Sunday at noon, too late to settle an earlier day.
    await world.goTo('2026-11-29T12:00:00Z')
    await world.db.query(`UPDATE product SET ended_at = $1 WHERE id = 2`, [world.clock.now()])
    await Promise.all([1, 2].map(() => settle(world.db, new Date('2026-11-29T23:30:00Z'), { chunkSize: 1 })))
    await settleAt('2026-11-29T23:45:00Z')
    expect(await said(changed)).toEqual([news])
    expect(await said(ended, ben)).toMatchObject([['renewal_product_ended', '11-29T23:30', {}]])
    expect(await said(leaving)).toEqual([])
    await world.pass(dayMs)
    const { order, timeline } = await world.call(getOrder, ana, changed)
    expect(order.state).toBe('ended')
    expect(timeline.at(-1)).toMatchObject({
      kind: 'ended_terms_changed',
      params: { returned: '100.1 USDT + 400 ATMC' },
    })
    await world.close()
  })

  it('of one day that begins tomorrow is told today that it will be its only round', async () => {
    const world = await investingWorld()
    const ana = await world.wallet()
    const { orderId } = await world.buy(ana, { days: 1, reinvest: true })
    await world.db.query(`UPDATE product SET power_per_day = '0.001' WHERE id = 1`)
    await world.goTo('2026-11-24T00:00:00Z')
    await world.settle()
    const { timeline } = await world.call(getOrder, ana, { orderId })
    expect(timeline.map(({ kind, at }) => `${at.slice(5, 16)} ${kind}`)).toEqual([
      '11-21T10:00 bought',
      '11-22T23:30 renewal_terms_changed',
      '11-23T00:00 started',
      '11-24T00:00 ended_terms_changed',
    ])
    await world.close()
  })

  it('sets promises aside oldest first: who came later is told the pool is short', async () => {
    const world = await investingWorld({ USDT: '0.31' })
    const [ana, ben] = [await world.wallet(), await world.wallet()]
    const first = await world.buy(ana, { reinvest: true })
    const second = await world.buy(ben, { reinvest: true })
    await world.pass(10 * dayMs)
    expect((await world.call(getOrder, ana, first)).order).toMatchObject({ state: 'earning', round: 2 })
    expect((await world.call(getOrder, ben, second)).order).toMatchObject({ state: 'ended' })
    await world.close()
  })

  it('never outgrows the maximum of a single investment: the rest of its interest is paid out', async () => {
    const world = await investingWorld()
    const ana = await world.wallet()
    const { orderId } = await world.buy(ana, { amount: '10000', days: 1, reinvest: true })
    await world.pass(3 * dayMs)
    const { order } = await world.call(getOrder, ana, { orderId })
    expect(order).toMatchObject({ amount: '10000', value: '10000', state: 'earning', round: 2, paidIncome: '1' })
    expect(await world.balance(ana, 'USDT')).toBe(10_001n * one)
    await world.close()
  })
})

describe('settlement', () => {
  it('does missed days one by one, each at its own moment', async () => {
    const world = await investingWorld()
    const ana = await world.wallet()
    await world.buy(ana, { days: 1, amount: '100', reinvest: true })
    const before = (await postings(world)).length
    await world.goTo('2026-11-25T12:00:00Z')
    await world.settle()
    const made = (await postings(world)).slice(before)
    expect(made.map(({ at, code }) => [at.toISOString().slice(5, 16), code])).toEqual([
      ['11-23T23:30', -1],
      ['11-24T00:00', 2],
      ['11-24T00:00', 112],
      ['11-24T23:30', -1],
      ['11-25T00:00', 2],
      ['11-25T00:00', 112],
    ])
    await world.close()
  })

  it('changes nothing when it runs again, or several at once', async () => {
    const world = await investingWorld()
    const ana = await world.wallet()
    for (let count = 0; count < 7; count += 1)
      await world.buy(ana, { reinvest: count % 2 === 0, days: count % 2 ? 1 : 7 })
    await world.goTo('2026-12-01T00:00:00Z')
    await Promise.all([1, 2, 3].map(() => settle(world.db, world.clock.now(), { chunkSize: 2 })))
    const made = await postings(world)
    await settle(world.db, world.clock.now())
    expect(await postings(world)).toEqual(made)
    expect(new Set(made.filter(({ key }) => key).map(({ key }) => key)).size).toBe(made.filter(({ key }) => key).length)
    await world.close()
  })

  it('goes on where it was interrupted, in any chunk of any step', async () => {
    const calm = await investingWorld()
    const broken = await investingWorld()
    for (const world of [calm, broken]) {
      const ana = await world.wallet()
      for (let count = 0; count < 5; count += 1)
        await world.buy(ana, { days: count % 2 ? 1 : 7, reinvest: count !== 1 })
      await world.goTo('2026-12-02T00:00:00Z')
    }
    await calm.settle()
    let chunks = 0
    for (let limit = 1; ; limit += 1) {
      let left = limit
      const dying = {
        ...broken.db,
        transaction: <T>(work: Parameters<typeof broken.db.transaction<T>>[0]) => {
          left -= 1
          if (left < 0) throw new Error('the process was killed')
          return broken.db.transaction(work)
        },
      }
      chunks += 1
      const done = await settle(dying, broken.clock.now(), { chunkSize: 2 }).then(
        () => true,
        () => false,
      )
      if (done) break
    }
    expect(chunks).toBeGreaterThan(3)
    const books = async (world: typeof calm) =>
      (await world.db.query(
        'SELECT asset, purpose, sum(balance)::text AS sum FROM balance GROUP BY 1, 2 ORDER BY 1, 2',
      )) as unknown
    expect(await books(broken)).toEqual(await books(calm))
    await calm.close()
    await broken.close()
  })

  it('settles through a day and no further when told to', async () => {
    const world = await investingWorld()
    const ana = await world.wallet()
    const { orderId } = await world.buy(ana)
    await world.goTo('2026-12-02T00:00:00Z')
    await settle(world.db, world.clock.now(), { through: '2026-11-24' as Day })
    expect((await world.call(getOrder, ana, { orderId })).order.state).toBe('earning')
    expect(await world.balance(ana, 'POWER')).toBe((2n * 3n * one) / 10n)
    await world.settle()
    expect((await world.call(listOrders, ana, { state: 'over' })).items).toHaveLength(1)
    await world.close()
  })

  it('starts nothing for a day without orders, and never settles a day that is not over', async () => {
    const world = await investingWorld()
    await world.settle()
    expect(await loadSettled(world.db, '2026-11-01' as Day)).toEqual([])
    const ana = await world.wallet()
    const { orderId } = await world.buy(ana)
    await world.goTo('2026-11-22T23:59:59.999Z')
    await world.settle()
    expect((await world.call(getOrder, ana, { orderId })).order.state).toBe('to_be_started')
    await world.call(setReinvest, ana, { orderId, reinvest: true })
    await world.goTo('2026-11-23T00:00:00Z')
    await world.settle()
    expect((await world.call(getOrder, ana, { orderId })).order).toMatchObject({ state: 'earning', round: 1 })
    const settled = await loadSettled(world.db, '2026-11-22' as Day)
    expect(settled.filter(({ part }) => part === 'dual')).toEqual([
      { day: '2026-11-22', step: 'start', part: 'dual', done: 1 },
    ])
    await world.close()
  })
})
