import { describe, expect, it } from 'vitest'
import { powerOfLines } from './power-codes.ts'
import { type PowerOfDay, powerFigures } from './power-figures.ts'

const one = 100_000_000n
const line = (name: string, value: bigint, paid: readonly (readonly [code: number, units: bigint])[], named = 0n) => ({
  ...{ line: name, orders: 5, value: value * one, named: named * one },
  paid: paid.map(([code, units]) => ({ code, units: units * one, postings: 5 })),
})
const days = (...lines: readonly PowerOfDay['lines'][]): PowerOfDay[] =>
  lines.map((each, place) => ({ day: place === 0 ? null : `2026-11-2${place}`, lines: each }))

describe('the POWER of a line', () => {
  it('goes by the record types of the specification', () => {
    expect(powerOfLines.map(({ line: id, daily, once, back }) => [id, daily, once, back])).toEqual([
      ['dual', 2, 13, undefined],
      ['dual2', 20, undefined, 15],
      ['compound', 9, 8, 10],
      ['liquidity', 5, undefined, 15],
      ['acceleration', 14, undefined, undefined],
      ['lockup', 24, undefined, 15],
    ])
  })

  it('adds up all days by kind, and shows single days apart from the sum of earlier ones', () => {
    const [dual2, ...more] = powerFigures(
      days(
        [line('dual2', 1_000n, [[20, 5n]], 5n), line('dual', 0n, [[2, 9n]])],
        [
          line('dual2', 2_000n, [
            [20, 8n],
            [15, 3n],
          ]),
        ],
        [line('dual2', 0n, [[20, 1n]])],
      ),
    )
    expect(more).toEqual([])
    expect(dual2).toEqual({
      ...{ line: 'dual2', daily: 14n * one, once: 0n, back: 3n * one },
      // 14 granted less 3 taken back of 3,000 USDT, and 5 named.
      ...{ realised: 3_6667n * 10_000n, named: 1_6667n * 10_000n, days: 1, course: [4n * one] },
    })
  })

  it('takes nothing back from the daily POWER of a line that grants some at the start', () => {
    const [compound] = powerFigures(
      days([
        line('compound', 1_000n, [
          [9, 4n],
          [8, 7n],
          [10, 2n],
        ]),
      ]),
    )
    expect(compound).toMatchObject({ daily: 4n * one, once: 7n * one, back: 2n * one, realised: 4n * one, days: 0 })
  })

  it('is rounded to the nearest ten-thousandth, a half up', () => {
    const rateOf = (units: bigint) => {
      const each = { ...line('lockup', 1_000n, []), paid: [{ code: 24, units, postings: 5 }] }
      return powerFigures(days([each]))[0]?.realised
    }
    expect([4_999n, 5_000n, 14_999n, 15_000n].map(rateOf)).toEqual([0n, 10_000n, 10_000n, 20_000n])
  })
})
