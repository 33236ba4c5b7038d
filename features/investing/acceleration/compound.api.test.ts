import { afterEach, describe, expect, it } from 'vitest'
import { Refusal } from '#kit/failure.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { type Day, dayMs } from '#kit/time/clock.ts'
import { company, poolFree, principal } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { creditStep } from '#products/reservations/credit.store.ts'
import { buyOrder, cancelOrder, getOrder, getProduct, listOrders, redeemOrder } from '../investing.contract.ts'
import { type InvestingWorld, investingWorld } from '../test-world.ts'
import { accelerate, cancelAcceleration, listAccelerations } from './acceleration.contract.ts'

const one = 100_000_000n
const compoundUsdt = 20
const compoundAtmc = 21
const firstUsdt = 22
const secondUsdt = 23
const firstAtmc = 24
const packageAtmc = 26

const refusal = async (act: Promise<unknown>) => {
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refusal)) throw error ?? new Error('nothing was refused')
  return [error.key, error.params]
}

let world: InvestingWorld
afterEach(async () => {
  expect(await findOrderProblems(world.db)).toEqual([])
  await world.close()
})
const days = async (count: number) => {
  for (let day = 0; day < count; day += 1) await world.pass(dayMs)
}
const orderOf = async (wallet: WalletId, orderId: number) => (await world.call(getOrder, wallet, { orderId })).order
const take = (wallet: WalletId, orderId: number, amount?: string) =>
  world.call(redeemOrder, wallet, { orderId, ...(amount ? { amount } : {}) })
const mark = async (wallet: WalletId, productId: number, amount: string) => {
  const { card } = await world.call(getProduct, wallet, { productId })
  return (await world.call(accelerate, wallet, { productId, amount, card: card.hash })).acceleration
}
const marks = async (wallet: WalletId) => (await world.call(listAccelerations, wallet, {})).items

