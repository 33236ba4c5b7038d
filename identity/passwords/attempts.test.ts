import { describe, expect, it } from 'vitest'
import { addMs, dayMs, minuteMs } from '#kit/time/clock.ts'
import {
  answerMs,
  attemptsLeft,
  codeShares,
  countStale,
  countWrong,
  lockLength,
  lockOf,
  noAttempts,
  takeOne,
} from './attempts.ts'

const wall = new Date('2026-11-22T12:00:00Z')
const none = noAttempts(wall)
const today = { ...none, day: '2026-11-22' }

it('at an authenticator are 20 a day: 8 from devices the wallet does not know, 12 from others', () => {
  expect(codeShares).toEqual({ door: 8, inside: 12 })
})

it('lock for 5, then 15, then 60 minutes each time', () => {
  expect([0, 1, 2, 3, 9].map(lockLength)).toEqual([5, 15, 60, 60, 60].map((minutes) => minutes * minuteMs))
})

it('are locked until the lock ends, and free at that moment', () => {
  const locked = { ...none, lockedUntil: addMs(wall, 1) }
  expect(lockOf(none, wall)).toBeUndefined()
  expect(lockOf(locked, wall)).toEqual(addMs(wall, 1))
  expect(lockOf(locked, addMs(wall, 1))).toBeUndefined()
})

describe('tries left', () => {
  it('are five in a row and twenty a day, whichever are fewer', () => {
    expect(attemptsLeft(none, wall)).toBe(5)
    expect(attemptsLeft({ ...today, wrong: 2 }, wall)).toBe(3)
    expect(attemptsLeft({ ...today, wrong: 2, dayWrong: 18 }, wall)).toBe(2)
    expect(attemptsLeft({ ...today, dayWrong: 6 }, wall, 8)).toBe(2)
  })
  it('do not count the wrong ones of another day', () => {
    expect(attemptsLeft({ ...today, day: '2026-11-21', dayWrong: 19 }, wall)).toBe(5)
  })
})

describe('a try that is taken', () => {
  it('is one more that is compared, at this moment', () => {
    const at = addMs(wall, 1)
    expect(takeOne({ ...none, pending: 2 }, at)).toEqual({ ...none, pending: 3, at })
  })
  it('forgets the locks after more than a day without one', () => {
    expect(takeOne({ ...none, locks: 2 }, addMs(wall, dayMs)).locks).toBe(2)
    expect(takeOne({ ...none, locks: 2 }, addMs(wall, dayMs + 1)).locks).toBe(0)
  })
})

describe('a wrong try', () => {
  it('is counted in a row and for its day', () => {
    expect(countWrong({ ...today, wrong: 1, dayWrong: 7 }, wall)).toEqual({ ...today, wrong: 2, dayWrong: 8 })
    expect(countWrong({ ...today, day: '2026-11-21', dayWrong: 7 }, wall)).toEqual({ ...today, wrong: 1, dayWrong: 1 })
  })
  it('locks with the fifth in a row, longer with each lock before', () => {
    const locked = countWrong({ ...today, wrong: 4, dayWrong: 4, locks: 1 }, wall)
    expect(locked).toEqual({ ...today, dayWrong: 5, locks: 2, lockedUntil: addMs(wall, 15 * minuteMs) })
  })
  it('locks until the next day with the twentieth of a day, or with the most that are named', () => {
    const lockedUntil = new Date('2026-11-23T00:00:00Z')
    expect(countWrong({ ...today, dayWrong: 18 }, wall)).toEqual({ ...today, wrong: 1, dayWrong: 19 })
    expect(countWrong({ ...today, dayWrong: 19 }, wall)).toEqual({ ...today, dayWrong: 20, locks: 1, lockedUntil })
    expect(countWrong({ ...today, dayWrong: 7 }, wall, 8)).toEqual({ ...today, dayWrong: 8, locks: 1, lockedUntil })
  })
  it('locks past the end of the day where the lock itself lasts longer', () => {
    const late = new Date('2026-11-22T23:58:00Z')
    expect(countWrong({ ...today, dayWrong: 19 }, late).lockedUntil).toEqual(new Date('2026-11-23T00:03:00Z'))
  })
})

describe('tries that nobody settled', () => {
  const pending = { ...today, pending: 2 }
  it('still wait for an answer a minute later', () => {
    expect(countStale(pending, addMs(wall, answerMs))).toBe(pending)
  })
  it('each count as wrong after that', () => {
    expect(countStale(pending, addMs(wall, answerMs + 1))).toEqual({ ...today, wrong: 2, dayWrong: 2 })
    expect(countStale(today, addMs(wall, answerMs + 1))).toBe(today)
  })
  it('lock as wrong ones do, by the most of a day that are named', () => {
    const at = addMs(wall, answerMs + 1)
    const lockedUntil = new Date('2026-11-23T00:00:00Z')
    expect(countStale({ ...pending, dayWrong: 6 }, at, 8)).toEqual({
      ...today,
      wrong: 0,
      dayWrong: 8,
      locks: 1,
      lockedUntil,
    })
  })
})
