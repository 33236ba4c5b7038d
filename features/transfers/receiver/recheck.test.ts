import { expect, it } from 'vitest'
import { hourMs, minuteMs } from '#kit/time/clock.ts'
import { leastMs, pauseAfter } from './recheck.ts'

it('asks less and less often, and then once a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 500].map(pauseAfter)).toEqual([
    ...[4_000, 6_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000],
  ])
})

it('stays within what a wallet may ask, however often the phone is looked at', () => {
  let [times, ms] = [0, 0]
  while (ms < hourMs) ms += pauseAfter(times++)
  expect(times).toBeLessThan(200)
  expect(minuteMs / leastMs).toBeLessThan(20)
})
