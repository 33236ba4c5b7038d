import { describe, expect, it } from 'vitest'
import { type AmountBounds, brokenRule, isLookedAt } from './amount-rule.ts'

const bounds: AmountBounds = {
  minimum: 10n,
  fee: 3n,
  available: 400n,
  most: 300n,
  maximumValue: 1_000n,
  dayLeftValue: 900n,
}

describe('the amount of a withdrawal', () => {
  it('is held to the bounds, and each bound itself is still kept', () => {
    expect(brokenRule(10n, 10n, bounds)).toBeUndefined()
    expect(brokenRule(9n, 9n, bounds)).toBe('minimum')
    expect(brokenRule(300n, 900n, bounds)).toBeUndefined()
    expect(brokenRule(301n, 900n, bounds)).toBe('payout')
    expect(brokenRule(401n, 900n, bounds)).toBe('available')
    expect(brokenRule(300n, 901n, bounds)).toBe('day_limit')
    expect(brokenRule(300n, 1_001n, bounds)).toBe('maximum')
  })

  it('is more than the fee, and so is what is there', () => {
    expect(brokenRule(3n, 3n, { ...bounds, minimum: 1n })).toBe('fee')
    expect(brokenRule(4n, 4n, { ...bounds, minimum: 1n })).toBeUndefined()
    expect(brokenRule(50n, 50n, { ...bounds, available: 3n })).toBe('fee')
    expect(brokenRule(50n, 50n, { ...bounds, available: 4n })).toBe('available')
    expect(brokenRule(50n, 50n, { ...bounds, available: 0n })).toBe('available')
  })

  it('has no limit of value without a price, and none of a payout nobody has looked at', () => {
    expect(brokenRule(400n, undefined, { ...bounds, most: undefined })).toBeUndefined()
  })

  it('is looked at above a value at once, above one in a day, and from a number on', () => {
    const above = { reviewAboveValue: 100n, reviewAboveDayValue: 500n, reviewAboveCount: 5 }
    const spent = { value: 400n, count: 4 }
    expect(isLookedAt(100n, spent, above)).toBe(false)
    expect(isLookedAt(101n, spent, above)).toBe(true)
    expect(isLookedAt(50n, { value: 451n, count: 0 }, above)).toBe(true)
    expect(isLookedAt(99n, { value: 401n, count: 0 }, above)).toBe(false)
    expect(isLookedAt(100n, { value: 401n, count: 0 }, above)).toBe(true)
    expect(isLookedAt(undefined, { value: 0n, count: 5 }, above)).toBe(true)
    expect(isLookedAt(undefined, { value: 501n, count: 0 }, above)).toBe(true)
    expect(isLookedAt(undefined, spent, above)).toBe(false)
  })
})
