import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '#kit/failure.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { addDays, type Day, dayMs } from '#kit/time/clock.ts'
import { company, promised } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { loadDaySeed } from '#products/lines/package/draw.store.ts'
import { hashOfSeed, verifyDraw } from '#products/lines/package/draw.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { cancelOrder, getOrder, getProduct, listOrders } from '../investing.contract.ts'
import { type InvestingWorld, investingWorld } from '../test-world.ts'
import { getDraw, listDrawDays, makeDraw } from './draw.contract.ts'

const one = 100_000_000n
const packageAtmc = 26
const packageWld = 28

const refusal = async (act: Promise<unknown>) => {
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refusal)) throw error ?? new Error('nothing was refused')
  return [error.key, error.params]
}

let world: InvestingWorld
let ana: WalletId
beforeEach(async () => {
  world = await investingWorld()
  await world.capital({ ATMC: '100000', WLD: '10000' })
  ana = await world.wallet()
})
afterEach(async () => {
  expect(await findOrderProblems(world.db)).toEqual([])
  await world.close()
})
const days = async (count: number) => {
  for (let day = 0; day < count; day += 1) await world.pass(dayMs)
}
const draw = async (wallet: WalletId, holderSeed = 'mine') => {
  const { hash } = await world.call(getDraw, wallet, {})
  return (await world.call(makeDraw, wallet, { hash, holderSeed })).drawn
}
const releaseOf = async (orderId: number) => (await world.call(getOrder, ana, { orderId })).order.release

describe('a package', () => {
  it('is bought at the guide price, its coins set aside out of capital, nothing beyond it', async () => {
    const { quote, product } = await world.call(getProduct, ana, { productId: packageAtmc, amount: '1000' })
    expect(quote).toMatchObject({
      promised: { asset: 'ATMC', amount: '20000' },
      interest: '0',
      endsAt: null,
      problem: null,
    })
    expect(product).toMatchObject({ accrual: 'release', pays: 'ATMC', poolFree: '100000', releasePerDay: '0.005' })
    const order = await world.buy(ana, { productId: packageAtmc, amount: '1000' })
    expect(order).toMatchObject({ pays: 'ATMC', release: { total: '20000', pending: '20000' }, state: 'to_be_started' })
    expect(await balanceOf(world.db, promised(order.orderId as OrderId, ana, 'package'), 'ATMC')).toBe(20_000n * one)
    await world.capPackages('10000')
    expect(await refusal(world.buy(ana, { productId: packageAtmc, amount: '4000.01' }))).toEqual([
      'invest.pool_closed',
      { left: '80000', coin: 'ATMC' },
    ])
    await world.call(cancelOrder, ana, { orderId: order.orderId })
    expect(await world.balance(ana, 'USDT')).toBe(20_000n * one)
    expect(await balanceOf(world.db, company('capital'), 'ATMC')).toBe(100_000n * one)
  })

  it('starts at the price of that moment, is income then, and releases daily until nothing is left', async () => {
    await world.db.query(`UPDATE product SET line_terms = '{"pays":"ATMC","releasePerDay":"0.1"}' WHERE id = $1`, [
      packageAtmc,
    ])
    const { orderId } = await world.buy(ana, { productId: packageAtmc, amount: '100' })
    await days(2)
    expect(await balanceOf(world.db, company('sales'), 'USDT')).toBe(100n * one)
    expect((await world.call(getOrder, ana, { orderId })).order).toMatchObject({
      state: 'to_be_released',
      release: { total: '2000', pending: '2000' },
    })
    await days(1)
    expect(await releaseOf(orderId)).toMatchObject({ total: '2000', pending: '1800', perDay: '0.1' })
    const { timeline, records } = await world.call(getOrder, ana, { orderId })
    expect(timeline.map(({ kind }) => kind)).toEqual(['bought', 'release_began'])
    expect(records.map(({ asset, code }) => `${asset} ${code}`)).toEqual(['ATMC 109', 'USDT 108'])
    expect((await world.call(listOrders, ana, { line: 'package', state: 'running' })).items).toHaveLength(1)
    await days(9)
    const { order } = await world.call(getOrder, ana, { orderId })
    expect(order).toMatchObject({ state: 'ended', release: { total: '2000', pending: '0' } })
    expect(await world.balance(ana, 'ATMC')).toBe(102_000n * one)
    expect((await world.call(listOrders, ana, { line: 'package', state: 'over' })).items).toHaveLength(1)
  })

  it('that capital cannot cover at the start any more is cancelled whole', async () => {
    await world.capPackages('12500')
    await world.buy(ana, { productId: packageWld, amount: '10000' })
    const second = await world.buy(ana, { productId: packageWld, amount: '2500' })
    expect(await balanceOf(world.db, company('capital'), 'WLD')).toBe(0n)
    await world.goTo('2026-11-22T00:00:00Z')
    await world.db.query(`INSERT INTO market_trade (pair, at, base_units, quote_units, price)
      SELECT 'USDT-WLD', timestamptz '2026-11-21T23:00:00Z' + n * interval '1 hour', 100, 100, 1000000000000 FROM generate_series(0, 25) n`)
    await world.capital({ WLD: '600' })
    await world.settle()
    world.clock.set(new Date('2026-11-23T00:00:00Z'))
    await world.settle()
    const { items } = await world.call(listOrders, ana, { line: 'package' })
    expect(items.map(({ state }) => state).sort()).toContain('cancelled')
    const { timeline } = await world.call(getOrder, ana, {
      orderId: items.find(({ state }) => state === 'cancelled')?.orderId ?? 0,
    })
    expect(timeline.at(-1)?.kind).toBe('cancelled_capital_short')
    expect(second.state).toBe('to_be_started')
  })
})

