import { expect, it } from 'vitest'
import { createTally, windowsOf } from './call-tally.ts'

const wall = new Date('2026-11-22T12:00:30.000Z')
const later = new Date('2026-11-22T12:01:00.000Z')
const from = { address: '203.0.113.7', network: '203.0.113.0/24' }
const mostOf = ({ span, share }: { span: number; share: number }) => (span === 60 ? 2 : 3) * share

it('lets a caller through as often as a minute and an hour allow, and counts no call that is refused', () => {
  const tally = createTally()
  const take = (at: Date) => tally.take(windowsOf('creation', from, at), mostOf, at)
  expect([take(wall), take(wall), take(wall)]).toEqual([0, 0, 30])
  expect([take(later), take(later)]).toEqual([0, 59 * 60])
  expect(tally.closedFor(windowsOf('restore', from, later), later)).toBe(0)
})

it('hears what other processes let through', () => {
  const tally = createTally()
  const windows = windowsOf('creation', from, wall)
  expect(tally.take(windows, mostOf, wall)).toBe(0)
  expect(tally.learn(windows, [2, 2, 2, 2], wall)).toBe(0)
  expect(tally.closedFor(windows, wall)).toBe(30)
  expect(tally.learn(windows, [3, 3, 3, 3], wall)).toBe(30)
})

it('gives a network ten times what an address has, and an address five times what a wallet has', () => {
  const sharesOf = (given: Parameters<typeof windowsOf>[1]) =>
    Object.fromEntries(windowsOf('lookup', given, wall).map(({ caller, share }) => [caller, share]))
  expect(sharesOf(from)).toEqual({ 'a:203.0.113.7': 1, 'n:203.0.113.0/24': 10 })
  expect(sharesOf({ ...from, wallet: 'K23456789T' })).toEqual({ 'a:203.0.113.7': 5, 'w:K23456789T': 1 })
})

it('counts in the whole minute and the whole hour of a call', () => {
  const [minute, hour] = [new Date('2026-11-22T12:34:00.000Z'), new Date('2026-11-22T12:00:00.000Z')]
  const windows = windowsOf('creation', from, new Date('2026-11-22T12:34:59.999Z'))
  expect(windows.map(({ since, span }) => [since, span])).toEqual([
    ...[
      [minute, 60],
      [minute, 60],
    ],
    ...[
      [hour, 3_600],
      [hour, 3_600],
    ],
  ])
})

it('says whole seconds until a window ends, rounded up, and none once it has ended', () => {
  const tally = createTally()
  const windows = windowsOf('creation', from, wall).slice(0, 1)
  const closedAt = (moment: string) => tally.closedFor(windows, new Date(`2026-11-22T12:00:${moment}Z`))
  expect(tally.take(windows, () => 1, wall)).toBe(0)
  expect([closedAt('30.500'), closedAt('59.000'), closedAt('59.999')]).toEqual([30, 1, 1])
  expect(tally.closedFor(windows, later)).toBe(0)
  expect(tally.closedFor(windows, new Date(later.getTime() + 5_000))).toBe(0)
})

it('forgets the caller seen least lately beyond 100,000', () => {
  const { take, closedFor } = createTally()
  const windowOf = (nth: number) => [{ name: 'lookup', caller: `a:${nth}`, span: 60, since: wall, share: 1 } as const]
  const isFull = (nth: number) => closedFor(windowOf(nth), wall) > 0
  for (let nth = 0; nth < 100_000; nth += 1) take(windowOf(nth), () => 1, wall)
  expect([isFull(0), isFull(1)]).toEqual([true, true])
  take(windowOf(100_000), () => 1, wall)
  // Looking at 0 and 1 counts as seeing them.
  expect([isFull(0), isFull(2), isFull(100_000)]).toEqual([true, false, true])
})

it('believes whichever is more: what it let through itself, or what it heard', () => {
  const tally = createTally()
  const windows = windowsOf('creation', from, wall).slice(0, 1)
  const take = () => tally.take(windows, () => 3, wall)
  expect([take(), take(), tally.learn(windows, [1], wall), tally.learn(windows, [], wall)]).toEqual([0, 0, 0, 0])
  expect([take(), take()]).toEqual([0, 30])
})
