import { describe, expect, it } from 'vitest'
import { addMs } from '#kit/clock.ts'
import {
  bestWithinMs,
  bonusOf,
  creditFitting,
  creditFor,
  creditMost,
  mayHold,
  payWithinMs,
  prepaymentOf,
} from './reservation.ts'

const dueAt = new Date('2026-11-22T00:00:00Z')
const bonusAfter = (ms: number) => bonusOf(1_009n, dueAt, addMs(dueAt, ms))

describe('a place in the queue', () => {
  it('takes 1 % of the coins, rounded up, and the worth in credit', () => {
    expect([prepaymentOf(10_000n), prepaymentOf(10_001n), prepaymentOf(1n)]).toEqual([100n, 101n, 1n])
    expect([creditFor(500n), creditFor(0n)]).toEqual([500n, 1n])
  })

  it('brings 10 % within two hours, 2 % within a day and nothing after, rounded down', () => {
    expect([bonusAfter(0), bonusAfter(bestWithinMs - 1)]).toEqual([100n, 100n])
    expect([bonusAfter(bestWithinMs), bonusAfter(payWithinMs - 1)]).toEqual([20n, 20n])
    expect(bonusAfter(payWithinMs)).toBe(0n)
  })

  it('never lifts credit above the most', () => {
    expect(creditFitting(10n, creditMost - 4n)).toBe(4n)
    expect(creditFitting(10n, creditMost)).toBe(0n)
    expect(creditFitting(10n, creditMost + 1n)).toBe(0n)
    expect(creditFitting(10n, 0n)).toBe(10n)
  })

  it('holds at most a fifth of what the pool has and these hold', () => {
    expect(mayHold(20n, 0n, 100n)).toBe(true)
    expect(mayHold(21n, 0n, 100n)).toBe(false)
    expect(mayHold(10n, 10n, 90n)).toBe(true)
    expect(mayHold(11n, 10n, 90n)).toBe(false)
    expect(mayHold(0n, 30n, 70n)).toBe(false)
  })
})
