import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayAfter, spanOf, startOfDay } from './zone-days.ts'

it('begins and ends a day when the clock of the zone says so', () => {
  const days = (zone: string, day: string) =>
    [startOfDay(day, zone), startOfDay(dayAfter(day), zone)].map((at) => at.toISOString())
  expect(days('UTC', '2026-11-25')).toEqual(['2026-11-25T00:00:00.000Z', '2026-11-26T00:00:00.000Z'])
  expect(days('Pacific/Honolulu', '2026-11-25')).toEqual(['2026-11-25T10:00:00.000Z', '2026-11-26T10:00:00.000Z'])
  expect(days('Pacific/Kiritimati', '2026-11-25')).toEqual(['2026-11-24T10:00:00.000Z', '2026-11-25T10:00:00.000Z'])
  expect(days('Asia/Kathmandu', '2026-11-25')).toEqual(['2026-11-24T18:15:00.000Z', '2026-11-25T18:15:00.000Z'])
  // Days of 23 and 25 hours.
  expect(days('Europe/Berlin', '2026-03-29')).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
  expect(days('Europe/Berlin', '2026-10-25')).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'])
  // No midnight: the clock jumps from 23:59:59 to 01:00.
  expect(days('America/Santiago', '2026-09-06')).toEqual(['2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'])
  // Samoa skipped December 30, 2011.
  expect(days('Pacific/Apia', '2011-12-30')).toEqual(['2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'])
})

it('puts every moment into the span of the day that its heading says, and of no other', () => {
  const zones = [
    'Pacific/Honolulu',
    'Pacific/Kiritimati',
    'America/Santiago',
    'Asia/Beirut',
    'Australia/Lord_Howe',
    'UTC',
  ]
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true }),
      fc.constantFrom(...zones),
      (at, zone) => {
        const heading = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at)
        const { since = '', before = '' } = spanOf({ from: heading, until: heading }, zone)
        expect([since <= at.toISOString(), at.toISOString() < before]).toEqual([true, true])
      },
    ),
    { numRuns: 200 },
  )
  expect(spanOf({}, 'UTC')).toEqual({})
})
