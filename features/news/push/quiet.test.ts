import { expect, it } from 'vitest'
import { isQuiet, isZone, quietText } from './quiet.ts'

const at = (time: string) => new Date(`2026-11-22T${time}:00.000Z`)

it('is quiet over midnight, by the clock of the zone, the first minute included and the last not', () => {
  const night = (time: string, zone = 'UTC') => isQuiet('22:00-07:00', zone, at(time))
  expect(['21:59', '22:00', '00:00', '06:59', '07:00'].map((time) => night(time))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  // 16:30 in London is 22:00 in Kolkata; 17:00 is 22:00 in Karachi.
  expect([night('16:59', 'Asia/Karachi'), night('17:00', 'Asia/Karachi'), night('16:30', 'Asia/Kolkata')]).toEqual([
    ...[false, true, true],
  ])
})

it('is quiet within a day, never without hours, and never within none', () => {
  expect(['12:59', '13:00', '14:59', '15:00'].map((time) => isQuiet('13:00-15:00', 'UTC', at(time)))).toEqual([
    ...[false, true, true, false],
  ])
  expect([isQuiet('', 'UTC', at('03:00')), isQuiet('03:00-03:00', 'UTC', at('03:00'))]).toEqual([false, false])
})

it('knows hours and zones from other words', () => {
  for (const text of ['', '22:00-07:00', '00:30-23:59']) expect(quietText.test(text)).toBe(true)
  for (const text of ['22:00', '24:00-07:00', '22:60-07:00', '2:00-7:00', '22:00-07:00 '])
    expect(quietText.test(text)).toBe(false)
  expect([isZone('Asia/Karachi'), isZone('Mars/Base'), isZone('')]).toEqual([true, false, false])
})
