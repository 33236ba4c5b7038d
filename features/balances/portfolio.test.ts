import { describe, expect, it } from 'vitest'
import type { Day } from '#kit/time/clock.ts'
import { portfolioOf } from './portfolio.ts'

const one = 100_000_000n
const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}` as Day
const prices: Readonly<Record<string, bigint>> = { USDT: one }
const of = (facts: Partial<Parameters<typeof portfolioOf>[0]>) =>
  portfolioOf({
    balances: new Map(),
    movements: [],
    priceOf: (_, coin) => prices[coin],
    first: day(1),
    today: day(4),
    ...facts,
  })
const movement = (number: number, change: bigint, moved: bigint, asset = 'USDT') => ({
  day: day(number),
  asset,
  change,
  moved,
})

describe('the value of a wallet over time', () => {
  it('tells what was put in and taken out from what was gained', () => {
    const found = of({
      balances: new Map([['USDT', 90n * one]]),
      movements: [movement(2, 100n * one, 100n * one), movement(3, 5n * one, 0n), movement(4, -15n * one, -20n * one)],
    })
    expect(found).toEqual({
      complete: true,
      days: [
        { day: day(1), value: 0n, moved: 0n, gain: 0n },
        { day: day(2), value: 100n * one, moved: 100n * one, gain: 0n },
        { day: day(3), value: 105n * one, moved: 0n, gain: 5n * one },
        { day: day(4), value: 90n * one, moved: -20n * one, gain: 5n * one },
      ],
    })
  })

  it('calls a change of price a gain or a loss, and an exchange neither', () => {
    const byDay: Readonly<Record<string, bigint>> = { '2026-11-03': 2n * one, '2026-11-04': (3n * one) / 2n }
    const found = of({
      balances: new Map([
        ['USDT', 0n],
        ['WLD', 50n * one],
      ]),
      movements: [movement(2, 100n * one, 100n * one), movement(3, -100n * one, 0n), movement(3, 50n * one, 0n, 'WLD')],
      priceOf: (at, coin) => (coin === 'USDT' ? one : byDay[at]),
    })
    expect(found.days.map(({ value, gain }) => [value / one, gain / one])).toEqual([
      [0n, 0n],
      [100n, 0n],
      [100n, 0n],
      [75n, -25n],
    ])
    expect(found.complete).toBe(true)
  })

  it('adds up to the last unit, whatever moved', () => {
    const found = of({
      balances: new Map([
        ['USDT', 1n],
        ['WLD', 33_333_333n],
      ]),
      movements: [movement(2, 33_333_334n, 33_333_334n, 'WLD'), movement(3, -1n, -1n, 'WLD'), movement(3, 1n, 0n)],
      priceOf: (at, coin) => (coin === 'USDT' ? one : at > day(2) ? 124_860_001n : 99_999_999n),
    })
    for (const [place, { value, moved, gain }] of found.days.entries())
      if (place > 0) expect(value).toBe((found.days[place - 1]?.value ?? 0n) + moved + gain)
    expect(found.days.at(-1)?.value).toBe(41_620_000n)
  })

  it('leaves out a coin without a price and says so, and is empty where there never was a coin', () => {
    expect(of({ balances: new Map([['ATMX', one]]), movements: [movement(2, one, one, 'ATMX')] })).toEqual({
      days: [],
      complete: false,
    })
    expect(of({})).toEqual({ days: [], complete: true })
  })

  it('begins a day before the first coin came', () => {
    const found = of({ balances: new Map([['USDT', one]]), movements: [movement(4, one, one)] })
    expect(found.days.map((each) => each.day)).toEqual([day(3), day(4)])
  })
})
