import { describe, expect, it } from 'vitest'
import { Refusal } from '#kit/failure.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { type Day, dayMs } from '#kit/time/clock.ts'
import { company, poolFree } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { type Arrival, bookLoss, bookProfit, bookReturn, bookSend } from '#products/lines/fund/booking.store.ts'
import { keepValue, setHold } from '#products/lines/fund/fund.store.ts'
import { findFundProblems } from '#products/lines/fund/fund-invariants.store.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { loadFundHold, loadFundLost, loadFundWorth, loadShared } from '#products/orders/share-facts.store.ts'
import { testOrder } from '#products/terms/test-order.ts'
import { cancelOrder, getOrder, getProduct, redeemOrder } from '../investing.contract.ts'
import { type InvestingWorld, investingWorld } from '../test-world.ts'
import { listDividends, listFunds } from './fund.contract.ts'

const one = 100_000_000n
const fundId = 34
let seen = 0

const arrival = (world: InvestingWorld, whole: bigint): Arrival => {
  seen += 1
  const transaction = `0x${seen.toString(16).padStart(64, '0')}`
  return { productId: fundId, units: whole * one, chain: 'bsc', transaction, reason: 'a test', at: world.clock.now() }
}
const send = (world: InvestingWorld, whole: bigint) => world.db.transaction((tx) => bookSend(tx, arrival(world, whole)))
const back = (world: InvestingWorld, whole: bigint) =>
  world.db.transaction((tx) => bookReturn(tx, arrival(world, whole)))
const profit = (world: InvestingWorld, whole: bigint) =>
  world.db.transaction((tx) => bookProfit(tx, arrival(world, whole)))
const lose = (world: InvestingWorld, whole: bigint) => world.db.transaction((tx) => bookLoss(tx, arrival(world, whole)))
const subscribe = (world: InvestingWorld, walletId: WalletId, amount: string) =>
  world.buy(walletId, { fundId, productId: undefined, days: undefined, amount })
const fundOf = async (world: InvestingWorld, walletId: WalletId) => {
  const [fund] = (await world.call(listFunds, walletId, {})).items
  if (!fund) throw new Error('the fund is listed')
  return fund
}
const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'nothing was refused'
  } catch (error) {
    if (error instanceof Refusal) return error.key
    throw error
  }
}
const holds = async (world: InvestingWorld) => {
  expect(await findOrderProblems(world.db)).toEqual([])
  expect(await findFundProblems(world.db)).toEqual([])
}
async function runningFund() {
  const world = await investingWorld()
  const [ana, ben] = [await world.wallet(), await world.wallet()]
  const [first, second] = [await subscribe(world, ana, '100'), await subscribe(world, ben, '300')]
  await world.goTo('2026-11-23T12:00:00Z')
  await world.settle()
  return { world, ana, ben, first, second }
}

