import { describe, expect, it } from 'vitest'
import { breaksEvenAfter, broughtIn, daysMost, decayed, type PowerPot, powerIncome } from './break-even.ts'

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
    expect(powerIncome(10n * one, pot)).toBe(4_000_000n)
    expect(powerIncome(10n * one, { ...pot, all: 399_990n * one })).toBe(1_000_000n)
  })

  it('rounds down, and is nothing without POWER', () => {
    expect(powerIncome(10n * one, { ...pot, usdt: { numerator: 1n, denominator: 3n } })).toBe(6_666_666n)
    expect(powerIncome(0n, pot)).toBe(0n)
  })

  it('is nothing without a price', () => {
    expect(powerIncome(10n * one, { ...pot, usdt: undefined })).toBe(0n)
  })

  it('decays by a part that rounds up', () => {
    expect(decayed(1_000n, pot)).toBe(998n)
    expect(decayed(1n, pot)).toBe(0n)
  })
})

describe('what so many days bring', () => {
  it('is each of them from the first to the last, and what POWER earns from the day after it was granted', () => {
    const seen: number[] = []
    const daily = (day: number) => {
      seen.push(day)
      return { usdt: one, power: 0n }
    }
    expect([broughtIn(3, daily, pot), broughtIn(0, daily, pot)]).toEqual([3n * one, 0n])
    expect(seen).toEqual([1, 2, 3])
    const granted = (day: number) => ({ usdt: 0n, power: day === 1 ? 1_000n * one : 0n })
    expect([1, 2, 3].map((days) => broughtIn(days, granted, pot))).toEqual([0n, 400_000_000n, 799_200_000n])
  })
})

describe('the day that breaks even', () => {
  it('is looked for up to the last of ten years', () => {
    const onDay = () => ({ usdt: one, power: 0n })
    const dayOf = (cost: bigint) => breaksEvenAfter({ cost, onDay, mayStop: () => true }, pot)
    expect(daysMost).toBe(3_650)
    expect([dayOf(3_650n * one), dayOf(3_650n * one + 1n)]).toEqual([3_650, undefined])
  })

  it('is the first on which an order may stop and has brought what it costs', () => {
    const onDay = () => ({ usdt: one, power: 0n })
    expect(breaksEvenAfter({ cost: 10n * one, onDay, mayStop: () => true }, pot)).toBe(10)
    expect(breaksEvenAfter({ cost: 10n * one, onDay, mayStop: (day) => day % 7 === 0 }, pot)).toBe(14)
  })

  it('counts what POWER earns from the day after it was granted', () => {
    const onDay = (day: number) => ({ usdt: 0n, power: day === 1 ? 1_000n * one : 0n })
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
