import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type * as v from 'valibot'
import type { queueLogRow } from './fields.ts'

/** One change of a queue, as it is published. */
export type QueueLogRow = v.InferOutput<typeof queueLogRow>
export type QueueChange = QueueLogRow['change']

/** Before the first row. */
export const beginning = '0'.repeat(64)

/** The hash of a row: SHA-256 over its fields, one on a line, the hash before it last. */
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

/** What is wrong with a log: the row, and what does not hold. */
export type QueueFault = {
  readonly id: number
  readonly fault: 'numbering' | 'chain' | 'hash' | 'out of turn' | 'not in that state'
}

/** What may follow what, for one order. */
const follows: Readonly<Record<QueueChange, QueueChange | undefined>> = {
  queued: undefined,
  due: 'queued',
  cancelled: 'queued',
  paid: 'due',
  closed: 'due',
}

/** What a device finds in the newest rows of a log, as far as it has them. */
export type QueueCheck = { readonly fault: QueueFault | undefined; readonly isWhole: boolean }

/** Checks rows of a log, newest first: that each is what its hash says and follows the next; all of it once the first row is there. */
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

/**
 * Checks a log from its first row, oldest first: that no row was changed, taken out or put in, and that whoever became due was the
 * first of the product's queue. @returns the first fault, or undefined.
 */
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
