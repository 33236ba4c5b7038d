import { expect, it } from 'vitest'
import { productLines } from '#products/registry.ts'
import type { Flow } from '#proofs/flows/flows.ts'
import { figuresOf, partsOf, passingPools } from './pool-figures.ts'

const flow = (from: string, to: string, units: bigint, { coin = 'USDT', code = -1 } = {}): Flow => ({
  from,
  to,
  coin,
  code,
  units,
  postings: 1,
})

it('tells how long a pool lasts by the pace of the last month, however far back the days go', () => {
  const spends = (units: bigint) => [flow('pool.dual.free', 'order.dual.promised', units)]
  const first = [flow('house.capital', 'pool.dual.free', 10_000n), ...spends(6_000n)]
  const days = [
    { day: '2026-10-01', flows: first },
    ...Array.from({ length: 31 }, (_, place) => ({ day: `day ${place}`, flows: spends(10n) })),
  ]
  const [figures] = figuresOf(days, 'dual')
  expect(figures).toMatchObject({ free: 3_690n, promised: 6_310n, lastsDays: 369 })
  expect(figures?.course).toHaveLength(32)
})

it('says of a pool that pays what fees bring that it passes on, whatever it keeps, and of one that was emptied that it lasts no day', () => {
  const figures = (pool: string, from: string, units: bigint) => {
    const free = `pool.${pool}.free`
    const flows = [flow(from, free, units), flow(free, 'wallet.available', 10n)]
    return figuresOf([{ day: '2026-10-01', flows }], pool)[0]
  }
  for (const pool of ['liquidity', 'fund', 'node'])
    for (const from of ['house.fees', 'outside.network', 'market.USDT-WLD'])
      for (const units of [10n, 11n, 19n]) expect(figures(pool, from, units)?.passes).toBe(true)
  expect(figures('dual', 'house.capital', 10n)).toMatchObject({ free: 0n, passes: false, lastsDays: 0 })
  expect(figures('compound', 'house.fees', 10n)).toMatchObject({ free: 0n, passes: false, lastsDays: 0 })
})

it('knows every pool without a stock: those of lines that neither promise nor keep a rest', () => {
  const without = productLines.filter(({ pool, fixed }) => pool && !pool.keepsRest && !fixed)
  expect(new Set(without.map(({ id }) => id))).toEqual(passingPools)
})

it('says where a pool has its coins from and where they went, coin by coin', () => {
  const free = 'pool.dual.free'
  const promised = 'order.dual.promised'
  const before = { day: null, flows: [flow('house.capital', free, 500n)] }
  const flows = [
    flow('house.capital', free, 1_000n),
    flow('house.fees', free, 20n),
    flow('market.USDT-WLD', free, 7n),
    flow('outside.network', free, 3n),
    flow(free, 'house.capital', 100n),
    flow(free, promised, 300n),
    flow(promised, free, 40n),
    flow(free, 'wallet.available', 50n),
    flow(promised, 'wallet.available', 60n),
    flow(free, 'order.dual.principal', 5n),
    flow(promised, 'order.dual.principal', 6n),
    flow('house.fees', 'house.capital', 11n),
    flow('wallet.available', 'wallet.held', 999n),
    flow('house.capital', free, 2n, { coin: 'ATMC' }),
    flow('wallet.available', 'wallet.held', 1n, { coin: 'WLD' }),
  ]
  const [atmc, usdt, ...others] = figuresOf([before, { day: '2026-10-01', flows }], 'dual')
  expect(others).toEqual([])
  expect(atmc).toMatchObject({ coin: 'ATMC', free: 2n, lastsDays: undefined, passes: false })
  // 500 + 1,000 + 20 + 7 + 3 - 100 - 300 + 40 - 50 - 5 remain. 355 went out on the day; 40 came back.
  expect(usdt).toEqual({
    coin: 'USDT',
    free: 1_115n,
    promised: 194n,
    paid: 121n,
    fromCapital: 1_500n,
    fromFees: 27n,
    fromOutside: 3n,
    toCapital: 100n,
    lastsDays: 3,
    passes: false,
    course: [1_115n],
  })
})

it('lists what came in and went out, the largest first, records of holders by their code', () => {
  const free = 'pool.dual.free'
  const flows = [
    flow('wallet.available', free, 5n, { code: 7 }),
    flow('order.dual.principal', free, 6n, { code: 7 }),
    flow('house.fees', free, 20n, { code: 9 }),
    flow('house.fees', free, 1n, { code: 10 }),
    flow('wallet.available', free, 2n, { code: 0 }),
    flow('order.dual.principal', free, 2n, { code: 0 }),
    flow('wallet.available', free, 900n, { coin: 'WLD', code: 7 }),
    flow(free, 'wallet.available', 3n, { code: 8 }),
  ]
  expect(partsOf(flows, free, 'in', 'USDT')).toEqual([
    { other: 'house.fees', code: -1, units: 21n },
    { other: 'wallet.available', code: 7, units: 11n },
    { other: 'wallet.available', code: 0, units: 4n },
  ])
  expect(partsOf(flows, free, 'out', 'USDT')).toEqual([{ other: 'wallet.available', code: 8, units: 3n }])
})
