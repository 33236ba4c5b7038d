import { describe, expect, it } from 'vitest'
import type { Tx } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'
import { lineOf } from '../registry.ts'
import { giveBack } from '../terms/legs.ts'
import { testOrder } from '../terms/test-order.ts'
import { type Chunk, entriesFor, orderStep } from './order-step.ts'

const day = '2026-11-23' as Day

describe('a step through orders', () => {
  it('takes the orders of a line after the last one done, at the lock or at midnight, and ends with a piece that is not full', async () => {
    const asked: Chunk[] = []
    const step = (when: 'lock' | 'midnight') =>
      orderStep('try', when, [lineOf('dual')], async (chunk) => {
        asked.push(chunk)
        return [testOrder(), { ...testOrder(), id: 7 as never }]
      })
    const piece = { day, part: 'dual', after: '3' }
    expect(await step('lock').chunk({} as Tx, { ...piece, limit: 2 })).toEqual({ last: '7', done: 2, finished: false })
    expect(await step('midnight').chunk({} as Tx, { ...piece, after: '', limit: 3 })).toMatchObject({ finished: true })
    expect(asked.map(({ at, due }) => [at.toISOString(), due.after])).toEqual([
      ['2026-11-23T23:30:00.000Z', 3],
      ['2026-11-24T00:00:00.000Z', 0],
    ])
  })

  it('posts an entry of its own for an order, or none where nothing moves', () => {
    const order = testOrder()
    const chunk = { step: 'try', day, at: new Date('2026-11-24T00:00:00Z') }
    expect(entriesFor(chunk, order, [])).toEqual([])
    expect(entriesFor(chunk, order, giveBack(order, 9))).toMatchObject([
      { key: 'settle:try:2026-11-23:1', ref: 'order:1' },
    ])
  })
})
