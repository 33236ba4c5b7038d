import { describe, expect, it } from 'vitest'
import { isRush, passedLimit } from './velocity.ts'

describe('what leaves by all wallets together', () => {
  const limits = { hourValue: 100n, dayValue: 300n }

  it('stops everything beyond the limit of an hour or a day, not at it', () => {
    expect(passedLimit({ hourValue: 100n, dayValue: 300n }, limits)).toBeUndefined()
    expect(passedLimit({ hourValue: 101n, dayValue: 101n }, limits)).toBe('hour')
    expect(passedLimit({ hourValue: 0n, dayValue: 301n }, limits)).toBe('day')
  })

  it('is looked at first above 30 % of a week’s inflow within an hour', () => {
    const flow = { hourUnits: 30n, hourValue: 30n, weekInflow: 100n }
    expect(isRush(flow, 30, 10n)).toBe(false)
    expect(isRush({ ...flow, hourUnits: 31n }, 30, 10n)).toBe(true)
    expect(isRush({ ...flow, weekInflow: 0n }, 30, 10n)).toBe(true)
  })

  it('is not looked at for a few withdrawals, however little came in', () => {
    expect(isRush({ hourUnits: 10n, hourValue: 10n, weekInflow: 0n }, 30, 10n)).toBe(false)
  })
})
