import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadSettled } from '#days/days.store.ts'
import { setBan } from '#identity/wallet.store.ts'
import { Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, type Day, dayMs } from '#kit/time/clock.ts'
import { company, issued } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import {
  buyOrder,
  cancelOrder,
  getOrder,
  getProduct,
  listIncomes,
  listOrders,
  redeemOrder,
  setReinvest,
} from '../investing.contract.ts'
import { type InvestingWorld, investingWorld } from '../test-world.ts'

const one = 100_000_000n
const refusal = async (act: Promise<unknown>) => {
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refusal)) throw error ?? new Error('nothing was refused')
  return [error.key, error.params]
}
const recordsOf = async (world: InvestingWorld, wallet: WalletId, orderId: number) =>
  (await world.call(getOrder, wallet, { orderId })).records.map(
    ({ code, asset, amount, direction }) => `${code} ${asset} ${direction} ${amount}`,
  )

/** Orders of 100 base coins for 30 days. Both lines pay only POWER. */
const lines = [
  {
    line: 'dual2',
    productId: 3,
    amount: '100',
    paid: ['30 ATMC out 400', '30 USDT out 100'],
    cancelled: ['31 ATMC in 400', '31 USDT in 100'],
    ended: ['18 ATMC in 400', '18 USDT in 100'],
    left: ['107 ATMC gone 20', '31 ATMC in 380', '107 USDT gone 5', '31 USDT in 95'],
    day: '20 POWER in 0.5',
    power: one / 2n,
  },
  {
    line: 'lockup',
    productId: 5,
    amount: '1000',
    paid: ['106 ATMC out 1000'],
    cancelled: ['32 ATMC in 1000'],
    ended: ['32 ATMC in 1000'],
    left: ['107 ATMC gone 50', '32 ATMC in 950'],
    day: '24 POWER in 0.1',
    power: one / 10n,
  },
] as const

