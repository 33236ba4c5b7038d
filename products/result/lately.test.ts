import { expect, it } from 'vitest'
import { testOrder, testProducts } from '../terms/test-order.ts'
import { latelyOf, timesLately } from './lately.ts'

const one = 100_000_000n
const productOf = (id: number) => {
  const product = testProducts.find((each) => each.id === id)
  if (!product) throw new Error(`no product ${id}`)
  return product
}
const usdt = (units: bigint) => [{ asset: 'USDT', units }] as const
const compound = testOrder({ terms: { line: 'compound', mostPerDay: '0.0002' } })
const of = (id: number, paid: bigint, principal: bigint) => ({
  product: productOf(id),
  lately: { days: 9, paid, principal },
})

it('is the part of what is in the order now that days really paid, rounded down, and never more than a day may pay', () => {
  expect(latelyOf(compound, usdt(500n * one), of(20, 199n, 1_000_000n))).toEqual({ days: 9, coins: usdt(9_950_000n) })
  expect(latelyOf(compound, usdt(9_999n), of(20, 1n, 10_000n))?.coins).toEqual(usdt(0n))
  expect(latelyOf(compound, usdt(500n * one), of(20, 3n, 10_000n))?.coins).toEqual(usdt(10_000_000n))
})

it('is a loss where days lost more than they paid, rounded up', () => {
  const fund = testOrder({ terms: { line: 'fund' } })
  expect(latelyOf(fund, usdt(10n), of(34, -1n, 3n))?.coins).toEqual(usdt(-4n))
})

it('counts a longer term of a market by its weight, coin by coin', () => {
  const long = testOrder({ terms: { line: 'liquidity', days: 90, weight: '1.5' } })
  const held = [
    { asset: 'USDT', units: 1_000n },
    { asset: 'ATMC', units: 5_000n },
  ] as const
  expect(latelyOf(long, held, of(30, 1n, 100n))?.coins).toEqual([
    { asset: 'USDT', units: 15n },
    { asset: 'ATMC', units: 75n },
  ])
})

it('is what a model with a price was really paid, for each piece', () => {
  const realisedADay = { days: 2, coins: [{ asset: 'ATMC', units: 7n }] } as const
  const machine = latelyOf(testOrder({ terms: { line: 'machine' } }), [], { product: productOf(40), realisedADay })
  expect(machine).toEqual(realisedADay)
  expect(machine && timesLately(machine, 3)).toEqual({ days: 2, coins: [{ asset: 'ATMC', units: 21n }] })
})

it('says nothing before anything was paid, and where the terms say what is paid', () => {
  expect(latelyOf(compound, usdt(one), { product: productOf(20) })).toBeUndefined()
  expect(latelyOf(compound, usdt(one), of(20, 0n, 0n))).toBeUndefined()
  expect(latelyOf(testOrder(), usdt(one), { product: productOf(1) })).toBeUndefined()
})
