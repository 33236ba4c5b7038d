import { beginning, hashOfRow, type QueueChange, type QueueLogRow } from './queue-log.ts'

/** Rows, oldest first. The product defaults to 1. */
export function testQueueLog(...changes: readonly (readonly [QueueChange, number, number?])[]): QueueLogRow[] {
  const rows: QueueLogRow[] = []
  for (const [place, [change, orderId, productId = 1]] of changes.entries()) {
    const at = new Date(Date.UTC(2026, 10, 21, 10, place)).toISOString()
    const previous = rows.at(-1)?.hash ?? beginning
    const row = { id: place + 1, at, productId, orderId, change, amount: '100', coin: 'USDT', previous } as const
    rows.push({ ...row, hash: hashOfRow(row) })
  }
  return rows
}
