import { showUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { dayStart, firstDigit } from '#kit/text/privacy.ts'
import { beginning, faultOf, hashOfRow, type QueueChange, type QueueLogRow } from './queue-log.ts'

type Row = {
  id: bigint
  at: Date
  productId: bigint
  orderId: bigint
  change: QueueChange
  baseUnits: bigint
  coin: Coin
  previous: string
  hash: string
}
const columns = `id, at, product_id AS "productId", order_id AS "orderId", change, base_units AS "baseUnits", coin, previous, hash`

const toRow = ({ id, at, productId, orderId, baseUnits, ...row }: Row): QueueLogRow => ({
  ...row,
  id: Number(id),
  at: at.toISOString(),
  productId: Number(productId),
  orderId: Number(orderId),
  amount: showUnits(baseUnits),
})

export type QueueEvent = {
  readonly at: Date
  readonly productId: number
  readonly orderId: number
  readonly change: QueueChange
  readonly baseUnits: bigint
  readonly coin: Coin
}

/** Rounds times to the day and amounts to the first digit. Locks the log, so call it last in a transaction. */
export async function logQueue(tx: Tx, events: readonly QueueEvent[]): Promise<void> {
  if (events.length === 0) return
  // Serialized, because each row contains the previous row's hash.
  await tx.query('LOCK TABLE queue_log IN EXCLUSIVE MODE')
  const [last] = await tx.query<{ id: bigint; hash: string }>('SELECT id, hash FROM queue_log ORDER BY id DESC LIMIT 1')
  let id = Number(last?.id ?? 0n)
  let previous = last?.hash ?? beginning
  for (const event of events) {
    id += 1
    const { productId, orderId, change, coin } = event
    const [at, baseUnits] = [dayStart(event.at), firstDigit(event.baseUnits)]
    const amount = showUnits(baseUnits)
    const hash = hashOfRow({ id, at: at.toISOString(), productId, orderId, change, amount, coin, previous })
    await tx.query(
      `INSERT INTO queue_log (id, at, product_id, order_id, change, base_units, coin, previous, hash)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [id, at, productId, orderId, change, baseUnits, coin, previous, hash],
    )
    previous = hash
  }
}

export async function loadQueueLog(sql: Sql, page: { before?: number; limit: number }): Promise<QueueLogRow[]> {
  const rows = await sql.query<Row>(
    `SELECT ${columns} FROM queue_log WHERE id < coalesce($1::bigint, 9223372036854775807) ORDER BY id DESC LIMIT $2`,
    [page.before ?? null, page.limit],
  )
  return rows.map(toRow)
}

export async function queueLogHead(sql: Sql): Promise<{ readonly line: number; readonly hash: string } | undefined> {
  const [last] = await loadQueueLog(sql, { limit: 1 })
  return last && { line: last.id, hash: last.hash }
}
export async function queueLogHash(sql: Sql, line: number): Promise<string | undefined> {
  const [row] = await loadQueueLog(sql, { before: line + 1, limit: 1 })
  return row?.id === line ? row.hash : undefined
}

export async function findQueueLogProblems(sql: Sql): Promise<string[]> {
  const rows = await sql.query<Row>(`SELECT ${columns} FROM queue_log ORDER BY id`)
  const fault = faultOf(rows.map(toRow))
  return fault ? [`queue log, row ${fault.id}: ${fault.fault}`] : []
}
