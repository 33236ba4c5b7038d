import { describe, expect, it } from 'vitest'
import { Refusal } from '#kit/failure.ts'
import type { OrderId } from '#kit/text/ids.ts'
import { testOrder } from '../../terms/test-order.ts'
import { decideUnmark } from './marks.ts'

const mark = testOrder({
  baseUnits: 100n,
  valueUnits: 200n,
  sideUnits: 0n,
  promiseUnits: 0n,
  terms: { line: 'acceleration', boost: '1.0' },
})
const held = (...units: bigint[]) => units.map((principal, index) => ({ id: (index + 1) as OrderId, principal }))
const refusal = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return [error.key, error.params]
    throw error
  }
  return 'done'
}

describe('cancelling acceleration', () => {
  it('takes as much out of compound, the oldest orders first', () => {
    const { parts, change, taken } = decideUnmark(mark, 70n, held(30n, 0n, 50n))
    expect(parts).toEqual([
      { id: 1, units: 30n },
      { id: 3, units: 40n },
    ])
    expect(change).toEqual({ baseUnits: 30n, valueUnits: 60n })
    expect(taken).toBe(70n)
  })

  it('of more than the oldest orders hold takes what they do, and leaves the rest marked', () => {
    expect(decideUnmark(mark, 70n, held(20n, ...Array<bigint>(18).fill(0n), 30n))).toEqual({
      parts: [
        { id: 1, units: 20n },
        { id: 20, units: 30n },
      ],
      change: { baseUnits: 50n, valueUnits: 100n },
      taken: 50n,
    })
  })

  it('of everything that is marked ends the mark', () => {
    expect(decideUnmark(mark, 100n, held(500n))).toEqual({
      parts: [{ id: 1, units: 100n }],
      change: { state: 'cancelled' },
      taken: 100n,
    })
  })

  it('is refused above what is marked, above what compound holds, once over, and for other orders', () => {
    expect(refusal(() => decideUnmark(mark, 101n, held(500n)))).toEqual([
      'invest.compound_insufficient',
      { left: '0.000001', coin: 'USDT' },
    ])
    expect(refusal(() => decideUnmark(mark, 61n, held(20n, 40n)))).toEqual([
      'invest.compound_insufficient',
      { left: '0.0000006', coin: 'USDT' },
    ])
    expect(refusal(() => decideUnmark({ ...mark, state: 'cancelled' }, 1n, held(500n)))).toEqual([
      'invest.order_closed',
      {},
    ])
    expect(refusal(() => decideUnmark(testOrder(), 1n, held(500n)))).toEqual(['invest.conditions_not_met', {}])
  })
})