describe('the contract fund', () => {
  it('is bought at net asset value by the fund’s number, and joins at the value of its start', async () => {
    const { world, ana, ben, first } = await runningFund()
    expect(first).toMatchObject({ line: 'fund', endsAt: null, accrual: 'share', reinvest: null })
    expect(await fundOf(world, ana)).toMatchObject({
      netAssetValue: '1',
      principal: '400',
      shares: '400',
      atVenue: '0',
      mine: { shares: '100', worth: '100', lost: '0', share: '0.25' },
    })
    await send(world, 400n)
    await lose(world, 200n)
    const { quote } = await world.call(getProduct, ben, { productId: fundId, amount: '50' })
    expect(quote).toMatchObject({ shares: { now: '100' }, endsAt: null, problem: null })
    const second = await subscribe(world, ben, '50')
    await world.goTo('2026-11-24T00:00:00Z')
    await world.settle()
    const { holding, timeline } = await world.call(getOrder, ben, { orderId: second.orderId })
    expect(holding).toMatchObject({ shares: '100', allShares: '500', netAssetValue: '0.5' })
    expect(timeline.at(-1)).toMatchObject({ kind: 'fund_started', params: { shares: '100' } })
    await holds(world)
    await world.close()
  })

  it('sends only what running orders have, and books a transaction once', async () => {
    const { world, ana } = await runningFund()
    await subscribe(world, ana, '1000')
    expect(await refusalOf(send(world, 401n))).toBe('invest.fund_limit')
    await send(world, 150n)
    expect(await refusalOf(send(world, 251n))).toBe('invest.fund_limit')
    await send(world, 250n)
    expect(await refusalOf(send(world, 1n))).toBe('invest.fund_limit')
    expect(await refusalOf(back(world, 401n))).toBe('invest.fund_limit')
    const again = arrival(world, 10n)
    await world.db.transaction((tx) => bookProfit(tx, again))
    expect(await refusalOf(world.db.transaction((tx) => bookProfit(tx, again)))).toBe('invest.transaction_booked')
    expect(await balanceOf(world.db, { owner: 'outside:venue', purpose: 'all' }, 'USDT')).toBe(-400n * one)
    await holds(world)
    await world.close()
  })

  it('splits a profit 70, 20 and 10: the bonus goes up, what finds nobody joins the 70', async () => {
    const world = await investingWorld()
    const eve = await world.wallet()
    const ana = await world.wallet({ USDT: '1000' }, eve)
    const ben = await world.wallet()
    const first = await subscribe(world, ana, '100')
    await subscribe(world, ben, '300')
    await world.goTo('2026-11-23T12:00:00Z')
    await world.settle()
    await profit(world, 40n)
    const had = { ana: await world.balance(ana, 'USDT'), ben: await world.balance(ben, 'USDT') }
    await world.goTo('2026-11-24T00:00:00Z')
    await world.settle()
    expect((await world.balance(eve, 'USDT')) - 20_000n * one).toBe(one)
    expect((await world.balance(ana, 'USDT')) - had.ana).toBe((35n * one) / 4n)
    expect((await world.balance(ben, 'USDT')) - had.ben).toBe((105n * one) / 4n)
    expect(await balanceOf(world.db, company('fees'), 'USDT')).toBe(4n * one)
    expect(await balanceOf(world.db, poolFree('fund'), 'USDT')).toBe(0n)
    const { items } = await world.call(listDividends, ana, {})
    expect(items).toEqual([
      {
        id: items[0]?.id,
        at: '2026-11-24T00:00:00.000Z',
        code: 19,
        amount: '8.75',
        fundId,
        orderId: first.orderId,
      },
    ])
    expect((await world.call(listDividends, eve, { kind: 'dynamic' })).items).toMatchObject([
      { code: 25, amount: '1', orderId: null },
    ])
    expect((await world.call(listDividends, eve, { kind: 'weighted' })).items).toEqual([])
    expect((await fundOf(world, ana)).splits).toEqual([
      { day: '2026-11-23', profit: '40', refilled: '0', dividends: '35', bonuses: '1', fee: '4' },
    ])
    await holds(world)
    await world.close()
  })

  it('pays no bonus to who lives where referral is off: their part joins the 70', async () => {
    const world = await investingWorld()
    const eve = await world.wallet()
    const ivy = await world.wallet(undefined, eve)
    const ana = await world.wallet(undefined, ivy)
    await world.setStar(eve, 6)
    await world.db.query(`UPDATE wallet SET region = 'US' WHERE id = $1`, [ivy])
    await subscribe(world, ana, '100')
    await world.goTo('2026-11-23T12:00:00Z')
    await world.settle()
    await profit(world, 40n)
    const had = await world.balance(ana, 'USDT')
    await world.goTo('2026-11-24T00:00:00Z')
    await world.settle()
    expect(await world.balance(ivy, 'USDT')).toBe(20_000n * one)
    expect((await world.balance(eve, 'USDT')) - 20_000n * one).toBe(4n * one)
    expect((await world.balance(ana, 'USDT')) - had).toBe(32n * one)
    expect(await balanceOf(world.db, poolFree('fund'), 'USDT')).toBe(0n)
    await holds(world)
    await world.close()
  })

  it('gives a day’s profit to orders that ran all of it, with who asked to leave at its end, and not before', async () => {
    const { world, ana, ben, first, second } = await runningFund()
    await profit(world, 40n)
    await subscribe(world, ben, '50')
    await world.goTo('2026-11-23T23:59:59.999Z')
    await world.call(redeemOrder, ana, { orderId: first.orderId })
    await world.goTo('2026-11-24T00:00:00Z')
    await world.call(redeemOrder, ben, { orderId: second.orderId })
    await world.settle()
    expect((await world.call(listDividends, ana, {})).items).toEqual([])
    expect((await world.call(listDividends, ben, {})).items).toMatchObject([
      { code: 19, amount: '36', orderId: second.orderId },
    ])
    await holds(world)
    await world.close()
  })

  it('is worth what runs in it alone, unless held back until a moment that has not come', async () => {
    const { world, ana } = await runningFund()
    await subscribe(world, ana, '50')
    const worth = { principal: 400n * one, shares: 400n * one }
    expect(await loadFundWorth(world.db, fundId)).toEqual(worth)
    expect(await loadFundWorth(world.db, fundId + 1)).toEqual({ principal: 0n, shares: 0n })
    const day = '2026-11-25' as Day
    await world.db.transaction((tx) => keepValue(tx, fundId, day))
    expect(
      await world.db.query(
        'SELECT principal_units AS principal, share_units AS shares FROM fund_value WHERE day = $1',
        [day],
      ),
    ).toEqual([worth])
    const until = new Date('2026-11-24T12:00:00Z')
    const before = new Date('2026-11-24T11:59:59.999Z')
    const hold = { until, reason: 'a result is not booked yet' }
    await world.db.transaction((tx) => setHold(tx, fundId, hold))
    expect(await loadFundHold(world.db, fundId, before)).toEqual(hold)
    expect(await loadFundHold(world.db, fundId, until)).toBeUndefined()
    expect(await loadFundHold(world.db, fundId + 1, before)).toBeUndefined()
    const shared = (line: 'fund' | 'compound', now: Date) =>
      loadShared(world.db, { productId: fundId, line, base: 'USDT', side: undefined }, now)
    expect(await shared('fund', before)).toEqual({ fund: undefined })
    expect(await shared('fund', until)).toEqual({ fund: worth })
    expect(await shared('compound', until)).toEqual({})
    await world.close()
  })

  it('lowers every running order alike by a loss, tells why, and refills it from the next profit without a fee', async () => {
    const { world, ana, ben, first, second } = await runningFund()
    await send(world, 400n)
    await lose(world, 100n)
    expect(await refusalOf(lose(world, 301n))).toBe('invest.fund_limit')
    const lostOf = (line: 'fund' | 'compound') =>
      loadFundLost(world.db, testOrder({ id: first.orderId as OrderId, terms: { line } }))
    expect([await lostOf('fund'), await lostOf('compound')]).toEqual([25n * one, 0n])
    const { order, timeline, holding, records } = await world.call(getOrder, ana, { orderId: first.orderId })
    expect(order.amount).toBe('75')
    expect(holding).toMatchObject({ lost: '25', worth: [{ asset: 'USDT', amount: '75' }] })
    expect(timeline.at(-1)).toMatchObject({ kind: 'fund_loss', params: { amount: '25 USDT', reason: 'a test' } })
    expect(records[0]).toMatchObject({ code: 115, direction: 'gone', amount: '25' })
    await profit(world, 80n)
    await world.pass(dayMs)
    expect((await world.call(getOrder, ana, { orderId: first.orderId })).order.amount).toBe('95')
    expect((await world.call(getOrder, ben, { orderId: second.orderId })).order.amount).toBe('285')
    expect(await balanceOf(world.db, company('fees'), 'USDT')).toBe(0n)
    await profit(world, 30n)
    await world.pass(dayMs)
    expect((await fundOf(world, ana)).mine).toMatchObject({ worth: '100', lost: '0' })
    expect(await balanceOf(world.db, company('fees'), 'USDT')).toBe(one)
    await holds(world)
    await world.close()
  })

  it('can lose everything: then nobody joins, and what ran is worth nothing', async () => {
    const { world, ana, first } = await runningFund()
    await send(world, 400n)
    await lose(world, 400n)
    expect((await fundOf(world, ana)).netAssetValue).toBeNull()
    expect(await refusalOf(subscribe(world, ana, '100'))).toBe('invest.fund_data_wrong')
    await world.call(redeemOrder, ana, { orderId: first.orderId })
    await world.pass(dayMs)
    expect((await world.call(getOrder, ana, { orderId: first.orderId })).order.state).toBe('ended')
    await holds(world)
    await world.close()
  })

  it('redeems at the value of the day asked, once the venue has returned it, oldest first', async () => {
    const { world, ana, ben, first, second } = await runningFund()
    await send(world, 400n)
    await lose(world, 40n)
    const { order } = await world.call(redeemOrder, ana, { orderId: first.orderId })
    expect(order).toMatchObject({ state: 'to_be_released', amount: '90', endsAt: '2026-11-30T12:00:00.000Z' })
    expect(await refusalOf(world.call(redeemOrder, ana, { orderId: first.orderId }))).toBe('invest.order_cannot_close')
    await lose(world, 27n)
    await world.pass(dayMs)
    expect((await world.call(getOrder, ana, { orderId: first.orderId })).order.state).toBe('to_be_released')
    await back(world, 90n)
    await world.pass(dayMs)
    const { order: paid, timeline } = await world.call(getOrder, ana, { orderId: first.orderId })
    expect(paid.state).toBe('ended')
    expect(timeline.at(-1)).toMatchObject({ kind: 'redeemed', params: { returned: '90 USDT' } })
    expect(await world.balance(ana, 'USDT')).toBe(19_990n * one)
    expect((await world.call(getOrder, ben, { orderId: second.orderId })).order.amount).toBe('243')
    await holds(world)
    await world.close()
  })

  it('is paid at the latest after seven days, as far as the company’s capital stands in for a late venue', async () => {
    const { world, ana, first } = await runningFund()
    await send(world, 400n)
    await world.call(redeemOrder, ana, { orderId: first.orderId })
    await world.pass(7 * dayMs)
    expect((await world.call(getOrder, ana, { orderId: first.orderId })).order.state).toBe('to_be_released')
    await world.bringCapital({ USDT: '100' })
    await world.pass(dayMs)
    expect((await world.call(getOrder, ana, { orderId: first.orderId })).order.state).toBe('ended')
    expect(await world.balance(ana, 'USDT')).toBe(20_000n * one)
    await holds(world)
    await world.close()
  })

  it('has no net asset value while the operator holds it back: nobody joins, redeems or starts', async () => {
    const { world, ana, ben, first } = await runningFund()
    const waiting = await subscribe(world, ben, '50')
    const until = new Date('2026-11-24T12:00:00Z')
    await world.db.transaction((tx) => setHold(tx, fundId, { until, reason: 'a result is not booked yet' }))
    expect(await fundOf(world, ana)).toMatchObject({ netAssetValue: null, heldReason: 'a result is not booked yet' })
    expect(await refusalOf(subscribe(world, ana, '100'))).toBe('invest.fund_data_wrong')
    expect(await refusalOf(world.call(redeemOrder, ana, { orderId: first.orderId }))).toBe('invest.fund_data_wrong')
    await world.goTo('2026-11-24T00:00:00Z')
    await world.settle()
    expect((await world.call(getOrder, ben, { orderId: waiting.orderId })).order).toMatchObject({
      state: 'to_be_started',
      startsAt: '2026-11-25T00:00:00.000Z',
    })
    await world.goTo('2026-11-25T00:00:00Z')
    await world.settle()
    expect((await world.call(getOrder, ben, { orderId: waiting.orderId })).order.state).toBe('earning')
    await holds(world)
    await world.close()
  })

  it('gives everything back when cancelled before the start', async () => {
    const world = await investingWorld()
    const ana = await world.wallet()
    const { orderId } = await subscribe(world, ana, '100')
    await world.call(cancelOrder, ana, { orderId })
    expect(await world.balance(ana, 'USDT')).toBe(20_000n * one)
    await holds(world)
    await world.close()
  })
})
