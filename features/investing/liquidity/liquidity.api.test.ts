import { describe, expect, it } from 'vitest'
import { parseUnits } from '#kit/amount/amount.ts'
import { Refusal } from '#kit/failure.ts'
import { dayMs, hourMs } from '#kit/time/clock.ts'
import { company, poolFree, reserve } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { liquidityOf, reservesOf } from '#market/market.store.ts'
import { left, stakeOf } from '#market/trade/liquidity.ts'
import { findLiquidityProblems } from '#products/lines/liquidity/liquidity-invariants.server.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { cancelOrder, getOrder, getProduct, redeemOrder } from '../investing.contract.ts'
import { liquidityWorld, swap } from './test-liquidity.ts'

const one = 100_000_000n

const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'nothing was refused'
  } catch (error) {
    if (error instanceof Refusal) return error.key
    throw error
  }
}

describe('liquidity mining', () => {
  it('quotes both coins at the ratio of the market, the shares, and twice the value of the base coin', async () => {
    const world = await liquidityWorld()
    const ana = await world.wallet()
    const { quote, market, product } = await world.call(getProduct, ana, { productId: 30, amount: '1000', days: 7 })
    expect(market).toMatchObject({ pair: 'USDT-ATMC', shares: '44721.35954999', companyShares: '44721.35954999' })
    expect(product.accrual).toBe('share')
    expect(quote).toMatchObject({ base: '1000', side: '20000', value: '2000', power: '2', problem: null })
    expect(quote?.shares).toEqual({ now: '4472.13595499', least: '4248.52915724' })
    await world.close()
  })

  it('waits with both coins, joins at the ratio of its start, and gives back what the ratio leaves', async () => {
    const world = await liquidityWorld()
    const [ana, ben] = [await world.wallet(), await world.wallet()]
    const { orderId } = await world.join(ana)
    expect(await world.balance(ana, 'ATMC')).toBe(80_000n * one)
    await swap(world, ben, 'USDT', 500n)
    const before = await liquidityOf(world.db, 'USDT-ATMC')
    await world.goTo('2026-11-23T00:00:00Z')
    await world.settle()
    const { order, holding, timeline } = await world.call(getOrder, ana, { orderId })
    expect(order).toMatchObject({ state: 'earning', amount: '1000' })
    expect(timeline.at(-1)?.kind).toBe('market_joined')
    const after = await liquidityOf(world.db, 'USDT-ATMC')
    const side = parseUnits(order.sideAmount) ?? 0n
    const stake = { base: 1_000n * one, quoted: side, shares: parseUnits(holding?.shares ?? '') ?? 0n }
    // Joining is no trade and sets no price.
    expect(stakeOf(left(after, stake), 1_000n * one, 20_000n * one)).toEqual(stake)
    expect(await world.balance(ana, 'ATMC')).toBe(100_000n * one - side)
    const prices = await world.db.query<{ at: Date }>('SELECT at FROM market_trade WHERE base_units >= 60000000000')
    expect(prices).toEqual([])
    expect(after.base > before.base).toBe(true)
    expect(holding).toMatchObject({ allShares: expect.stringMatching(/^48981\./) })
    expect(await findOrderProblems(world.db)).toEqual([])
    expect(await findLiquidityProblems(world.db)).toEqual([])
    await world.close()
  })

  it('is not bought for fewer shares than agreed, and does not start for fewer', async () => {
    const world = await liquidityWorld()
    const [ana, ben] = [await world.wallet(), await world.wallet()]
    expect(await refusalOf(world.join(ana, { leastShares: '4500' }))).toBe('invest.shares_moved')
    const { orderId } = await world.join(ana, { leastShares: '4472' })
    await swap(world, ben, 'USDT', 500n)
    await world.goTo('2026-11-23T00:00:00Z')
    await world.settle()
    const { order, timeline } = await world.call(getOrder, ana, { orderId })
    expect(order.state).toBe('cancelled')
    expect(timeline.at(-1)).toMatchObject({
      kind: 'cancelled_few_shares',
      params: { returned: '1000 USDT + 20000 ATMC' },
    })
    expect(await world.balance(ana, 'USDT')).toBe(20_000n * one)
    await world.close()
  })

  it('pays half of the pair’s fees by shares × weight of the term; the seed’s part goes back to the fees', async () => {
    const world = await liquidityWorld()
    const [ana, ben, eve] = [await world.wallet(), await world.wallet(), await world.wallet()]
    const short = await world.join(ana)
    await world.join(ben, { days: 90 })
    await world.goTo('2026-11-23T12:00:00Z')
    await world.settle()
    const [usdtA, usdtB] = [await world.balance(ana, 'USDT'), await world.balance(ben, 'USDT')]
    await swap(world, eve, 'USDT', 1_000n)
    await world.goTo('2026-11-24T00:00:00Z')
    await world.settle()
    // Fee 3 USDT, half of it shared; weights: seed 10, ana 1, ben 1.5.
    const [paidA, paidB] = [(await world.balance(ana, 'USDT')) - usdtA, (await world.balance(ben, 'USDT')) - usdtB]
    expect([paidA, paidB]).toEqual([11_999_999n, 17_999_999n])
    expect(await balanceOf(world.db, poolFree('liquidity'), 'USDT')).toBeLessThan(3n)
    expect(await world.balance(ana, 'POWER')).toBe(2n * one)
    const { records } = await world.call(getOrder, ana, short)
    expect(records.map(({ code }) => code)).toEqual(expect.arrayContaining([7, 5]))
    await world.close()
  })

  it('gives its part of both coins back at the end, and nothing of anybody else’s', async () => {
    const world = await liquidityWorld()
    const [ana, ben] = [await world.wallet(), await world.wallet()]
    const { orderId } = await world.join(ana)
    await world.goTo('2026-11-23T12:00:00Z')
    await world.settle()
    await swap(world, ben, 'ATMC', 10_000n)
    const seed = await liquidityOf(world.db, 'USDT-ATMC')
    await world.pass(8 * dayMs)
    const { order, timeline, holding } = await world.call(getOrder, ana, { orderId })
    expect(order.state).toBe('ended')
    expect(holding).toBeNull()
    expect(timeline.at(-1)?.kind).toBe('ended')
    const rest = await liquidityOf(world.db, 'USDT-ATMC')
    expect(rest.shares).toBe(rest.companyShares)
    // Rounding stays in the market.
    const part = (units: bigint) => (units * seed.companyShares) / seed.shares
    expect(rest.base - part(seed.base)).toBeGreaterThanOrEqual(0n)
    expect(rest.quoted - part(seed.quoted)).toBeGreaterThanOrEqual(0n)
    expect(await findOrderProblems(world.db)).toEqual([])
    expect(await findLiquidityProblems(world.db)).toEqual([])
    await world.close()
  })

  it('may be left early without a fee, for no less than agreed; loses the day, and the POWER it granted', async () => {
    const world = await liquidityWorld()
    const ana = await world.wallet()
    const { orderId } = await world.join(ana)
    expect(await refusalOf(world.call(redeemOrder, ana, { orderId }))).toBe('invest.order_cannot_close')
    await world.goTo('2026-11-24T12:00:00Z')
    await world.settle()
    expect(await refusalOf(world.call(redeemOrder, ana, { orderId, leastBase: '1000.01' }))).toBe(
      'exchange.price_moved',
    )
    const { holding, exit } = await world.call(getOrder, ana, { orderId })
    expect(exit).toMatchObject({ feeShare: '0', fee: [], power: '2' })
    const [leastBase, leastSide] = (holding?.least ?? []).map(({ amount }) => amount)
    expect(await world.balance(ana, 'POWER')).toBe(2n * one)
    const { order } = await world.call(redeemOrder, ana, { orderId, leastBase, leastSide })
    expect(order.state).toBe('cancelled')
    expect(20_000n * one - (await world.balance(ana, 'USDT'))).toBeLessThan(2n)
    expect(100_000n * one - (await world.balance(ana, 'ATMC'))).toBeLessThan(2n)
    const { timeline, records } = await world.call(getOrder, ana, { orderId })
    expect(timeline.slice(-2)).toMatchObject([
      { kind: 'market_left' },
      { kind: 'power_taken_back', params: { power: '2' } },
    ])
    expect(records).toContainEqual(expect.objectContaining({ code: 15, asset: 'POWER', amount: '2', direction: 'out' }))
    await world.pass(2 * dayMs)
    expect(await world.balance(ana, 'POWER')).toBe(0n)
    expect(await findOrderProblems(world.db)).toEqual([])
    expect(await reservesOf(world.db, 'USDT-ATMC')).toMatchObject({ base: expect.any(BigInt) })
    await world.close()
  })

  it('gives everything back when cancelled before the start, and is not sold while the market holds nothing', async () => {
    const world = await liquidityWorld()
    const ana = await world.wallet()
    const { orderId } = await world.join(ana)
    world.clock.advance(hourMs)
    await world.call(cancelOrder, ana, { orderId })
    expect(await world.balance(ana, 'USDT')).toBe(20_000n * one)
    expect(await world.balance(ana, 'ATMC')).toBe(100_000n * one)
    expect(await refusalOf(world.join(ana, { productId: 31 }))).toBe('exchange.not_open')
    expect(await refusalOf(world.join(ana, { amount: '5000.01' }))).toBe('invest.maximum')
    expect(await refusalOf(world.join(ana, { days: 8 }))).toBe('invest.period')
    expect(await balanceOf(world.db, company('fees'), 'USDT')).toBe(0n)
    expect(await balanceOf(world.db, reserve('USDT-ATMC'), 'USDT')).toBe(10_000n * one)
    await world.close()
  })
})
