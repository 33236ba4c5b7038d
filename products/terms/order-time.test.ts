import { describe, expect, it } from 'vitest'
import { dayOfRound, endOfRound, hasEnded, isLastHalfHour, locksAt, startOfOrder } from './order-time.ts'

const start = (at: string, first: boolean) => startOfOrder(new Date(at), first).toISOString()

describe('when an order starts', () => {
  it('gives the first order of a line at least 24 hours of cooling-off', () => {
    expect(start('2026-11-21T10:00:00Z', true)).toBe('2026-11-23T00:00:00.000Z')
    expect(start('2026-11-21T00:00:00Z', true)).toBe('2026-11-22T00:00:00.000Z')
    expect(start('2026-11-21T00:00:00.001Z', true)).toBe('2026-11-23T00:00:00.000Z')
    expect(start('2026-11-21T23:59:59Z', true)).toBe('2026-11-23T00:00:00.000Z')
  })

  it('starts later orders at the next midnight', () => {
    expect(start('2026-11-21T00:00:00Z', false)).toBe('2026-11-22T00:00:00.000Z')
    expect(start('2026-11-21T23:29:59.999Z', false)).toBe('2026-11-22T00:00:00.000Z')
  })

  it('starts what is bought in the last half hour of a day one midnight later', () => {
    expect(start('2026-11-21T23:30:00Z', false)).toBe('2026-11-23T00:00:00.000Z')
    expect(start('2026-11-21T23:59:59.999Z', false)).toBe('2026-11-23T00:00:00.000Z')
  })

  it('starts no later order before the first', () => {
    const first = (at: string) => startOfOrder(new Date('2026-11-21T10:00:00Z'), new Date(at)).toISOString()
    expect(first('2026-11-23T00:00:00Z')).toBe('2026-11-23T00:00:00.000Z')
    expect(first('2026-11-21T12:00:00Z')).toBe('2026-11-22T00:00:00.000Z')
  })

  it('locks a round half an hour before its end', () => {
    const ends = endOfRound(new Date('2026-11-23T00:00:00Z'), 7)
    expect(ends.toISOString()).toBe('2026-11-30T00:00:00.000Z')
    expect(locksAt(ends).toISOString()).toBe('2026-11-29T23:30:00.000Z')
  })
})

describe('the end of a round', () => {
  const round = { roundEnds: new Date('2026-11-30T00:00:00Z') }
  const open = { roundEnds: undefined }

  it('is reached at its moment, and never without one', () => {
    expect(['2026-11-29T23:59:59.999Z', '2026-11-30T00:00:00Z'].map((at) => hasEnded(round, new Date(at)))).toEqual([
      ...[false, true],
    ])
    expect(hasEnded(open, new Date('2099-01-01T00:00:00Z'))).toBe(false)
  })

  it('is 30 minutes away when changes stop, and never without an end', () => {
    const lasts = ['2026-11-29T23:29:59.999Z', '2026-11-29T23:30:00Z'].map((at) => isLastHalfHour(round, new Date(at)))
    expect(lasts).toEqual([false, true])
    expect(isLastHalfHour(open, new Date('2099-01-01T00:00:00Z'))).toBe(false)
  })
})

describe('the day of a round', () => {
  const roundStarted = new Date('2026-11-23T00:00:00Z')
  const week = { roundStarted, roundEnds: endOfRound(roundStarted, 7) }
  const at = (moment: string) => dayOfRound(week, new Date(moment))

  it('is counted from 1 at its start to its last at its end, and is 0 before', () => {
    expect(at('2026-11-22T23:59:59.999Z')).toEqual({ day: 0, days: 7 })
    expect(at('2026-11-23T00:00:00Z')).toEqual({ day: 1, days: 7 })
    expect(at('2026-11-23T23:59:59.999Z')).toEqual({ day: 1, days: 7 })
    expect(at('2026-11-24T00:00:00Z')).toEqual({ day: 2, days: 7 })
    expect(at('2026-11-29T23:59:59.999Z')).toEqual({ day: 7, days: 7 })
  })

  it('never exceeds the round where a day waits to be settled', () => {
    expect(at('2026-12-03T00:00:00Z')).toEqual({ day: 7, days: 7 })
  })

  it('goes on where there is no end', () => {
    const open = { roundStarted, roundEnds: undefined }
    expect(dayOfRound(open, new Date('2026-12-03T12:00:00Z'))).toEqual({ day: 11, days: undefined })
  })
})
