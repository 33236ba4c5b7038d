import { describe, expect, it } from 'vitest'
import type { Day } from '#kit/time/clock.ts'
import type { Flow, PaidOnDay } from '#proofs/flows/flows.ts'
import { spentOf, worthsOf } from './spent-products.ts'

const one = 100_000_000n
const flow = (from: string, to: string, coin: string, units: bigint, code = -1): Flow => ({
  from,
  to,
  coin,
  code,
  units,
  postings: 1,
})
const days = (...told: (readonly Flow[])[]) =>
  told.map((flows, place) => ({ day: place ? `2026-11-2${place}` : null, flows }))

describe('what lines whose price is spent took and paid', () => {
  it('is nothing before an order of theirs began', () => {
    const bought = flow('wallet.available', 'order.machine.principal', 'USDT', 500n * one, 34)
    const filled = flow('house.capital', 'pool.machine.free', 'ATMC', 900n * one)
    expect(spentOf(days([], [bought, filled]), 'machine')).toBeUndefined()
  })

  it('is the price that became sales, and what the pool paid to wallets, of all days', () => {
    const flows = days(
      [
        flow('order.machine.principal', 'house.sales', 'USDT', 500n * one),
        flow('pool.machine.free', 'wallet.available', 'ATMC', 7n, 35),
      ],
      [
        flow('order.machine.principal', 'house.sales', 'USDT', 1_000n * one),
        flow('house.capital', 'pool.machine.free', 'ATMC', 900n),
      ],
      [
        flow('pool.machine.free', 'wallet.available', 'ATMC', 5n, 35),
        flow('pool.machine.free', 'house.capital', 'ATMC', 100n),
      ],
      [
        flow('order.node.principal', 'house.sales', 'USDT', 300n * one),
        flow('pool.node.free', 'wallet.available', 'USDT', 9n, 39),
      ],
    )
    const received = [{ coin: 'ATMC', units: 12n }]
    expect(spentOf(flows, 'machine')).toEqual({ price: 1_500n * one, received, waiting: [] })
  })

  it('is of a node every coin, each day’s part and each week’s', () => {
    const flows = days([
      flow('order.node.principal', 'house.sales', 'USDT', 300n * one),
      flow('pool.node.free', 'wallet.available', 'USDT', 9n, 39),
      flow('pool.node.free', 'wallet.available', 'USDT', 2n, 40),
      flow('pool.node.free', 'wallet.available', 'ATMC', 1n, 40),
    ])
    const received = [
      { coin: 'ATMC', units: 1n },
      { coin: 'USDT', units: 11n },
    ]
    expect(spentOf(flows, 'node')).toEqual({ price: 300n * one, received, waiting: [] })
  })

  it('is of a package what was released and drawn, and what still waits; what was set aside and given back is neither', () => {
    const flows = days([
      flow('house.capital', 'order.package.promised', 'ATMC', 2_000n),
      flow('house.capital', 'order.package.promised', 'ATMC', 200n, 0),
      flow('order.package.promised', 'house.capital', 'ATMC', 100n),
      flow('order.package.principal', 'house.sales', 'USDT', 100n * one),
      flow('order.package.promised', 'wallet.available', 'ATMC', 10n, 109),
      flow('order.package.promised', 'wallet.available', 'ATMC', 3n, 14),
      flow('order.package.principal', 'wallet.available', 'USDT', 50n * one, 110),
    ])
    expect(spentOf(flows, 'package')).toEqual({
      price: 100n * one,
      received: [{ coin: 'ATMC', units: 13n }],
      waiting: [{ coin: 'ATMC', units: 2_087n }],
    })
  })
})

describe('what payments were worth', () => {
  const paid = (day: string, from: string, coin: string, units: bigint): PaidOnDay => ({
    day: day as Day,
    from,
    coin,
    units,
  })
  const price = (day: string, coin: string, units: bigint) => ({ day: day as Day, coin, price: units })

  it('goes by the price of the midnight before each, rounded down; USDT is itself, and no price is nothing', () => {
    const worths = worthsOf(
      [
        paid('2026-11-24', 'pool.machine.free', 'ATMC', 32n * one),
        // 0.00000003 at 0.05 rounds to 0.
        paid('2026-11-25', 'pool.machine.free', 'ATMC', 3n),
        paid('2026-11-26', 'pool.machine.free', 'ATMC', 10n * one),
        paid('2026-11-24', 'pool.node.free', 'USDT', 7n * one),
        paid('2026-11-24', 'pool.node.free', 'WLD', 7n * one),
        paid('2026-11-24', 'pool.dual.free', 'USDT', 99n * one),
      ],
      [
        price('2026-11-22', 'ATMC', 90n * one),
        price('2026-11-23', 'ATMC', 5_000_000n),
        price('2026-11-24', 'ATMC', 5_000_000n),
        price('2026-11-25', 'ATMC', 2_500_000n),
        price('2026-11-24', 'WLD', 125_000_000n),
      ],
    )
    expect(worths).toEqual([
      { line: 'machine', units: 185_000_000n },
      { line: 'node', units: 7n * one },
    ])
  })
})
