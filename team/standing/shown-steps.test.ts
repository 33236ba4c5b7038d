import fc from 'fast-check'
import { expect, it } from 'vitest'
import { add, addUnits, amountsOf, unitsAt } from '#kit/amount/many-amounts.ts'
import { stepAbove } from '#kit/text/privacy.ts'
import { isBelowStep, stepAboveAt, stepOf } from './shown-steps.ts'

it('is the grid 1, 2, 5, 10, 20 …', () => {
  expect([0, 1, 2, 3, 4, 5, 24, 33].map(stepOf)).toEqual([1n, 2n, 5n, 10n, 20n, 50n, 100_000_000n, 100_000_000_000n])
})

it.each([
  0n,
  1n,
  2n,
  4n,
  5n,
  9n,
  10n,
  99_999_999n,
  100_000_000n,
  199_999_999n,
  200_000_000n,
  10n ** 15n,
  10n ** 18n - 1n,
])('is above %s what the rule says, below zero too', (units) => {
  const amounts = amountsOf(2)
  addUnits(amounts, 0, units)
  addUnits(amounts, 1, -units)
  expect([0, 1].map((at) => stepOf(stepAboveAt(amounts, at)))).toEqual([stepAbove(units), stepAbove(units)])
})

it('is what the rule says of any amount, however it was added up', () => {
  const part = fc.tuple(
    fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
    fc.integer({ min: -99_999_999, max: 99_999_999 }),
  )
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
      const amounts = amountsOf(1)
      for (const [whole, rest] of parts) add(amounts, 0, whole, rest)
      const above = stepAbove(unitsAt(amounts, 0))
      expect(stepOf(stepAboveAt(amounts, 0))).toBe(above)
      for (let step = 0; step < 60; step += 1)
        if (stepOf(step) < above && above > 1n) expect(isBelowStep(amounts, 0, step)).toBe(false)
    }),
  )
})

it.each([
  [1, -50_000_000],
  [1, -1],
  [-1, 50_000_000],
  [2, -100_000_000],
  [3, -350_000_000],
  [0, 150_000_000],
])('is above %i coins and %i units what the rule says of their sum', (whole, rest) => {
  const amounts = amountsOf(1)
  add(amounts, 0, whole, rest)
  expect(stepOf(stepAboveAt(amounts, 0))).toBe(stepAbove(unitsAt(amounts, 0)))
})

it('sees at once that most amounts are below a step', () => {
  const amounts = amountsOf(2)
  addUnits(amounts, 1, -1_234_56000000n)
  expect([0, 1].map((at) => isBelowStep(amounts, at, 34))).toEqual([true, true])
  expect(stepOf(34)).toBe(2_000_00000000n)
})
