import type * as v from 'valibot'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { timelineEvent } from '../terms/fields.ts'
import type { Order } from '../terms/order.ts'

export type TimelineEvent = v.InferOutput<typeof timelineEvent>
export type EventKind = TimelineEvent['kind']

export type OrderEvent = {
  readonly order: Order
  readonly at: Date
  readonly kind: EventKind
  readonly params?: Readonly<Record<string, string>>
}

export const addEvent = (tx: Tx, event: OrderEvent): Promise<void> => addEvents(tx, [event])

/** In input order. */
export async function addEvents(tx: Tx, events: readonly OrderEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx.query(
    `INSERT INTO order_event (order_id, at, kind, params)
     SELECT order_id, at, kind, params::jsonb FROM unnest($1::int8[], $2::timestamptz[], $3::text[], $4::text[])
       WITH ORDINALITY AS e (order_id, at, kind, params, place) ORDER BY place`,
    [
      events.map(({ order }) => order.id),
      events.map(({ at }) => at.toISOString()),
      events.map(({ kind }) => kind),
      events.map(({ params }) => JSON.stringify(params ?? {})),
    ],
  )
}

/** Oldest first, at most 500: over a year of one-day rounds. */
export async function loadTimeline(sql: Sql, order: Order): Promise<TimelineEvent[]> {
  const rows = await sql.query<{ at: Date; kind: EventKind; params: Record<string, string> }>(
    `SELECT at, kind, params FROM (
       SELECT id, at, kind, params FROM order_event WHERE order_id = $1 ORDER BY id DESC LIMIT 500
     ) newest ORDER BY id`,
    [order.id],
  )
  return rows.map((row) => ({ at: row.at.toISOString(), kind: row.kind, params: row.params }))
}

export async function addRounds(
  tx: Tx,
  ended: readonly { readonly order: Order; readonly endedAt: Date }[],
): Promise<void> {
  if (ended.length === 0) return
  await tx.query(
    `INSERT INTO order_round (order_id, round, product_id, days, principal_units, interest_units, ended_at)
     SELECT * FROM unnest($1::int8[], $2::int4[], $3::int8[], $4::int4[], $5::int8[], $6::int8[], $7::timestamptz[])`,
    [
      ended.map(({ order }) => order.id),
      ended.map(({ order }) => order.round),
      ended.map(({ order }) => order.productId),
      ended.map(({ order }) => order.terms.days),
      ended.map(({ order }) => order.baseUnits),
      ended.map(({ order }) => order.promiseUnits),
      ended.map(({ endedAt }) => endedAt.toISOString()),
    ],
  )
}
