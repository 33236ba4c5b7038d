import { describe, expect, it } from 'vitest'
import { Refusal } from '#kit/failure.ts'
import { testOrder } from '../terms/test-order.ts'
import { decideTake, isTakable } from './take-out.ts'

const compound = testOrder({ baseUnits: 100n, roundEnds: undefined, terms: { line: 'compound', side: undefined } })
const now = new Date('2026-11-25T00:00:00Z')
const key = (act: () => void) => {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error.key
    throw error
  }
  return 'done'
}

describe('taking a part out', () => {
  it('is possible as long as the order runs, also while it pauses', () => {
    expect(key(() => decideTake(compound, 100n, 100n, now))).toBe('done')
    expect(key(() => decideTake({ ...compound, state: 'paused' }, 1n, 100n, now))).toBe('done')
    expect(isTakable(compound)).toBe(true)
    expect(isTakable({ ...compound, state: 'ended' })).toBe(false)
    expect(isTakable(testOrder())).toBe(false)
  })

  it('is refused above what is in it, of nothing, once over, before the start and in lines whose orders stay whole', () => {
    expect(key(() => decideTake(compound, 101n, 100n, now))).toBe('invest.compound_insufficient')
    expect(key(() => decideTake(compound, 0n, 100n, now))).toBe('invest.compound_insufficient')
    expect(key(() => decideTake({ ...compound, state: 'ended' }, 1n, 100n, now))).toBe('invest.order_closed')
    expect(key(() => decideTake(testOrder(), 1n, 100n, now))).toBe('invest.order_cannot_close')
    const waiting = { ...compound, state: 'to_be_started' as const }
    expect(key(() => decideTake(waiting, 1n, 100n, new Date('2026-11-22T00:00:00Z')))).toBe('invest.order_cannot_close')
    expect(key(() => decideTake(waiting, 1n, 100n, now))).toBe('invest.pool_settling')
  })
})
