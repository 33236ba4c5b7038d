import { describe, expect, it } from 'vitest'
import type { Asset } from '#kit/amount/coins.ts'
import type { OrderId } from '#kit/text/ids.ts'
import type { Day } from '#kit/time/clock.ts'
import { testOrder } from '../terms/test-order.ts'
import { countedByDay } from './by-day.ts'
import type { DayFlow } from './realised.ts'

const one = 100_000_000n
const flow = (day: string, asset: Asset, net: bigint): DayFlow => ({
  ...{ day: day as Day, asset, paid: 0n, back: 0n, net: net * one },
})
const told = (flows: readonly DayFlow[]) => {
  const sums = new Map<string, bigint>()
  for (const { day, asset, net } of flows) sums.set(`${day} ${asset}`, (sums.get(`${day} ${asset}`) ?? 0n) + net)
  return [...sums].filter(([, net]) => net !== 0n).map(([key, net]) => `${key} ${net / one}`)
}

const settled = { rule: 'settled', from: '2026-11-01' as Day } as const
const started = { roundStarted: new Date('2026-11-23T00:00:00Z') }
const market = testOrder({
  ...started,
  id: 7 as OrderId,
  sideUnits: 500n * one,
  terms: { line: 'liquidity', side: 'ATMC' },
})
const bundle = testOrder({
  ...started,
  id: 8 as OrderId,
  state: 'to_be_released',
  sideUnits: 0n,
  promiseUnits: 500n * one,
  terms: { line: 'package', side: undefined, pays: 'ATMC' },
})
const joined = [flow('2026-11-22', 'USDT', -100n), flow('2026-11-22', 'ATMC', -500n)]

describe('flows as days count them', () => {
  it('lose nothing to a market on the day coins go there, and gain nothing by its fees but the fees', () => {
    expect(told(countedByDay([...joined, flow('2026-11-24', 'USDT', 3n)], [market], settled))).toEqual([
      '2026-11-24 USDT 3',
    ])
  })

  it('count what a market changed on the day the coins come back', () => {
    const over = { ...market, state: 'ended' as const, overAt: new Date('2026-11-30T00:00:00Z') }
    const back = [flow('2026-11-29', 'USDT', 90n), flow('2026-11-29', 'ATMC', 550n)]
    expect(told(countedByDay([...back, ...joined], [over], settled))).toEqual([
      '2026-11-29 USDT -10',
      '2026-11-29 ATMC 50',
    ])
  })

  it('count the coins of a package beside its price, on the day they are set aside', () => {
    const flows = [flow('2026-11-22', 'USDT', -100n)]
    expect(told(countedByDay(flows, [bundle], settled))).toEqual(['2026-11-22 USDT -100', '2026-11-22 ATMC 500'])
  })

  it('come newest first, wherever they come from', () => {
    const paid = ['2026-11-21', '2026-11-24', '2026-11-22'].map((day) => flow(day, 'USDT', 1n))
    const days = countedByDay(paid, [market], settled).map(({ day }) => day.slice(8))
    expect(days).toEqual(['24', '22', '22', '22', '21'])
  })

  it('leave out what is elsewhere since before the first day', () => {
    const from = '2026-11-23' as Day
    expect(told(countedByDay([], [bundle], { rule: 'settled', from }))).toEqual([])
    expect(told(countedByDay([], [bundle], { rule: 'calendar', from }))).toEqual(['2026-11-23 ATMC 500'])
  })

  it('leave what never started as it was, and other lines', () => {
    const waiting = { ...market, round: 0 }
    expect(told(countedByDay([], [waiting], settled))).toEqual([])
    const lost = [flow('2026-11-29', 'ATMC', -400n)]
    expect(countedByDay(lost, [testOrder()], settled)).toEqual(lost)
  })

  it('put a midnight into the day it begins where the calendar rules', () => {
    const flows = joined.map((each) => ({ ...each, day: '2026-11-23' as Day }))
    expect(told(countedByDay(flows, [market], { ...settled, rule: 'calendar' }))).toEqual([])
  })
})