describe('the daily draw', () => {
  it('shows its promise and its chances before, and both seeds after; what it unlocks is in the wallet', async () => {
    const { orderId } = await world.buy(ana, { productId: packageAtmc, amount: '100' })
    expect((await world.call(getDraw, ana, {})).pending).toEqual([])
    expect(await refusal(draw(ana))).toEqual(['invest.draw_nothing', {}])
    await days(2)
    const before = await world.call(getDraw, ana, {})
    expect(before).toMatchObject({ drawn: null, pending: [{ coin: 'ATMC', amount: '2000' }], earlier: [] })
    expect(JSON.stringify(before)).not.toContain(
      (await loadDaySeed(world.db, before.day as Day, world.clock.now())).seed,
    )
    const drawn = await draw(ana)
    expect(drawn.hash).toBe(before.hash)
    expect(verifyDraw({ ...drawn, day: drawn.day as Day, walletId: ana })).toBe('fine')
    const unlocked = (2_000n * one * BigInt(Math.round(Number(drawn.share) * 1_000))) / 1_000n
    expect(await world.balance(ana, 'ATMC')).toBe(100_000n * one + unlocked)
    const { records, timeline } = await world.call(getOrder, ana, { orderId })
    expect(records[0]).toMatchObject({ code: 14, asset: 'ATMC', direction: 'in' })
    expect(timeline.at(-1)?.kind).toBe('drawn')
    expect(await refusal(draw(ana))).toEqual(['invest.draw_done', {}])
  })

  it('shows the seed of the day only when the day is over, and it was promised the day before', async () => {
    await world.buy(ana, { productId: packageAtmc, amount: '100' })
    await days(2)
    const { nextDayHash, dayHash, day } = await world.call(getDraw, ana, {})
    expect((await draw(ana)).daySeed).toBeNull()
    await days(1)
    const now = await world.call(getDraw, ana, {})
    expect(now.day).toBe(addDays(day as Day, 1))
    expect(now.dayHash).toBe(nextDayHash)
    const [yesterday] = now.earlier
    expect(yesterday?.daySeed).toMatch(/^[0-9a-f]{64}$/)
    expect(yesterday?.dayHash).toBe(dayHash)
    expect(yesterday && verifyDraw({ ...yesterday, day: yesterday.day as Day, walletId: ana })).toBe('fine')
    expect((await draw(ana)).day).toBe(now.day)
  })

  it('draws with what was promised, or not at all', async () => {
    await world.buy(ana, { productId: packageAtmc, amount: '100' })
    await days(2)
    const { hash } = await world.call(getDraw, ana, {})
    const ben = await world.wallet()
    await world.buy(ben, { productId: packageAtmc, amount: '100' })
    expect((await world.call(getDraw, ben, {})).hash).not.toBe(hash)
    expect(await refusal(world.call(makeDraw, ben, { hash, holderSeed: 'x' }))).toEqual(['invest.draw_hash', {}])
    await days(1)
    expect(await refusal(world.call(makeDraw, ana, { hash, holderSeed: 'x' }))).toEqual(['invest.draw_hash', {}])
  })

  it('is made once, however often it is asked for at once', async () => {
    const { orderId } = await world.buy(ana, { productId: packageAtmc, amount: '100' })
    await days(2)
    const tried = await Promise.allSettled(['one', 'two', 'three'].map((holderSeed) => draw(ana, holderSeed)))
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { records } = await world.call(getOrder, ana, { orderId })
    expect(records.filter(({ code }) => code === 14)).toHaveLength(1)
  })

  it('neither a draw nor a seed can be changed afterwards', async () => {
    await world.buy(ana, { productId: packageAtmc, amount: '100' })
    await days(2)
    await draw(ana)
    await expect(world.db.query(`UPDATE draw SET roll = 999`)).rejects.toThrow()
    await expect(world.db.query(`DELETE FROM draw_day`)).rejects.toThrow()
  })

  it('made after midnight and before settlement does not pay more than is left', async () => {
    const { orderId } = await world.buy(ana, { productId: packageAtmc, amount: '100' })
    await days(2)
    await world.goTo('2026-11-24T00:00:01Z')
    const { unlocked } = await draw(ana)
    await world.settle()
    const { order } = await world.call(getOrder, ana, { orderId })
    const left = 1_990 - Number(unlocked[0]?.amount)
    expect(Number(order.release?.pending)).toBeCloseTo(left, 6)
  })
})

describe('the seeds of the days', () => {
  it('are promised to everybody the day before, whoever asks, and told once the day is over', async () => {
    const seen = (await world.call(listDrawDays, ana, {})).days
    expect(seen).toHaveLength(2)
    const [tomorrow, today] = seen
    expect(today?.day && tomorrow?.day).toBe(addDays(today?.day as Day, 1))
    expect([today?.seed, tomorrow?.seed]).toEqual([null, null])
    await days(1)
    expect((await world.call(getDraw, ana, {})).dayHash).toBe(tomorrow?.hash)
    await days(1)
    const later = (await world.call(listDrawDays, ana, {})).days
    const over = later.filter(({ seed }) => seed !== null)
    expect(over.map(({ day }) => day)).toEqual(expect.arrayContaining([today?.day, tomorrow?.day]))
    for (const { seed, hash } of over) expect(hashOfSeed(seed as string)).toBe(hash)
    expect(over.find(({ day }) => day === tomorrow?.day)?.hash).toBe(tomorrow?.hash)
  })
})
