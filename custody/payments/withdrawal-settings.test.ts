import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Setting } from '#kit/store/settings.ts'
import {
  boundsOf,
  limitsOf,
  termsOf,
  withdrawalApprovals,
  withdrawalLimits,
  withdrawalOpenings,
  withdrawalTerms,
  withdrawalVelocity,
} from './withdrawal-settings.ts'

const one = 100_000_000n
const faultOf = (setting: Setting<never>, value: unknown): string | undefined => {
  const { issues } = v.safeParse(setting.schema, value)
  return issues?.[0].message
}
const all = [withdrawalOpenings, withdrawalTerms, withdrawalLimits, withdrawalVelocity, withdrawalApprovals]

it('every setting of withdrawals is checked for leaving them possible, and has a valid value from the start', () => {
  for (const setting of all as unknown as Setting<never>[]) {
    expect(setting.narrowsWithdrawing, setting.name).toBe(true)
    expect(faultOf(setting, setting.initial), setting.name).toBeUndefined()
  }
  expect(all.filter(({ hasOwnVerb }) => hasOwnVerb).map(({ name }) => name)).toEqual(['withdrawals.openings'])
})

describe('the daily window', () => {
  const until = '2026-11-23T12:00:00Z'
  const fault = (opening: object, name = 'bsc.USDT') =>
    faultOf(withdrawalOpenings as unknown as Setting<never>, {
      [name]: { open: true, opensAt: '00:00', closesAt: '24:00', ...opening },
    })

  it('is 8 hours at least, also across midnight', () => {
    for (const [opensAt, closesAt] of [
      ['09:00', '17:00'],
      ['20:00', '04:00'],
      ['23:30', '07:30'],
    ])
      expect(fault({ opensAt, closesAt }), opensAt).toBeUndefined()
    for (const [opensAt, closesAt] of [
      ['09:00', '16:59'],
      ['20:00', '03:59'],
      ['09:01', '17:00'],
      ['12:00', '12:00'],
    ])
      expect(fault({ opensAt, closesAt }), opensAt).toMatch('8 hours')
  })

  it('is of a coin that the network carries, and a closure has an end', () => {
    expect(fault({}, 'eth.ATMC')).toMatch('does not travel')
    expect(fault({}, 'bsc')).toMatch('does not travel')
    expect(fault({}, 'moon.USDT')).toMatch('does not travel')
    expect(fault({ open: false })).toMatch('needs an end')
    expect(fault({ open: false, until })).toBeUndefined()
  })

  it('closes withdrawing from the moment it is set until its end', () => {
    const setAt = new Date('2026-11-22T12:00:00Z')
    const window = { opensAt: '00:00', closesAt: '24:00' }
    const openings = {
      'bsc.USDT': { ...window, open: false, until },
      'eth.USDT': { ...window, open: true, until },
      'tron.USDT': { ...window, open: false },
    }
    expect(withdrawalOpenings.closings?.(openings, setAt)).toEqual({
      'bsc.USDT': { from: setAt, until: new Date(until) },
    })
  })
})

describe('minimum and fee', () => {
  const fault = (minimum: string, fee: string, name = 'bsc.USDT') =>
    faultOf(withdrawalTerms as unknown as Setting<never>, { [name]: { minimum, fee } })

  it('are at most five times the initial ones, and the fee is below the minimum', () => {
    expect(fault('50', '1.5')).toBeUndefined()
    expect(fault('50.00000001', '1.5')).toMatch('five times')
    expect(fault('50', '1.50000001')).toMatch('five times')
    expect(fault('1', '0.99999999')).toBeUndefined()
    expect(fault('1', '1')).toMatch('eats the minimum')
    expect(fault('0', '0')).toMatch('eats the minimum')
    expect(fault('10', '1', 'eth.ATMC')).toMatch('does not travel')
  })

  it('can be paid exactly with the decimals of the token', () => {
    expect(fault('20', '0.123456', 'eth.USDT')).toBeUndefined()
    expect(fault('20', '0.12345600', 'eth.USDT')).toBeUndefined()
    expect(fault('20', '0.1234567', 'eth.USDT')).toMatch('decimals')
    expect(fault('20', '0.12345678')).toBeUndefined()
  })

  it('are what the operator set for the chain and the coin, or the initial ones', () => {
    const set = { 'bsc.USDT': { minimum: '12', fee: '0.5' } }
    expect(termsOf(set, 'bsc', 'USDT')).toEqual({ minimum: 12n * one, fee: one / 2n })
    expect(termsOf(set, 'eth', 'USDT')).toEqual({ minimum: 20n * one, fee: 5n * one })
    expect(termsOf({}, 'eth', 'WLD')).toEqual({ minimum: 5n * one, fee: one / 5n })
    expect(() => termsOf({}, 'tron', 'WLD')).toThrow('funds.chain_coin')
    expect(() => termsOf({ 'bsc.USDT': { minimum: '1', fee: '1' } }, 'bsc', 'USDT')).toThrow('after the fee')
  })
})

