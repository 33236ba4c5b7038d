import { describe, expect, it } from 'vitest'
import { beginning, checkNewest, faultOf, hashOfRow, type QueueChange, type QueueLogRow } from './queue-log.ts'

/** A log of these changes of orders of product 1, as the house writes it. */
function logOf(...changes: readonly (readonly [QueueChange, number])[]): QueueLogRow[] {
  const rows: QueueLogRow[] = []
  for (const [place, [change, orderId]] of changes.entries()) {
    const at = new Date(Date.UTC(2026, 10, 21, 10, place)).toISOString()
    const previous = rows.at(-1)?.hash ?? beginning
    const row = { id: place + 1, at, productId: 1, orderId, change, amount: '100', previous }
    rows.push({ ...row, hash: hashOfRow(row) })
  }
  return rows
}
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
    // printf '1\\n2026-11-21T10:00:00.000Z\\n1\\n11\\nqueued\\n100\\n%064d' 0 | sha256sum
    expect(honest[0]?.hash).toBe('63f3768af5a2f2210b1a82c65f98799df4c2c0fe3f973f994742093fc7b3d780')
  })
})
