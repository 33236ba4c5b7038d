import { describe, expect, it } from 'vitest'
import { addMs, minuteMs } from '#kit/time/clock.ts'
import { blockTimeOf, type PaceFacts, paceOf, secondsFor } from './chain-pace.ts'

const stamped = (...gaps: readonly number[]): number[] => {
  const moments = [0]
  for (const gap of gaps) moments.push((moments.at(-1) ?? 0) + gap * 1_000)
  return moments
}
const times = (count: number, gap: number): number[] => Array.from({ length: count }, () => gap)

describe('the time from one block to the next', () => {
  it('is the mean of what was measured: 12 × 3 s and 4 × 5 s are 56 s in 16 gaps', () => {
    expect(blockTimeOf(stamped(...times(12, 3), ...times(4, 5)))).toBe(3_500)
  })

  it('is finer than the seconds that blocks are stamped with: of 40 gaps 30 are 1 s and 10 are none', () => {
    expect(blockTimeOf(stamped(...times(10, 0), ...times(30, 1)))).toBe(750)
  })

  it('leaves out a pause: an hour between two rows of 1 s is none of the pace', () => {
    expect(blockTimeOf(stamped(...times(15, 1), 3_600, ...times(15, 1)))).toBe(1_000)
    expect(blockTimeOf(stamped(...times(20, 2), 20))).toBeCloseTo(60_000 / 21, 6)
  })

  it('is not known from fewer than ten gaps, nor where all blocks are of one moment', () => {
    expect(blockTimeOf(stamped(...times(9, 3)))).toBeUndefined()
    expect(blockTimeOf(stamped(...times(10, 3)))).toBe(3_000)
    expect(blockTimeOf(stamped(...times(10, 0)))).toBeUndefined()
    expect(blockTimeOf([])).toBeUndefined()
    expect(blockTimeOf(stamped(...times(9, 0), 0.001))).toBe(0.1)
  })

  it('counts a gap up to ten times the usual one, and up to ten seconds of a faster chain', () => {
    expect(blockTimeOf(stamped(...times(15, 1), 10))).toBe(25_000 / 16)
    expect(blockTimeOf(stamped(...times(15, 1), 10.001))).toBe(1_000)
    expect(blockTimeOf(stamped(...times(15, 0.5), 10))).toBe(17_500 / 16)
    expect(blockTimeOf(stamped(...times(15, 0.5), 10.001))).toBe(500)
    expect(blockTimeOf(stamped(...times(6, 2), ...times(6, 3), 30))).toBe(60_000 / 13)
  })

  it('takes a block stamped before the one it follows as made at the same moment', () => {
    expect(blockTimeOf(stamped(...times(10, 1), -5, ...times(10, 1)))).toBe(20_000 / 21)
  })
})

describe('how fast a chain goes', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const facts: PaceFacts = { chain: 'eth', demo: false, head: 100n, headAt: now, read: 100n, moments: [] }
  const isLate = (change: Partial<PaceFacts>) => paceOf({ ...facts, ...change }, now).isLate

  it('is what it is known for until it is measured: 12 blocks of 12 s are 144 s', () => {
    const pace = paceOf(facts, now)
    expect(pace).toEqual({ blockMs: 12_000, isLate: false })
    expect(secondsFor(12, pace)).toBe(144)
  })

  it('is as measured then: 15 blocks of 0.75 s are 11.25 s, said as 12', () => {
    const pace = paceOf({ ...facts, chain: 'bsc', moments: stamped(...times(10, 0), ...times(30, 1)) }, now)
    expect(secondsFor(15, pace)).toBe(12)
    expect(secondsFor(2_000, { ...pace, blockMs: 1_000 })).toBe(2_000)
    expect(secondsFor(1, { ...pace, blockMs: 1_001 })).toBe(2)
  })

  it('is late where we read more blocks behind than a payment needs, or have read none', () => {
    expect([isLate({ read: 88n }), isLate({ read: 87n }), isLate({ read: null })]).toEqual([false, true, true])
  })

  it('is late when no block came for five minutes, or for twenty blocks of a slow chain; a demo’s may be silent', () => {
    const seen = (minutes: number, change: Partial<PaceFacts> = {}) =>
      isLate({ headAt: addMs(now, -minutes * minuteMs), ...change })
    expect([seen(5), seen(5.1)]).toEqual([false, true])
    const slow = { moments: stamped(...times(20, 30)) }
    expect([seen(10, slow), seen(10.1, slow)]).toEqual([false, true])
    expect([seen(600, { demo: true }), isLate({ headAt: null })]).toEqual([false, true])
  })
})
