import { describe, expect, it } from 'vitest'
import { checkNewest, faultOf, hashOfRow, type QueueLogRow } from './queue-log.ts'
import { testQueueLog } from './test-queue-log.ts'

const logOf = testQueueLog
const changed = (rows: readonly QueueLogRow[], id: number, change: Partial<QueueLogRow>) =>
  rows.map((row) => (row.id === id ? { ...row, ...change } : row))

describe('the queue log', () => {
  const honest = logOf(
    ['queued', 11],
    ['queued', 12],
    ['queued', 13],
    ['cancelled', 12],
    ['due', 11],
    ['paid', 11],
    ['due', 13],
    ['closed', 13],
  )

  it('holds when everyone came in turn', () => {
    expect(faultOf(honest)).toBeUndefined()
    expect(faultOf([])).toBeUndefined()
  })

  it('shows a row that was changed, taken out, put in or moved', () => {
    expect(faultOf(changed(honest, 2, { amount: '900' }))).toEqual({ id: 2, fault: 'hash' })
    expect(faultOf(changed(honest, 2, { coin: 'WLD' }))).toEqual({ id: 2, fault: 'hash' })
    expect(faultOf(honest.filter(({ id }) => id !== 2))).toEqual({ id: 3, fault: 'numbering' })
    const renumbered = honest.filter(({ id }) => id !== 2).map((row, place) => ({ ...row, id: place + 1 }))
    expect(faultOf(renumbered)).toEqual({ id: 2, fault: 'chain' })
    const [first, second, ...rest] = honest
    expect(faultOf([second, first, ...rest].filter((row) => row !== undefined))).toEqual({ id: 2, fault: 'numbering' })
  })

  it('shows who was let past others, even when every hash is right', () => {
    expect(faultOf(logOf(['queued', 11], ['queued', 12], ['due', 12]))).toEqual({ id: 3, fault: 'out of turn' })
  })

  it('shows what cannot follow', () => {
    expect(faultOf(logOf(['due', 11]))).toEqual({ id: 1, fault: 'not in that state' })
    expect(faultOf(logOf(['queued', 11], ['paid', 11]))).toEqual({ id: 2, fault: 'not in that state' })
    expect(faultOf(logOf(['queued', 11], ['cancelled', 11], ['queued', 11]))).toEqual({
      id: 3,
      fault: 'not in that state',
    })
  })

  it('is checked on a device as far as its rows are there, newest first', () => {
    const newest = honest.toReversed()
    expect(checkNewest([])).toEqual({ fault: undefined, isWhole: true })
    expect(checkNewest(newest)).toEqual({ fault: undefined, isWhole: true })
    expect(checkNewest(newest.slice(0, 3))).toEqual({ fault: undefined, isWhole: false })
    const paid = newest.find(({ id }) => id === 6)
    if (!paid) throw new Error('row 6 is there')
    const forged = changed(newest, 6, { orderId: 12 }).slice(0, 4)
    expect(checkNewest(forged).fault).toEqual({ id: 6, fault: 'hash' })
    const rehashed = changed(newest, 6, { orderId: 12, hash: hashOfRow({ ...paid, orderId: 12 }) }).slice(0, 4)
    expect(checkNewest(rehashed).fault).toEqual({ id: 7, fault: 'chain' })
    expect(checkNewest(newest.filter(({ id }) => id !== 6).slice(0, 3)).fault).toEqual({ id: 7, fault: 'numbering' })
    expect(checkNewest(logOf(['queued', 11], ['queued', 12], ['due', 12]).toReversed()).fault).toEqual({
      id: 3,
      fault: 'out of turn',
    })
  })

  it('has a hash that anyone can compute from what is published', () => {
    // Computed with printf and sha256sum.
    expect(honest[0]?.hash).toBe('29b529450a31b9abd0b54c997ae7e7aca8095e6c861eba3b4479614213331300')
  })
})
