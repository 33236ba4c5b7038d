import { expect, it } from 'vitest'
import type { Flow } from '#proofs/flows/flows.ts'
import { figuresOf } from './pool-figures.ts'

const flow = (from: string, to: string, units: bigint): Flow => ({
  from,
  to,
  coin: 'USDT',
  code: -1,
  units,
  postings: 1,
})

it('tells how long a pool lasts by the pace of the last month, however far back the days go', () => {
  const spends = (units: bigint) => [flow('pool.dual.free', 'order.dual.promised', units)]
  const first = [flow('house.capital', 'pool.dual.free', 10_000n), ...spends(6_000n)]
  const days = [
    { day: '2026-10-01', flows: first },
    // 31 days of 10 each.
    ...Array.from({ length: 31 }, (_, place) => ({ day: `day ${place}`, flows: spends(10n) })),
  ]
  const [figures] = figuresOf(days, 'dual')
  expect(figures).toMatchObject({ free: 3_690n, promised: 6_310n, lastsDays: 369 })
  expect(figures?.course).toHaveLength(32)
})

it('says of a pool that pays what fees bring that it passes on, and of one that was emptied that it lasts no day', () => {
  const paid = flow('pool.liquidity.free', 'wallet.available', 10n)
  const figures = (from: string) =>
    figuresOf([{ day: '2026-10-01', flows: [flow(from, 'pool.liquidity.free', 10n), paid] }], 'liquidity')[0]
  expect(figures('house.fees')).toMatchObject({ free: 0n, passes: true })
  expect(figures('house.capital')).toMatchObject({ free: 0n, passes: false, lastsDays: 0 })
})
