import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#kit/failure.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { alwaysOpen } from '#kit/time/opening.ts'
import { swap } from '../market.ts'
import {
  atRatio,
  decideTrade,
  describeTrade,
  higherValue,
  leastOf,
  quoteSwap,
  sidesOf,
  type TradeFacts,
} from './trade-rules.ts'
import { exchangeLimits, limitsOf } from './trade-settings.ts'

const now = new Date('2026-11-22T12:00:00Z')
const one = 100_000_000n
const refusalOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error.key
    throw error
  }
  return 'none'
}
const facts = (change: Partial<TradeFacts> = {}): TradeFacts => ({
  opening: alwaysOpen,
  limits: limitsOf(exchangeLimits.initial),
  now,
  value: 50n * one,
  impact: { numerator: 1n, denominator: 100n },
  heldUntil: null,
  traded: 0n,
  ...change,
})
const refused = (change: Partial<TradeFacts>) => refusalOf(() => decideTrade(facts(change)))

const reserve = fc.bigInt(one, 10n ** 16n)
const given = fc.bigInt(1n, 10n ** 14n)

describe('trades on a market', () => {
  it('gain nothing by rounding over any round trip', () => {
    fc.assert(
      fc.property(reserve, reserve, given, fc.integer({ min: 1, max: 6 }), (base, quoted, start, rounds) => {
        let [a, b, have] = [base, quoted, start]
        for (let round = 0; round < rounds && have > 0n; round += 1) {
          const there = swap(a, b, have)
          ;[a, b] = [a + there.net, b - there.received]
          if (there.received === 0n) return
          const back = swap(b, a, there.received)
          ;[a, b] = [a - back.received, b + back.net]
          expect(back.received).toBeLessThan(have)
          have = back.received
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('never lower the product of the reserves', () => {
    const steps = fc.array(fc.record({ units: given, buys: fc.boolean() }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(reserve, reserve, steps, (base, quoted, trades) => {
        let reserves = { base, quoted }
        for (const { units, buys } of trades) {
          const { base: a, quoted: b } = reserves
          const { net, received } = buys ? swap(a, b, units) : swap(b, a, units)
          const next = buys ? { base: a + net, quoted: b - received } : { base: a - received, quoted: b + net }
          expect(next.base * next.quoted).toBeGreaterThanOrEqual(a * b)
          expect(next.base > 0n && next.quoted > 0n).toBe(true)
          reserves = next
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('split into parts bring no more than at once, but for the rounding of the fee', () => {
    fc.assert(
      fc.property(reserve, reserve, fc.bigInt(1_000n, 10n ** 12n), (base, quoted, units) => {
        const whole = swap(base, quoted, units).received
        const first = swap(base, quoted, units / 2n)
        const second = swap(base + first.net, quoted - first.received, units - units / 2n)
        expect(first.received + second.received).toBeLessThanOrEqual(whole + 1n + divideUp(quoted, base))
      }),
    )
  })

  const divideUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b
})

describe('a quote', () => {
  const reserves = { base: 200_000n * one, quoted: 160_000n * one }

  it('knows which coin is given and which received', () => {
    expect(sidesOf('USDT-WLD', 'buy')).toEqual({ give: 'USDT', receive: 'WLD' })
    expect(sidesOf('USDT-WLD', 'sell')).toEqual({ give: 'WLD', receive: 'USDT' })
  })

  it('says fee, received, rate, impact and difference to the guide price', () => {
    const units = 1_000n * one
    const quoted = quoteSwap(reserves, 'buy', units)
    const guide = { numerator: 5n, denominator: 4n }
    expect(describeTrade({ ...quoted, direction: 'buy', units, reserve: reserves.base, guide })).toEqual({
      amount: '1000',
      fee: '3',
      received: '793.64368622',
      rate: '0.79364368',
      impact: '0.005',
      guideRate: '0.8',
      guideDifference: '-0.0079',
    })
    const sold = quoteSwap(reserves, 'sell', units)
    expect(describeTrade({ ...sold, direction: 'sell', units, reserve: reserves.quoted, guide }).guideRate).toBe('1.25')
    expect(
      describeTrade({ ...sold, direction: 'sell', units, reserve: reserves.quoted, guide: undefined }),
    ).toMatchObject({ guideRate: null, guideDifference: null })
  })

  it('is refused by an empty market, and where nothing would arrive', () => {
    expect(refusalOf(() => quoteSwap({ base: 0n, quoted: 0n }, 'buy', one))).toBe('exchange.not_open')
    expect(refusalOf(() => quoteSwap({ base: 10n ** 16n, quoted: one }, 'buy', 1_000_000n))).toBe(
      'exchange.calculation',
    )
  })

  it('accepts half a percent less, rounded down, and never more', () => {
    fc.assert(fc.property(given, (units) => leastOf(units) === (units * 995n) / 1_000n))
  })
})

describe('whether a trade may be made', () => {
  it('its value is the higher of both coins’, so that no moved price makes it look small', () => {
    expect(higherValue(5n, 7n)).toBe(7n)
    expect(higherValue(undefined, 7n)).toBe(7n)
    expect(higherValue(5n, undefined)).toBe(5n)
    expect(higherValue(undefined, undefined)).toBeUndefined()
    expect(atRatio({ base: 10n, quoted: 30n }, 'buy', 5n)).toBe(15n)
    expect(atRatio({ base: 10n, quoted: 30n }, 'sell', 5n)).toBe(1n)
  })

  it('it is worth 5 to 10,000 USDT', () => {
    expect(refused({ value: 5n * one })).toBe('none')
    expect(refused({ value: 5n * one - 1n })).toBe('exchange.amount')
    expect(refused({ value: 10_000n * one })).toBe('none')
    expect(refused({ value: 10_000n * one + 1n })).toBe('exchange.amount')
    expect(refused({ value: undefined })).toBe('exchange.not_open')
  })

  it('it moves the price by at most 5 %', () => {
    expect(refused({ impact: { numerator: 5n, denominator: 100n } })).toBe('none')
    expect(refused({ impact: { numerator: 5_000_001n, denominator: 100_000_000n } })).toBe('exchange.impact')
  })

  it('it waits for switch and window, and above 100 USDT for the end of a security hold', () => {
    expect(refused({ opening: { ...alwaysOpen, open: false } })).toBe('exchange.not_open')
    expect(refused({ opening: { open: true, opensAt: '13:00', closesAt: '14:00' } })).toBe('exchange.wrong_time')
    const heldUntil = addMs(now, dayMs)
    expect(refused({ heldUntil, value: 100n * one })).toBe('none')
    expect(refused({ heldUntil, value: 100n * one + 1n })).toBe('exchange.held')
    expect(refused({ heldUntil: now, value: 100n * one + 1n })).toBe('none')
    expect(refused({ heldUntil, value: 60n * one, traded: 40n * one })).toBe('none')
    expect(refused({ heldUntil, value: 60n * one, traded: 40n * one + 1n })).toBe('exchange.held')
    expect(refused({ heldUntil: now, value: 60n * one, traded: 900n * one })).toBe('none')
  })
})
