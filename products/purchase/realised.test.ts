import { describe, expect, it } from 'vitest'
import { type Behind, type PotDays, realisedOf } from './realised.ts'

const pot = (changes: Partial<PotDays> = {}): PotDays => ({
  days: 2,
  shared: 2,
  weight: 2_000n,
  paid: new Map([['USDT', 10n]]),
  ...changes,
})
const principal: Behind = { coins: [{ asset: 'USDT', units: 1n }], weight: 1n }
const market: Behind = {
  coins: [
    { asset: 'USDT', units: 400n },
    { asset: 'ATMC', units: 8_000n },
  ],
  weight: 100n,
}
const aDay = (days: PotDays, behind: Behind) => {
  const real = realisedOf(days, behind)
  return real && [real.days, Number(real.paid) / Number(real.principal)]
}

describe('what a day really brought', () => {
  it('is what was paid of the principal, where weights are principal', () => {
    expect(aDay(pot(), principal)).toEqual([2, 10 / 2_000])
  })

  it('counts a day without anything to share out as one that brought nothing', () => {
    expect(aDay(pot({ days: 4 }), principal)).toEqual([4, 5 / 2_000])
    expect(aDay(pot({ days: 4, shared: 0, weight: 0n, paid: new Map() }), principal)).toEqual([4, 0])
  })

  it('is half of what each coin of a market grew by, without a price', () => {
    const paid = new Map([
      ['USDT', 10n],
      ['ATMC', 160n],
    ] as const)
    expect(aDay(pot({ weight: 200n, paid }), market)).toEqual([2, (5 / 400 + 80 / 8_000) / 2])
    expect(aDay(pot({ weight: 200n }), market)).toEqual([2, 5 / 400 / 2])
  })

  it('is unknown before the first day, and with nothing behind a weight', () => {
    expect(realisedOf(pot({ days: 0, shared: 0, weight: 0n }), principal)).toBeUndefined()
    expect(realisedOf(pot(), { ...market, weight: 0n })).toBeUndefined()
    expect(realisedOf(pot(), { coins: [{ asset: 'USDT', units: 0n }], weight: 1n })).toBeUndefined()
  })
})
