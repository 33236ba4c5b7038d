import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rate } from '#kit/amount/amount.ts'
import { purposes, type ValueFacts, valueFor, type WayPrices } from './value.ts'

const price = (thousandths: number): Rate => ({ numerator: BigInt(thousandths), denominator: 1_000n })
const shown = (rate: Rate | undefined): number | undefined =>
  rate && Number((rate.numerator * 1_000n) / rate.denominator)
const way = (day: number, week: number, last: number): WayPrices => ({
  day: price(day),
  week: price(week),
  last: price(last),
})
const facts = (changes: Partial<ValueFacts>): ValueFacts => ({
  ways: [],
  feed: undefined,
  anchor: undefined,
  isShallow: false,
  ...changes,
})
const all = (given: ValueFacts) => purposes.map((purpose) => shown(valueFor(purpose, given)))

describe('the value of a coin', () => {
  it('is read on the side that protects the others: handedOut, unbounded and limits at the dearest, earns at the cheapest, shown as it is', () => {
    expect(all(facts({ ways: [way(200, 180, 150)] }))).toEqual([200, 200, 150, 200, 200])
    expect(all(facts({ ways: [way(150, 180, 200)] }))).toEqual([200, 200, 150, 200, 150])
    expect(all(facts({ ways: [way(200, 180, 150)], feed: price(250) }))).toEqual([250, 250, 150, 250, 200])
    expect(all(facts({ ways: [way(200, 180, 150)], feed: price(100) }))).toEqual([200, 200, 100, 200, 200])
  })

  it('looks at every way a coin can be traded, so that a thin market does not speak for a deep one', () => {
    expect(all(facts({ ways: [way(10, 10, 10), way(20, 20, 20)] }))).toEqual([20, 20, 10, 20, 10])
  })

  it('is nothing without a price of the last seven days, but a limit takes the last one known', () => {
    const stale = { day: undefined, week: undefined, last: price(300) }
    expect(all(facts({ ways: [stale] }))).toEqual([undefined, undefined, undefined, 300, undefined])
    expect(all(facts({ ways: [stale], feed: price(310) }))).toEqual([undefined, undefined, undefined, 310, undefined])
    // A stale market's high price must not be used to hand out coins.
    expect(all(facts({ ways: [way(100, 100, 100), stale] }))).toEqual([100, 100, 100, 300, 100])
    expect(all(facts({ ways: [{ day: undefined, week: undefined, last: undefined }] }))).toEqual(
      purposes.map(() => undefined),
    )
  })

  it('is kept within a tenth a day, up as well as down, of what it was at the last cut', () => {
    const cut = (given: Partial<ValueFacts>) => all(facts({ ...given, isShallow: true }))
    const anchor = { rate: price(1_000), days: 1 }
    expect(cut({ ways: [way(500, 500, 500)], anchor })).toEqual([900, 500, 900, 900, 500])
    expect(cut({ ways: [way(2_000, 2_000, 2_000)], anchor })).toEqual([1_100, 2_000, 1_100, 1_100, 2_000])
    expect(cut({ ways: [way(1_050, 1_000, 950)], anchor })).toEqual([1_050, 1_050, 950, 1_050, 1_050])
    const older = { rate: price(1_000), days: 2 }
    expect(cut({ ways: [way(500, 500, 500)], anchor: older })).toEqual([810, 500, 810, 810, 500])
    expect(cut({ ways: [way(2_000, 2_000, 2_000)], anchor: older })).toEqual([1_210, 2_000, 1_210, 1_210, 2_000])
  })

  it('is never held back by that from the side that protects the others: limits rise at once, and what earns falls at once', () => {
    const anchor = { rate: price(1_000), days: 1 }
    expect(all(facts({ ways: [way(500, 500, 500)], anchor }))).toEqual([900, 500, 500, 900, 500])
    expect(all(facts({ ways: [way(2_000, 2_000, 2_000)], anchor }))).toEqual([1_100, 2_000, 1_100, 2_000, 2_000])
  })

  it('never says more for what is earned than for what a limit counts or for what is handed out, whatever was traded', () => {
    const rate = fc.integer({ min: 1, max: 1_000_000 })
    const ways = fc.array(fc.tuple(rate, rate, rate), { minLength: 1, maxLength: 2 })
    fc.assert(
      fc.property(fc.array(fc.tuple(ways, fc.option(rate), fc.boolean()), { minLength: 1, maxLength: 30 }), (days) => {
        const anchors = new Map<string, Rate>()
        for (const [traded, feed, isShallow] of days) {
          const values = purposes.map((purpose) => {
            const before = anchors.get(purpose)
            const value = valueFor(purpose, {
              ways: traded.map((three) => way(...three)),
              feed: feed === null ? undefined : price(feed),
              anchor: before && { rate: before, days: 1 },
              isShallow,
            })
            if (value && isShallow) anchors.set(purpose, value)
            expect(String(value?.denominator).length).toBeLessThan(40)
            return value as Rate
          })
          const [handedOut, , earns, limits] = values as [Rate, Rate, Rate, Rate, Rate]
          for (const other of [handedOut, limits])
            expect(earns.numerator * other.denominator <= other.numerator * earns.denominator).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  })
})