describe('compound', () => {
  it('takes any amount, grants POWER at the start and daily, and grows by its share, at most 0.02 % a day', async () => {
    world = await investingWorld()
    await world.fund({ USDT: '1000', ATMC: '1' }, 'compound')
    const ana = await world.wallet()
    const order = await world.buy(ana, { productId: compoundUsdt, amount: '1000' })
    expect(order).toMatchObject({ accrual: 'share', line: 'compound', endsAt: null, days: 0, takable: false })
    expect(order.startsAt).toBe('2026-11-23T00:00:00.000Z')
    await days(2)
    expect(await world.balance(ana, 'POWER')).toBe(100n * one)
    await days(1)
    const first = await orderOf(ana, order.orderId)
    expect(first).toMatchObject({ amount: '1000.2', paidIncome: '0.2', state: 'earning', takable: true })
    expect(await world.balance(ana, 'POWER')).toBe(100n * one + one / 2n)
    await days(1)
    expect(await orderOf(ana, order.orderId)).toMatchObject({ amount: '1000.40004', paidIncome: '0.40004' })
    const { product } = await world.call(getProduct, ana, { productId: compoundUsdt })
    expect(product).toMatchObject({ mostPerDay: '0.0002', realisedPerDay: { rate: '0.0002', days: 2 } })
    const { records } = await world.call(getOrder, ana, { orderId: order.orderId })
    expect(records.map(({ code, asset, direction }) => `${asset} ${code} ${direction}`)).toEqual([
      'USDT 113 inside',
      'POWER 9 in',
      'USDT 113 inside',
      'POWER 9 in',
      'POWER 8 in',
      'USDT 6 out',
    ])
    expect(await balanceOf(world.db, poolFree('compound'), 'USDT')).toBe(1_000n * one - 40_004_000n)
  })

  it('shares a pool that is short by principal, and pauses no way out', async () => {
    world = await investingWorld()
    await world.fund({ ATMC: '3' }, 'compound')
    const [ana, ben] = [await world.wallet(), await world.wallet()]
    const one1 = await world.buy(ana, { productId: compoundAtmc, amount: '1000' })
    const two = await world.buy(ben, { productId: compoundAtmc, amount: '500' })
    await days(3)
    expect(await orderOf(ana, one1.orderId)).toMatchObject({ amount: '1000.02' })
    expect(await orderOf(ben, two.orderId)).toMatchObject({ amount: '500.01' })
    const left = await take(ben, two.orderId)
    expect(left.order).toMatchObject({ state: 'ended', amount: '500.01', paidIncome: '0.01', takable: false })
    expect(await world.balance(ben, 'ATMC')).toBe(100_000n * one + one / 100n)
    expect(await balanceOf(world.db, principal(two.orderId as OrderId, ben, 'compound'), 'ATMC')).toBe(0n)
  })

  it('gives back all of it by its amount, to the last digit', async () => {
    world = await investingWorld()
    await world.fund({ USDT: '1000' }, 'compound')
    const ana = await world.wallet()
    const { orderId } = await world.buy(ana, { productId: compoundUsdt, amount: '1000' })
    await days(4)
    const { order, exit } = await world.call(getOrder, ana, { orderId })
    const { amount } = order
    expect(amount).toBe('1000.40004')
    expect(exit).toMatchObject({ returned: [{ asset: 'USDT', amount }], fee: [], power: '100' })
    expect((await take(ana, orderId, amount)).order).toMatchObject({ state: 'ended', paidIncome: '0.40004' })
    expect(await world.balance(ana, 'USDT')).toBe(20_000n * one + 40_004_000n)
  })

  it('gives back any part any time and takes back that part of the first POWER; the rest earns on', async () => {
    world = await investingWorld()
    await world.fund({ USDT: '1000' }, 'compound')
    const ana = await world.wallet()
    const { orderId } = await world.buy(ana, { productId: compoundUsdt, amount: '1000' })
    await days(2)
    const { order } = await take(ana, orderId, '250')
    expect(order).toMatchObject({ amount: '750', value: '750', state: 'earning' })
    expect(await world.balance(ana, 'USDT')).toBe(19_250n * one)
    expect(await world.balance(ana, 'POWER')).toBe(75n * one)
    await days(2)
    expect(await orderOf(ana, orderId)).toMatchObject({ amount: '750.30003' })
    const { timeline } = await world.call(getOrder, ana, { orderId })
    expect(timeline.at(-1)).toMatchObject({ kind: 'taken_out', params: { returned: '250 USDT', power: '25' } })
    await take(ana, orderId)
    expect(await world.balance(ana, 'USDT')).toBe(20_000n * one + 30_003_000n)
    expect((await world.call(listOrders, ana, { state: 'over' })).items[0]).toMatchObject({ paidIncome: '0.30003' })
  })

  it('is added to by another order, which starts at its own midnight', async () => {
    world = await investingWorld()
    const ana = await world.wallet()
    await world.buy(ana, { productId: compoundUsdt, amount: '10' })
    await days(2)
    const more = await world.buy(ana, { productId: compoundUsdt, amount: '5.5' })
    expect(more.startsAt).toBe('2026-11-24T00:00:00.000Z')
    const { items } = await world.call(listOrders, ana, { line: 'compound' })
    expect(items.map(({ amount }) => amount)).toEqual(['5.5', '10'])
  })

  it('is refused above what is in it, before its start, once over, and a part of orders that stay whole', async () => {
    world = await investingWorld()
    const ana = await world.wallet()
    const { orderId } = await world.buy(ana, { productId: compoundUsdt, amount: '10' })
    expect(await refusal(take(ana, orderId, '1'))).toEqual(['invest.order_cannot_close', {}])
    await days(2)
    expect(await refusal(take(ana, orderId, '10.01'))).toEqual([
      'invest.compound_insufficient',
      { left: '10', coin: 'USDT' },
    ])
    await take(ana, orderId)
    expect(await refusal(take(ana, orderId))).toEqual(['invest.order_closed', {}])
    const dual = await world.buy(ana)
    expect(await refusal(take(ana, dual.orderId, '1'))).toEqual(['field.format', { field: 'number' }])
    expect(await refusal(world.buy(ana, { productId: compoundUsdt, amount: '0.99' }))).toEqual([
      'invest.minimum',
      { minimum: '1', coin: 'USDT' },
    ])
    expect(await refusal(world.buy(ana, { productId: compoundUsdt, days: 7 }))).toEqual(['invest.period', {}])
    expect(await refusal(world.call(buyOrder, ana, { productId: 1, amount: '100', card: 'x' }))).toEqual([
      'invest.period',
      {},
    ])
  })

  it('gives no credit for putting coins in and taking them out again', async () => {
    world = await investingWorld()
    const ana = await world.wallet()
    const { orderId } = await world.buy(ana, { productId: compoundUsdt, amount: '10000' })
    await days(2)
    await take(ana, orderId)
    const before = await world.balance(ana, 'CREDIT')
    await world.db.transaction(async (tx) => {
      const chunk = { day: '2026-11-23' as Day, part: '', after: '', limit: 100 }
      expect(await creditStep.chunk(tx, chunk)).toMatchObject({ done: 0 })
    })
    expect(await world.balance(ana, 'CREDIT')).toBe(before)
  })

  it('is cancelled whole before its start', async () => {
    world = await investingWorld()
    const ana = await world.wallet()
    const { orderId } = await world.buy(ana, { productId: compoundUsdt, amount: '10' })
    await world.call(cancelOrder, ana, { orderId })
    expect(await world.balance(ana, 'USDT')).toBe(20_000n * one)
  })
})

