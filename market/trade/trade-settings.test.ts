import * as v from 'valibot'
import { expect, it } from 'vitest'
import { exchangeLimits, exchangeOpenings, limitsOf } from './trade-settings.ts'

const one = 100_000_000n
const { initial } = exchangeLimits

it('an exchange is worth 5 to 10,000 USDT and moves a price by 5 % at most, until operators change it within bounds', () => {
  expect(limitsOf(initial)).toEqual({
    ...{ minimumValue: 5n * one, maximumValue: 10_000n * one, impactMax: 5_000_000n, heldAboveValue: 100n * one },
  })
  const accepts = (change: object) => v.is(exchangeLimits.schema, { ...initial, ...change })
  for (const [within, beyond] of [
    [{ minimumValue: '25' }, { minimumValue: '25.01' }],
    [{ maximumValue: '1000' }, { maximumValue: '999.99' }],
    [{ impactMax: '0.005' }, { impactMax: '0.00499999' }],
    [{ heldAboveValue: '10' }, { heldAboveValue: '9.99' }],
  ] as const) {
    expect(accepts(within), JSON.stringify(within)).toBe(true)
    expect(accepts(beyond), JSON.stringify(beyond)).toBe(false)
  }
})

it('tightens by a higher minimum and lower limits', () => {
  const tightens = (change: object) => exchangeLimits.tightens?.(initial, { ...initial, ...change })
  expect(tightens({ minimumValue: '6', maximumValue: '9999', impactMax: '0.04', heldAboveValue: '99' })).toBe(true)
  for (const looser of [
    { minimumValue: '4' },
    { maximumValue: '10001' },
    { impactMax: '0.06' },
    { heldAboveValue: '101' },
  ])
    expect(tightens(looser), JSON.stringify(looser)).toBe(false)
})

it('has a command of its own for its switch, which leaves withdrawing open', () => {
  expect([exchangeOpenings.hasOwnVerb, exchangeOpenings.narrowsWithdrawing]).toEqual([true, false])
  expect(exchangeLimits.narrowsWithdrawing).toBe(true)
})
