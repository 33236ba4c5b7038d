import { describe, expect, it } from 'vitest'
import { isAboveBounds, isMuchOfCoin } from './velocity.ts'

describe('what leaves within an hour', () => {
  const coin = { hourUnits: 30n, hourValue: 30n, weekInflow: 100n }
  const bounds = { hourValue: 100n, percent: 30, floorValue: 10n }

  it('makes further withdrawals wait beyond a bound, not at it', () => {
    expect(isAboveBounds({ hourValue: 100n, coin }, bounds)).toBe(false)
    expect(isAboveBounds({ hourValue: 101n, coin }, bounds)).toBe(true)
    expect(isAboveBounds({ hourValue: 100n, coin: { ...coin, hourUnits: 31n } }, bounds)).toBe(true)
  })

  it('is much of a coin above 30 % of a week’s inflow', () => {
    expect(isMuchOfCoin(coin, 30, 10n)).toBe(false)
    expect(isMuchOfCoin({ ...coin, hourUnits: 31n }, 30, 10n)).toBe(true)
    expect(isMuchOfCoin({ ...coin, weekInflow: 0n }, 30, 10n)).toBe(true)
  })

  it('is never much for a few withdrawals, however little came in', () => {
    expect(isMuchOfCoin({ hourUnits: 10n, hourValue: 10n, weekInflow: 0n }, 30, 10n)).toBe(false)
  })
})