describe('acceleration', () => {
  const compounding = async () => {
    world = await investingWorld()
    const ana = await world.wallet()
    const usdt = await world.buy(ana, { productId: compoundUsdt, amount: '1000' })
    await world.buy(ana, { productId: compoundAtmc, amount: '1000' })
    await days(2)
    return { ana, orderId: usdt.orderId }
  }

  it('marks principal without moving a coin, both versions together at most as much as there is', async () => {
    const { ana } = await compounding()
    const postings = await world.db.query('SELECT count(*) FROM record')
    expect(await mark(ana, firstUsdt, '600')).toMatchObject({
      version: '1.0',
      coin: 'USDT',
      state: 'waiting',
      stepFrom: null,
    })
    expect(await refusal(mark(ana, secondUsdt, '400.01'))).toEqual([
      'invest.compound_insufficient',
      { left: '400', coin: 'USDT' },
    ])
    const second = await mark(ana, secondUsdt, '400')
    expect(second.stepFrom).toBe('2026-12-02T00:00:00.000Z')
    expect(await refusal(mark(ana, firstUsdt, '1'))).toEqual([
      'invest.compound_insufficient',
      { left: '0', coin: 'USDT' },
    ])
    expect(await mark(ana, firstAtmc, '1000')).toMatchObject({ coin: 'ATMC', amount: '1000' })
    expect(await world.db.query('SELECT count(*) FROM record')).toEqual(postings)
    const { principal: there } = await world.call(listAccelerations, ana, {})
    expect(there).toEqual([
      { coin: 'USDT', amount: '1000', marked: '1000', left: '0' },
      { coin: 'ATMC', amount: '1000', marked: '1000', left: '0' },
    ])
  })

  it('grants POWER of what it marks daily, beside that of compound', async () => {
    const { ana } = await compounding()
    const { orderId } = await mark(ana, firstUsdt, '600')
    await days(3)
    const { records } = await world.call(getOrder, ana, { orderId })
    expect(records.map(({ code, amount }) => [code, amount])).toEqual([[14, '0.3']])
    expect((await marks(ana))[0]?.state).toBe('accelerating')
  })

  it('cancelled by an amount is out of compound and in the wallet at once', async () => {
    const { ana, orderId } = await compounding()
    const { orderId: markId } = await mark(ana, firstUsdt, '600')
    await days(2)
    const before = await world.balance(ana, 'USDT')
    const back = await world.call(cancelAcceleration, ana, { orderId: markId, amount: '200' })
    expect(back).toMatchObject({
      acceleration: { amount: '400', state: 'accelerating' },
      returned: { asset: 'USDT', amount: '200' },
      power: '20',
    })
    expect(await world.balance(ana, 'USDT')).toBe(before + 200n * one)
    expect(await orderOf(ana, orderId)).toMatchObject({ amount: '800' })
    expect(await refusal(world.call(cancelAcceleration, ana, { orderId: markId, amount: '400.01' }))).toEqual([
      'invest.compound_insufficient',
      { left: '400', coin: 'USDT' },
    ])
    const last = await world.call(cancelAcceleration, ana, { orderId: markId, amount: '400' })
    expect(last.acceleration.state).toBe('over')
    expect(await refusal(world.call(cancelAcceleration, ana, { orderId: markId, amount: '1' }))).toEqual([
      'invest.order_closed',
      {},
    ])
    expect(await refusal(world.call(cancelAcceleration, ana, { orderId, amount: '1' }))).toEqual([
      'invest.conditions_not_met',
      {},
    ])
  })

  it('pauses, the newest first, when principal falls below it, and goes on when there is enough again', async () => {
    const { ana, orderId } = await compounding()
    await mark(ana, firstUsdt, '600')
    await mark(ana, secondUsdt, '400')
    await days(2)
    await take(ana, orderId, '300')
    const states = async () => (await marks(ana)).map(({ version, state }) => `${version} ${state}`)
    expect(await states()).toEqual(['2.0 paused', '1.0 accelerating'])
    await take(ana, orderId, '200')
    expect(await states()).toEqual(['2.0 paused', '1.0 paused'])
    const power = await world.balance(ana, 'POWER')
    await days(1)
    expect((await world.balance(ana, 'POWER')) - power).toBe(one / 4n + (50n * one) / 2_000n)
    await world.buy(ana, { productId: compoundUsdt, amount: '500' })
    await days(2)
    expect(await states()).toEqual(['2.0 accelerating', '1.0 accelerating'])
    const first = (await marks(ana))[1]?.orderId ?? 0
    const { timeline } = await world.call(getOrder, ana, { orderId: first })
    expect(timeline.map(({ kind }) => kind).slice(-2)).toEqual(['paused', 'resumed'])
  })

  it('ends when no principal is left to mark', async () => {
    const { ana, orderId } = await compounding()
    await mark(ana, firstUsdt, '600')
    await days(2)
    await take(ana, orderId)
    const [over] = await marks(ana)
    expect(over).toMatchObject({ state: 'over', overAt: '2026-11-25T10:00:00.000Z' })
    const { timeline } = await world.call(getOrder, ana, { orderId: over?.orderId ?? 0 })
    expect(timeline.at(-1)?.kind).toBe('nothing_marked')
  })

  it('waiting for its start is cancelled whole with nothing moved', async () => {
    const { ana } = await compounding()
    const { orderId } = await mark(ana, firstUsdt, '600')
    const before = await world.balance(ana, 'USDT')
    await world.call(cancelOrder, ana, { orderId })
    expect(await world.balance(ana, 'USDT')).toBe(before)
    expect((await marks(ana))[0]?.state).toBe('over')
    const { timeline } = await world.call(getOrder, ana, { orderId })
    expect(timeline.at(-1)).toMatchObject({ kind: 'mark_cancelled', params: {} })
  })

  it('asked for twice at once marks no more than there is', async () => {
    const { ana } = await compounding()
    const tried = await Promise.allSettled([mark(ana, firstUsdt, '600'), mark(ana, secondUsdt, '600')])
    expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await marks(ana)).map(({ amount }) => amount)).toEqual(['600'])
  })

  it('is kept within compound principal by the database too', async () => {
    const { ana } = await compounding()
    const { orderId } = await mark(ana, firstUsdt, '600')
    await days(2)
    const set = (change: string) => world.db.query(`UPDATE investment_order SET ${change} WHERE id = $1`, [orderId])
    await expect(set('base_units = 0')).rejects.toThrow('acceleration_only_marks')
    await expect(set('promise_units = 1')).rejects.toThrow('acceleration_only_marks')
    await set(`state = 'paused'`)
    await set(`base_units = 100000000001`)
    await expect(set(`state = 'earning'`)).rejects.toThrow('compound principal')
    await set(`base_units = 60000000000`)
  })

  it('is a product of its own line, and not sold without its card', async () => {
    const { ana } = await compounding()
    const asked = { productId: compoundUsdt, amount: '10', card: 'x' }
    expect(await refusal(world.call(accelerate, ana, asked))).toEqual(['invest.product_missing', {}])
    const bare = { productId: firstUsdt, amount: '10' }
    expect(await refusal(world.call(accelerate, ana, bare))).toEqual(['invest.conditions_not_met', {}])
  })

  it('speeds up the release of packages by what is accelerated ÷ what is pending', async () => {
    const { ana } = await compounding()
    await world.capital({ ATMC: '100000' })
    const bought = await world.buy(ana, { productId: packageAtmc, amount: '1000' })
    await mark(ana, firstUsdt, '500')
    await days(1)
    const { speed } = await world.call(listAccelerations, ana, {})
    expect(speed).toMatchObject({ speed: '0', accelerated: '0', pending: '0' })
    await days(1)
    const now = await world.call(listAccelerations, ana, {})
    expect(now.speed).toEqual({ speed: '0.5', ratio: '0.5', step: '0', accelerated: '500', pending: '1000' })
    const before = await world.balance(ana, 'ATMC')
    await days(1)
    expect((await world.balance(ana, 'ATMC')) - before).toBe(150n * one)
    expect(await orderOf(ana, bought.orderId)).toMatchObject({ release: { total: '20000', pending: '19850' } })
    expect(await balanceOf(world.db, company('sales'), 'USDT')).toBe(1_000n * one)
  })

  it('of version 2.0 adds its step after seven days', async () => {
    const { ana } = await compounding()
    await world.capital({ ATMC: '100000' })
    await world.buy(ana, { productId: packageAtmc, amount: '1000' })
    await mark(ana, secondUsdt, '500')
    await days(9)
    const { speed } = await world.call(listAccelerations, ana, {})
    expect(Number(speed.step)).toBe(1.25)
    expect(Number(speed.speed)).toBeGreaterThan(1.75)
  })
})