describe('limits in USDT', () => {
  const initial = {
    ...{ maximumValue: '10000', dayLimitValue: '50000', reviewAboveValue: '1000', reviewAboveDayValue: '5000' },
    reviewAboveCount: 5,
  }
  const fault = (change: object) => faultOf(withdrawalLimits as unknown as Setting<never>, { ...initial, ...change })

  it('are those of the specification from the start', () => {
    expect(withdrawalLimits.initial).toEqual(initial)
    expect(limitsOf(initial)).toEqual({
      ...{ maximumValue: 10_000n * one, dayLimitValue: 50_000n * one, reviewAboveValue: 1_000n * one },
      ...{ reviewAboveDayValue: 5_000n * one, reviewAboveCount: 5 },
    })
  })

  it('cannot fall below a tenth of that, or 3 withdrawals', () => {
    for (const [least, below] of [
      [{ maximumValue: '1000' }, { maximumValue: '999.99' }],
      [
        { dayLimitValue: '5000', maximumValue: '5000' },
        { dayLimitValue: '4999.99', maximumValue: '1000' },
      ],
      [{ reviewAboveValue: '100' }, { reviewAboveValue: '99.99' }],
      [{ reviewAboveDayValue: '500' }, { reviewAboveDayValue: '499.99' }],
      [{ reviewAboveCount: 3 }, { reviewAboveCount: 2 }],
    ] as const) {
      expect(fault(least), JSON.stringify(least)).toBeUndefined()
      expect(fault(below), JSON.stringify(below)).toBeDefined()
    }
    expect(fault({ maximumValue: '50000.01' })).toMatch('more than the most in 24 h')
    expect(fault({ reviewAboveCount: 3.5 })).toBeDefined()
  })

  it('tighten by falling, each of them', () => {
    for (const part of ['maximumValue', 'dayLimitValue', 'reviewAboveValue', 'reviewAboveDayValue'] as const) {
      expect(withdrawalLimits.tightens?.(initial, { ...initial, [part]: '1' }), part).toBe(true)
      expect(withdrawalLimits.tightens?.(initial, { ...initial, [part]: '99999' }), part).toBe(false)
    }
    expect(withdrawalLimits.tightens?.(initial, { ...initial, reviewAboveCount: 4 })).toBe(true)
    expect(withdrawalLimits.tightens?.(initial, { ...initial, reviewAboveCount: 6 })).toBe(false)
  })
})

it('a rush is 50,000 USDT in an hour, or 30 % of a week of deposits above 10,000, until operators change it within bounds', () => {
  const { initial } = withdrawalVelocity
  expect(boundsOf(initial)).toEqual({ hourValue: 50_000n * one, percent: 30, floorValue: 10_000n * one })
  const fault = (change: object) => faultOf(withdrawalVelocity as unknown as Setting<never>, { ...initial, ...change })
  for (const [within, beyond] of [
    [{ hourValue: '10000' }, { hourValue: '9999.99' }],
    [{ rushFloorValue: '1000' }, { rushFloorValue: '999.99' }],
    [{ rushPercent: 10 }, { rushPercent: 9 }],
    [{ rushPercent: 1_000 }, { rushPercent: 1_001 }],
  ]) {
    expect(fault(within as object), JSON.stringify(within)).toBeUndefined()
    expect(fault(beyond as object), JSON.stringify(beyond)).toBeDefined()
  }
})

it('two approvers sign from the start, one to five if operators say so, and more is tighter', () => {
  const fault = (count: number) => faultOf(withdrawalApprovals as unknown as Setting<never>, count)
  expect(withdrawalApprovals.initial).toBe(2)
  expect([1, 5].map(fault)).toEqual([undefined, undefined])
  for (const count of [0, 6, 1.5]) expect(fault(count), `${count}`).toBeDefined()
  const { tightens } = withdrawalApprovals
  expect([tightens?.(2, 3), tightens?.(2, 2), tightens?.(2, 1)]).toEqual([true, true, false])
})
