import type { Sql, Tx } from '#kit/db.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { getOrder } from '../investing.contract.ts'
import type { Order } from './order.ts'

export type TimelineEvent = OutputOf<typeof getOrder>['timeline'][number]
export type EventKind = TimelineEvent['kind']

/** Writes down what happened to an order, for its holder. */
export async function addEvent(
  tx: Tx,
  event: { order: Order; at: Date; kind: EventKind; params?: Readonly<Record<string, string>> },
): Promise<void> {
  await tx.query('INSERT INTO order_event (order_id, at, kind, params) VALUES ($1, $2, $3, $4::text::jsonb)', [
    event.order.id,
    event.at,
    event.kind,
    JSON.stringify(event.params ?? {}),
  ])
}

/** What happened to an order, oldest first. At most 500: a round of one day for more than a year. */
export async function loadTimeline(sql: Sql, order: Order): Promise<TimelineEvent[]> {
  const rows = await sql.query<{ at: Date; kind: EventKind; params: Record<string, string> }>(
    `SELECT at, kind, params FROM (
       SELECT id, at, kind, params FROM order_event WHERE order_id = $1 ORDER BY id DESC LIMIT 500
     ) newest ORDER BY id`,
    [order.id],
  )
  return rows.map((row) => ({ at: row.at.toISOString(), kind: row.kind, params: row.params }))
}

/** Keeps what an ended round really paid. */
export async function addRound(tx: Tx, order: Order, endedAt: Date): Promise<void> {
  await tx.query(
    `INSERT INTO order_round (order_id, round, product_id, days, principal_units, interest_units, ended_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [order.id, order.round, order.productId, order.terms.days, order.baseUnits, order.promiseUnits, endedAt],
  )
}
