import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hourMs } from './clock.ts'
import { type Closing, closedBefore, closesTooLong } from './closing.ts'

const hour = (count: number): Date => new Date(Date.UTC(2026, 10, 22) + count * hourMs)
const closing = (from: number, until: number): Closing => ({ from: hour(from), until: hour(until) })

describe('what is closed', () => {
  it('lasts for 72 hours at most', () => {
    expect(closesTooLong([], closing(0, 72))).toBe(false)
    expect(closesTooLong([], closing(0, 73))).toBe(true)
  })

  it('is not made longer by setting it anew, nor by a gap', () => {
    const before = closedBefore([{ closing: closing(0, 72), at: hour(0) }], hour(48))
    expect(before).toEqual([closing(0, 48)])
    expect(closesTooLong(before, closing(48, 72))).toBe(false)
    expect(closesTooLong(before, closing(48, 73))).toBe(true)
    expect(closesTooLong([closing(0, 72)], closing(73, 74))).toBe(true)
    expect(closesTooLong([closing(0, 72)], closing(167, 169))).toBe(true)
    expect(closesTooLong([closing(0, 72)], closing(168, 240))).toBe(false)
  })

  it('is what really was closed: not before it was set, and not after it was taken back', () => {
    const changes = [
      { closing: closing(0, 72), at: hour(10) },
      { closing: undefined, at: hour(12) },
      { closing: closing(20, 30), at: hour(13) },
      { closing: undefined, at: hour(14) },
    ]
    expect(closedBefore(changes, hour(100))).toEqual([closing(10, 12)])
    const takenBack = (at: number) => [
      { closing: closing(20, 30), at: hour(13) },
      { closing: undefined, at: hour(at) },
    ]
    expect(closedBefore(takenBack(20), hour(100))).toEqual([])
    expect(closedBefore(takenBack(21), hour(100))).toEqual([closing(20, 21)])
    expect(closedBefore(takenBack(31), hour(100))).toEqual([closing(20, 30)])
  })

  it('is never more than 72 of any 168 hours, whatever is set one after another', () => {
    const asked = fc.array(fc.tuple(fc.nat(30), fc.nat(20), fc.integer({ min: 1, max: 90 })), { maxLength: 30 })
    fc.assert(
      fc.property(asked, (steps) => {
        let now = 0
        const changes: { closing: Closing; at: Date }[] = []
        for (const [pause, ahead, length] of steps) {
          now += pause
          const next = closing(now + ahead, now + ahead + length)
          const before = closedBefore(changes, hour(now))
          if (!closesTooLong(before, next)) changes.push({ closing: next, at: hour(now) })
        }
        const closed = closedBefore(changes, hour(now + 200))
        for (let end = 0; end <= now + 200; end += 1) {
          const count = Array.from({ length: 168 }, (_, back) => hour(end - back - 1)).filter((at) =>
            closed.some(({ from, until }) => from <= at && at < until),
          ).length
          expect(count).toBeLessThanOrEqual(72)
        }
      }),
      { numRuns: 25 },
    )
  })
})
