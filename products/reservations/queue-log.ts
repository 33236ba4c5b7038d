import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type * as v from 'valibot'
import type { queueLogRow } from './fields.ts'

export type QueueLogRow = v.InferOutput<typeof queueLogRow>
export type QueueChange = QueueLogRow['change']

export const beginning = '0'.repeat(64)

/** SHA-256 over the fields, one per line, with the previous hash last. */
export const hashOfRow = (row: Omit<QueueLogRow, 'hash'>): string =>
  bytesToHex(
    sha256(
      utf8ToBytes(
        [row.id, row.at, row.productId, row.orderId, row.change, row.amount, row.coin, row.previous]
          .map(String)
          .join('\n'),
      ),
    ),
  )

export type QueueFault = {
  readonly id: number
  readonly fault: 'numbering' | 'chain' | 'hash' | 'out of turn' | 'not in that state'
}

const follows: Readonly<Record<QueueChange, QueueChange | undefined>> = {
  queued: undefined,
  due: 'queued',
  cancelled: 'queued',
  paid: 'due',
  closed: 'due',
}

export type QueueCheck = { readonly fault: QueueFault | undefined; readonly isWhole: boolean }

/** Checks each hash and its link to the previous row. Rows are newest first. */
export function checkNewest(rows: readonly QueueLogRow[]): QueueCheck {
  const oldest = rows.at(-1)
  if (!oldest || oldest.id === 1) return { fault: faultOf([...rows].reverse()), isWhole: true }
  for (const [place, row] of rows.entries()) {
    const older = rows[place + 1]
    if (row.hash !== hashOfRow(row)) return { fault: { id: row.id, fault: 'hash' }, isWhole: false }
    if (older && older.id !== row.id - 1) return { fault: { id: row.id, fault: 'numbering' }, isWhole: false }
    if (older && older.hash !== row.previous) return { fault: { id: row.id, fault: 'chain' }, isWhole: false }
  }
  return { fault: undefined, isWhole: false }
}

/** Detects changed, removed and inserted rows, and due orders that were not first in the queue. @param rows all, oldest first */
export function faultOf(rows: readonly QueueLogRow[]): QueueFault | undefined {
  const queues = new Map<number, number[]>()
  const states = new Map<number, QueueChange>()
  let previous = beginning
  let expected = 1
  for (const row of rows) {
    const { id, productId, orderId, change } = row
    if (id !== expected) return { id, fault: 'numbering' }
    if (row.previous !== previous) return { id, fault: 'chain' }
    if (row.hash !== hashOfRow(row)) return { id, fault: 'hash' }
    if (states.get(orderId) !== follows[change]) return { id, fault: 'not in that state' }
    states.set(orderId, change)
    const queue = queues.get(productId) ?? []
    if (change === 'due' && queue[0] !== orderId) return { id, fault: 'out of turn' }
    if (change === 'queued') queues.set(productId, [...queue, orderId])
    if (change === 'due' || change === 'cancelled')
      queues.set(
        productId,
        queue.filter((each) => each !== orderId),
      )
    previous = row.hash
    expected += 1
  }
  return undefined
}
