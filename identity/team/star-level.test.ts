import { describe, expect, it } from 'vitest'
import type { Day } from '#kit/time/clock.ts'
import {
  endsWeek,
  type StarLevel,
  soloDays,
  soloInvestment,
  standingAfter,
  starLevelOf,
  starMax,
} from './star-level.ts'

const saturday = '2026-11-21' as Day
const sunday = '2026-11-22' as Day
const monday = '2026-11-23' as Day
const nextSunday = '2026-11-29' as Day
const nextMonday = new Date('2026-11-30T00:00:00Z')

it('is a whole number from 0 to 6', () => {
  expect([0, 1, 6].map(starLevelOf)).toEqual([0, 1, 6])
  for (const star of [-1, 7, 1.5, Number.NaN]) expect(() => starLevelOf(star), `${star}`).toThrow(RangeError)
  expect(starMax).toBe(6)
})

it('is the first without inviting for 2,000 USDT over 90 days', () => {
  expect([soloInvestment, soloDays]).toEqual([2_000, 90])
})

it('has weeks that end with Sunday', () => {
  expect([saturday, sunday, monday].map(endsWeek)).toEqual([false, true, false])
})

describe('the standing after a day', () => {
  const held = { star: 3 as StarLevel }
  const notice = { to: 2 as StarLevel, at: nextMonday }

  it('rises on any day, and takes a notice back where the star is earned again', () => {
    expect(standingAfter(held, 4, saturday)).toEqual({ star: 4 })
    expect(standingAfter({ ...held, notice }, 3, sunday)).toEqual({ star: 3 })
  })
  it('is as it was on a day that ends no week', () => {
    for (const day of [saturday, monday]) {
      expect(standingAfter(held, 1, day)).toEqual(held)
      expect(standingAfter({ ...held, notice }, 1, day)).toEqual({ ...held, notice })
    }
  })
  it('is given notice on a Monday, for the Monday after it', () => {
    expect(standingAfter(held, 2, sunday)).toEqual({ ...held, notice })
  })
  it('keeps the moment of a notice that is not over, and falls to what is earned when it is', () => {
    const later = { to: 2 as StarLevel, at: new Date(nextMonday.getTime() + 1) }
    expect(standingAfter({ ...held, notice: later }, 1, nextSunday)).toEqual({ ...held, notice: { ...later, to: 1 } })
    expect(standingAfter({ ...held, notice }, 1, nextSunday)).toEqual({ star: 1 })
  })
})
