import type { QueueLogRow } from './queue-log.ts'

export type Waiting = { readonly productId: number; readonly orders: readonly QueueLogRow[] }

/** @param rows the whole log, oldest first */
export function waitingOf(rows: readonly QueueLogRow[]): Waiting[] {
  const gone = new Set(
    rows.filter(({ change }) => change === 'due' || change === 'cancelled').map(({ orderId }) => orderId),
  )
  const queues = new Map<number, QueueLogRow[]>()
  for (const row of rows) {
    if (row.change !== 'queued' || gone.has(row.orderId)) continue
    const queue = queues.get(row.productId)
    if (queue) queue.push(row)
    else queues.set(row.productId, [row])
  }
  return [...queues].map(([productId, orders]) => ({ productId, orders })).sort((a, b) => a.productId - b.productId)
}

/** Position in the queue: 1 is next; undefined if not queued. */
export function placeOf(waiting: readonly Waiting[], orderId: number): number | undefined {
  for (const { orders } of waiting) {
    const place = orders.findIndex((row) => row.orderId === orderId)
    if (place >= 0) return place + 1
  }
  return undefined
}
