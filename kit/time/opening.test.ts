import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { alwaysOpen, openingAt, openingsSchema, shownOpening } from './opening.ts'

const at = (time: string) => new Date(`2026-11-21T${time}:30Z`)

it('is open all day unless somebody says otherwise', () => {
  for (const time of ['00:00', '12:00', '23:59']) expect(openingAt(alwaysOpen, at(time))).toBe('open')
})

it('tells a switch from a time of day', () => {
  const office = { open: true, opensAt: '09:00', closesAt: '17:00' }
  expect(openingAt({ ...office, open: false }, at('12:00'))).toBe('closed')
  expect(openingAt(office, at('08:59'))).toBe('wrong_time')
  expect(openingAt(office, at('09:00'))).toBe('open')
  expect(openingAt(office, at('17:00'))).toBe('wrong_time')
})

it('may run over midnight', () => {
  const night = { open: true, opensAt: '22:00', closesAt: '06:00' }
  expect(openingAt(night, at('23:00'))).toBe('open')
  expect(openingAt(night, at('05:59'))).toBe('open')
  expect(openingAt(night, at('12:00'))).toBe('wrong_time')
})

it('refuses a setting that is no time of day', () => {
  const parse = (opensAt: string) => v.safeParse(openingsSchema, { 'bsc.USDT': { ...alwaysOpen, opensAt } }).success
  expect([parse('09:30'), parse('24:00'), parse('25:00'), parse('9:00')]).toEqual([true, true, false, false])
})

describe('what an operator closed', () => {
  const since = '2026-11-21T08:00:00.000Z'
  const until = '2026-11-21T16:00:00.000Z'
  const closed = { open: false, opensAt: '00:00', closesAt: '24:00', since, until, reason: 'a node is down' }
  const window = { ...closed, open: true, opensAt: '09:00', closesAt: '10:00' }

  it('is open again from its end on, all day', () => {
    expect([openingAt(closed, at('15:59')), openingAt(closed, at('16:00'))]).toEqual(['closed', 'open'])
    expect([openingAt(window, at('15:59')), openingAt(window, at('16:00'))]).toEqual(['wrong_time', 'open'])
  })

  it('is shown with its end and its reason, while it lasts', () => {
    const { reason } = closed
    expect(shownOpening(closed, at('12:00'))).toMatchObject({ closing: { until, reason } })
    expect(shownOpening(window, at('12:00'))).toEqual({
      opensAt: '09:00',
      closesAt: '10:00',
      closing: { until, reason },
    })
    const open = { opensAt: '00:00', closesAt: '24:00', closing: null }
    for (const [opening, time] of [
      [window, '16:01'],
      [alwaysOpen, '12:00'],
      [{ ...alwaysOpen, until, reason }, '12:00'],
    ] as const)
      expect(shownOpening(opening, at(time))).toEqual(open)
  })
})
