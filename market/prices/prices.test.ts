import { describe, expect, it } from 'vitest'
import { riseOf, showPrice, sparkMoments } from './prices.ts'

describe('prices to be shown', () => {
  it('says a rise as a share of four decimals, towards zero', () => {
    expect(riseOf(110n, 100n)).toBe('0.1')
    expect(riseOf(99n, 100n)).toBe('-0.01')
    expect(riseOf(100_001n, 100_000n)).toBe('0')
    expect(riseOf(99_999n, 100_000n)).toBe('0')
    expect(riseOf(1n, 3n)).toBe('-0.6666')
  })

  it('shows a price with eight decimals at most', () => {
    expect(showPrice(50_000_000_000n)).toBe('0.05')
    expect(showPrice(1_234_567_891_999n)).toBe('1.23456789')
  })

  it('draws a point an hour, now the last', () => {
    const now = new Date('2026-11-21T10:00:00Z')
    const moments = sparkMoments(now)
    expect(moments).toHaveLength(25)
    expect(moments.at(-1)).toEqual(now)
    expect(moments[0]).toEqual(new Date('2026-11-20T10:00:00Z'))
  })
})
