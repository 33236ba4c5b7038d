import { expect, it } from 'vitest'
import { add, addUnits, amountsOf, hundredths, unitsAt, unitsOf, unitsTextAt, wholeAt } from './many-amounts.ts'

it('keeps whole coins and units apart, with the sign of the amount', () => {
  const amounts = amountsOf(3)
  addUnits(amounts, 1, 250_000_001n)
  addUnits(amounts, 2, -250_000_001n)
  expect([...amounts.whole]).toEqual([0, 2, -2])
  expect([...amounts.rest]).toEqual([0, 50_000_001, -50_000_001])
  add(amounts, 1, 3, 60_000_000)
  expect([amounts.whole[1], amounts.rest[1]]).toEqual([5, 110_000_001])
  expect([0, 1, 2, 3].map((at) => unitsAt(amounts, at))).toEqual([0n, 610_000_001n, -250_000_001n, 0n])
  expect([0, 1, 2, 3].map((at) => unitsTextAt(amounts, at))).toEqual(['0', '610000001', '-250000001', '0'])
})

it('is exact on both sides of 2⁵³ units', () => {
  for (const [whole, rest, units] of [
    [90_071_992, 54_740_991, 2n ** 53n - 1n],
    [90_071_992, 54_740_993, 2n ** 53n + 1n],
    [90_071_993, 1, 9_007_199_300_000_001n],
    [-90_071_992, -54_740_993, -(2n ** 53n) - 1n],
  ] as const) {
    expect(unitsOf(whole, rest)).toBe(units)
    const amounts = amountsOf(1)
    add(amounts, 0, whole, rest)
    expect([unitsAt(amounts, 0), unitsTextAt(amounts, 0)]).toEqual([units, `${units}`])
  }
})

it('counts whole coins rounded down', () => {
  const amounts = amountsOf(3)
  add(amounts, 0, 2, 99_999_999)
  add(amounts, 1, 2, 100_000_000)
  add(amounts, 2, 2, 250_000_000)
  expect([0, 1, 2, 3].map((at) => wholeAt(amounts, at))).toEqual([2, 3, 4, 0])
})

it('takes hundredths rounded down to the unit', () => {
  expect(hundredths(3, 50, 50)).toEqual({ whole: 1, rest: 50_000_025 })
  expect(hundredths(7, 0, 3)).toEqual({ whole: 0, rest: 21_000_000 })
  expect([99, 100, 199, 200].map((rest) => hundredths(0, rest, 1).rest)).toEqual([0, 1, 1, 2])
})
