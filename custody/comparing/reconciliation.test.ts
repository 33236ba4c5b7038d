import { describe, expect, it } from 'vitest'
import { compareBooks, fineOfBase, fineOfUnits, isStale, netInto, unitsOfFine } from './reconciliation.ts'

describe('comparing the books with a chain', () => {
  const even = { custody: 100n, booked: 100n, arriving: 0n, leaving: 0n, remainders: 0n, tolerance: 0n }

  it('finds nothing where what is there is what should be there', () => {
    expect(compareBooks(even)).toEqual({ expected: 100n, difference: 0n, verdict: 'equal' })
  })

  it('counts what is seen and not booked, what has left and is still booked, and remainders', () => {
    expect(compareBooks({ ...even, custody: 125n, arriving: 30n, leaving: 10n, remainders: 5n }).verdict).toBe('equal')
  })

  it('calls one missing unit short, one too many over', () => {
    expect(compareBooks({ ...even, custody: 99n })).toMatchObject({ difference: -1n, verdict: 'short' })
    expect(compareBooks({ ...even, custody: 101n })).toMatchObject({ difference: 1n, verdict: 'over' })
  })

  it('says nothing of what the tolerance allows, either way, to the last unit', () => {
    const tolerant = { ...even, tolerance: 3n }
    expect(compareBooks({ ...tolerant, custody: 97n }).verdict).toBe('equal')
    expect(compareBooks({ ...tolerant, custody: 103n }).verdict).toBe('equal')
    expect(compareBooks({ ...tolerant, custody: 96n }).verdict).toBe('short')
    expect(compareBooks({ ...tolerant, custody: 104n }).verdict).toBe('over')
  })

  it('counts tokens of any decimals and the ledger alike', () => {
    expect(fineOfBase(1n, 6)).toBe(fineOfUnits(100n))
    expect(fineOfBase(10n ** 10n, 18)).toBe(fineOfUnits(1n))
    expect([unitsOfFine(fineOfUnits(7n) + 1n), unitsOfFine(-1n), unitsOfFine(-fineOfUnits(2n))]).toEqual([7n, -1n, -2n])
  })

  it('sees no change in what moves between our own addresses', () => {
    const ours = new Set(['a', 'b'])
    const transfers = [
      { from: 'x', to: 'a', baseUnits: 5n },
      { from: 'a', to: 'b', baseUnits: 4n },
      { from: 'b', to: 'y', baseUnits: 2n },
      { from: 'x', to: 'y', baseUnits: 9n },
    ]
    expect(netInto(ours, transfers)).toBe(3n)
  })

  it('calls a chain stale that was never compared, or not for longer than allowed', () => {
    const now = new Date('2026-11-22T12:00:00Z')
    expect(isStale(undefined, now, 600_000)).toBe(true)
    expect(isStale(new Date('2026-11-22T11:50:00Z'), now, 600_000)).toBe(false)
    expect(isStale(new Date('2026-11-22T11:49:59.999Z'), now, 600_000)).toBe(true)
  })
})
