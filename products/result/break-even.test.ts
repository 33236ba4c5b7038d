import { describe, expect, it } from 'vitest'
import { breaksEvenAfter, decayed, type PowerPot, powerIncome } from './break-even.ts'

const one = 100_000_000n
const pot: PowerPot = {
  dayUnits: 2_000n * one,
  all: 0n,
  full: 100_000n * one,
  decay: { numerator: 2n, denominator: 1_000n },
  usdt: { numerator: 1n, denominator: 5n },
}
const none = { usdt: 0n, power: 0n }

describe('what POWER earns of today’s pot', () => {
  it('is its share of the pot at the guide price, scaled while there is little POWER', () => {
    // 10 of 100,000 of 2,000 ATMC is 0.2 ATMC, worth 0.04 USDT.
    expect(powerIncome(10n * one, pot)).toBe(4_000_000n)
    expect(powerIncome(10n * one, { ...pot, all: 399_990n * one })).toBe(1_000_000n)
  })

  it('is nothing without a price', () => {
    expect(powerIncome(10n * one, { ...pot, usdt: undefined })).toBe(0n)
  })

  it('decays by a part that rounds up', () => {
    expect(decayed(1_000n, pot)).toBe(998n)
    expect(decayed(1n, pot)).toBe(0n)
  })
})

describe('the day that breaks even', () => {
  it('is the first on which an order may stop and has brought what it costs', () => {
    const onDay = () => ({ usdt: one, power: 0n })
    expect(breaksEvenAfter({ cost: 10n * one, onDay, mayStop: () => true }, pot)).toBe(10)
    expect(breaksEvenAfter({ cost: 10n * one, onDay, mayStop: (day) => day % 7 === 0 }, pot)).toBe(14)
  })

  it('counts what POWER earns from the day after it was granted', () => {
    const onDay = (day: number) => ({ usdt: 0n, power: day === 1 ? 1_000n * one : 0n })
    // 4 USDT on the second day.
    expect(breaksEvenAfter({ cost: 4n * one - 10_000_000n, onDay, mayStop: () => true }, pot)).toBe(2)
  })

  it('is never where nothing comes, and later the more is given up', () => {
    expect(breaksEvenAfter({ cost: 1n, onDay: () => none, mayStop: () => true }, pot)).toBeUndefined()
    const onDay = () => ({ usdt: 0n, power: one })
    const days = [1n, 5n, 25n].map(
      (cost) => breaksEvenAfter({ cost: cost * one, onDay, mayStop: () => true }, pot) ?? 0,
    )
    expect(days).toEqual([...days].sort((a, b) => a - b))
  })
})