describe.each(lines)('an order of $line', ({ line, productId, amount, paid, cancelled, ended, left, day, power }) => {
  let world: InvestingWorld
  let ana: WalletId
  beforeAll(async () => {
    world = await investingWorld({})
  })
  afterAll(() => world.close())
  afterEach(async () => expect(await findOrderProblems(world.db)).toEqual([]))
  const buy = async () => {
    ana = await world.wallet()
    return world.buy(ana, { productId, amount, days: 30 })
  }
  const coins = async () => [await world.balance(ana, 'USDT'), await world.balance(ana, 'ATMC')]
  const start = [20_000n * one, 100_000n * one]

  it('needs no pool, has no choice to make, and gives everything back when cancelled before the start', async () => {
    const order = await buy()
    expect(order).toMatchObject({ line, state: 'to_be_started', accrual: 'power', reinvest: null, expectedIncome: '0' })
    expect(order).toMatchObject({ cancellable: true, switchable: false, exitable: false })
    const ratio = line === 'dual2' ? { powerShare: '0.005', value: '100' } : { powerShare: '0.002', value: '50' }
    expect(order).toMatchObject({ ...ratio, powerPerDay: day.split(' ').at(-1) })
    expect(await refusal(world.call(redeemOrder, ana, { orderId: order.orderId }))).toEqual([
      'invest.order_cannot_close',
      {},
    ])
    await world.call(cancelOrder, ana, order)
    expect(await coins()).toEqual(start)
    expect(await recordsOf(world, ana, order.orderId)).toEqual([...cancelled, ...paid])
    expect(await refusal(world.call(redeemOrder, ana, { orderId: order.orderId }))).toEqual(['invest.order_closed', {}])
  })

  it('waits 24 hours the first time, also after one that never began; not after one that was left', async () => {
    const first = await buy()
    await world.call(cancelOrder, ana, first)
    const second = await world.buy(ana, { productId, amount, days: 30 })
    const hours = (order: typeof first) => (Date.parse(order.startsAt) - Date.parse(order.boughtAt)) / 3_600_000
    expect(hours(second)).toBeGreaterThanOrEqual(24)
    await world.pass(3 * dayMs)
    await world.call(redeemOrder, ana, { orderId: second.orderId })
    expect(hours(await world.buy(ana, { productId, amount, days: 30 }))).toBeLessThanOrEqual(24)
  })

  it('grants its POWER each whole day, gives every coin back at the end of the term, and is settled once', async () => {
    const order = await buy()
    await world.pass(10 * dayMs)
    await world.pass(25 * dayMs)
    await world.settle()
    const detail = await world.call(getOrder, ana, order)
    expect(detail.order).toMatchObject({ state: 'ended', exitable: false, paidIncome: '0' })
    expect(detail.timeline.map(({ kind }) => kind)).toEqual(['bought', 'term_started', 'ended'])
    expect([detail.exit, detail.outcomes]).toEqual([null, null])
    expect(await coins()).toEqual(start)
    expect(await world.balance(ana, 'POWER')).toBe(30n * power)
    expect(await recordsOf(world, ana, order.orderId)).toEqual([...ended, ...Array(30).fill(day), ...paid])
    const incomes = await world.call(listIncomes, ana, { kind: 'power' })
    expect(incomes.items[0]).toMatchObject({ asset: 'POWER', orderId: order.orderId })
    expect(await refusal(world.call(redeemOrder, ana, { orderId: order.orderId }))).toEqual(['invest.order_closed', {}])
    const days = await loadSettled(world.db, order.startsAt.slice(0, 10) as Day)
    const accrued = days.filter((step) => step.part === line && step.step === 'accrue')
    expect(accrued.length).toBeGreaterThanOrEqual(30)
  })

  it('is left early for 5 %, with what comes back said before; the POWER it granted goes', async () => {
    const order = await buy()
    await world.pass(5 * dayMs)
    const quoted = await world.call(getOrder, ana, order)
    const granted = await world.balance(ana, 'POWER')
    expect(granted).toBeGreaterThan(2n * power)
    expect(quoted.order).toMatchObject({ state: 'earning', exitable: true })
    expect(quoted.exit?.feeShare).toBe('0.05')
    const feesBefore = await balanceOf(world.db, company('fees'), 'ATMC')
    await world.call(redeemOrder, ana, { orderId: order.orderId })
    const after = await world.call(getOrder, ana, order)
    expect(after.order).toMatchObject({ state: 'cancelled', exitable: false, cancellable: false })
    expect(await world.balance(ana, 'POWER')).toBe(0n)
    const moves = await recordsOf(world, ana, order.orderId)
    const days = Number(granted / power)
    const taken = moves.find((move) => move.startsWith('15 POWER out'))
    expect(moves).toEqual([taken, ...left, ...Array(days).fill(day), ...paid])
    expect(taken).toBe(`15 POWER out ${quoted.exit?.power}`)
    const fee = quoted.exit?.fee.find(({ asset }) => asset === 'ATMC')?.amount
    expect(await balanceOf(world.db, company('fees'), 'ATMC')).toBe(feesBefore + BigInt(fee ?? 0) * one)
    expect(after.timeline.at(-1)).toMatchObject({ kind: 'left_early', params: { power: quoted.exit?.power } })
    await world.pass(40 * dayMs)
    expect(await world.balance(ana, 'POWER')).toBe(0n)
    expect(await recordsOf(world, ana, order.orderId)).toEqual(moves)
  })

  it('takes back only the POWER it granted itself, and no more than is there', async () => {
    const order = await buy()
    const other = await world.buy(ana, { productId, amount, days: 90 })
    await world.pass(5 * dayMs)
    const take = async (units: bigint) => {
      const from = { owner: `wallet:${ana}`, purpose: 'available', holder: ana } as const
      const postings = [{ from, to: issued, asset: 'POWER', units, code: 16 } as const]
      await world.db.transaction((tx) => post(tx, { key: world.newKey(), at: world.clock.now(), postings }))
    }
    const granted = await world.balance(ana, 'POWER')
    await world.call(redeemOrder, ana, { orderId: order.orderId })
    const kept = await world.balance(ana, 'POWER')
    expect(kept > 0n && kept < granted).toBe(true)
    await take(kept - 1n)
    expect((await world.call(getOrder, ana, other)).exit?.power).toBe('0.00000001')
    await world.call(redeemOrder, ana, { orderId: other.orderId })
    expect(await world.balance(ana, 'POWER')).toBe(0n)
  })

  it('cannot be left in the last half hour, nor while its start or its end waits for settlement', async () => {
    const order = await buy()
    const key = async () => (await refusal(world.call(redeemOrder, ana, { orderId: order.orderId })))[0]
    const from = (moment: string, ms: number) => new Date(Date.parse(moment) + ms).toISOString()
    const endsAt = order.endsAt ?? ''
    await world.goTo(order.startsAt)
    expect(await key()).toBe('invest.pool_settling')
    await world.settle()
    await world.goTo(from(endsAt, -1_800_000))
    expect(await key()).toBe('invest.last_half_hour')
    expect((await world.call(getOrder, ana, order)).order.exitable).toBe(false)
    await world.settle()
    // The request is from before the lock, but settlement has already locked the round.
    await world.goTo(from(endsAt, -1_800_001))
    expect(await key()).toBe('invest.last_half_hour')
    await world.goTo(endsAt)
    expect(await key()).toBe('invest.pool_settling')
    await world.settle()
    expect(await key()).toBe('invest.order_closed')
  })

  it('is left by a suspended wallet too, never by another, and never twice', async () => {
    const order = await buy()
    await world.pass(3 * dayMs)
    const ben = await world.wallet()
    expect(await refusal(world.call(redeemOrder, ben, { orderId: order.orderId }))).toEqual([
      'invest.order_missing',
      {},
    ])
    await world.db.transaction((tx) =>
      setBan(tx, ana, { at: world.clock.now(), until: addMs(world.clock.now(), dayMs), reason: 'a test' }),
    )
    await world.call(redeemOrder, ana, { orderId: order.orderId }, 'once')
    expect(await refusal(world.call(redeemOrder, ana, { orderId: order.orderId }, 'once'))).toEqual([
      'invest.order_closed',
      {},
    ])
  })

  it('is refused what its terms do not allow', async () => {
    await buy()
    const { product } = await world.call(getProduct, ana, { productId })
    const buyFor = (changes: object) => refusal(world.buy(ana, { productId, amount, days: 30, ...changes }))
    const least = { minimum: product.minimum, coin: product.base }
    expect(await buyFor({ amount: `${Number(product.minimum) - 0.01}` })).toEqual(['invest.minimum', least])
    expect(await buyFor({ days: 31 })).toEqual(['invest.period', {}])
    expect(await buyFor({ card: '' })).toEqual(['invest.conditions_not_met', {}])
    expect(await buyFor({ reinvest: true })).toEqual(['field.format', { field: 'reinvest' }])
    const worth = product.base === 'ATMC' ? '200000.2' : '10000.01'
    expect(await buyFor({ amount: worth })).toEqual(['invest.maximum', { maximum: '10000' }])
    ana = await world.wallet({ USDT: '1000', ATMC: '300' })
    expect(await buyFor({})).toEqual(['balance.insufficient', { coin: 'ATMC' }])
  })

  it('has no switch to turn', async () => {
    const order = await buy()
    expect(await refusal(world.call(setReinvest, ana, { orderId: order.orderId, reinvest: true }))).toEqual([
      'invest.conditions_not_met',
      {},
    ])
    const own = await world.call(listOrders, ana, { line })
    expect(own.items.map(({ orderId }) => orderId)).toEqual([order.orderId])
  })
})

describe('an order of dual', () => {
  it('cannot be left early, and needs its choice', async () => {
    const world = await investingWorld()
    const ana = await world.wallet()
    const order = await world.buy(ana)
    await world.pass(3 * dayMs)
    expect((await world.call(getOrder, ana, order)).exit).toBeNull()
    expect(await refusal(world.call(redeemOrder, ana, { orderId: order.orderId }))).toEqual([
      'invest.order_cannot_close',
      {},
    ])
    const { card } = await world.call(getProduct, ana, { productId: 1 })
    const input = { productId: 1, amount: '100', days: 7, card: card.hash }
    expect(await refusal(world.call(buyOrder, ana, input))).toEqual(['field.required', { field: 'reinvest' }])
    await world.close()
  })
})
