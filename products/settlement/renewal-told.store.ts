import { endOf } from '#days/day-step.ts'
import { expect } from '#kit/expect.ts'
import type { Tx } from '#kit/store/db.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import type { LineId } from '#ledger/posting/lines.ts'
import { renewalBarredBy } from '../orders/order-actions.ts'
import { addEvents, type EventKind, type OrderEvent } from '../orders/order-history.store.ts'
import { type Chunk, orderStep, type Taken } from '../orders/order-step.ts'
import { lockOrdersById } from '../orders/orders.store.ts'
import { loadProductsById } from '../orders/products.store.ts'
import { lineOf, productLines } from '../registry.ts'
import { coinsText } from '../terms/coins-text.ts'
import type { Ending } from '../terms/line.ts'
import type { Order, Product } from '../terms/order.ts'

const kinds: Readonly<Record<Exclude<Ending, 'reinvest_off' | 'pool_short'>, EventKind>> = {
  terms_changed: 'renewal_terms_changed',
  product_ended: 'renewal_product_ended',
}

/** Notifications sent, as "orderId roundEnd". */
async function loadTold(tx: Tx, orders: readonly Order[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: bigint; until: string }>(
    `SELECT order_id AS id, params->>'until' AS until FROM order_event WHERE order_id = ANY ($1::int8[]) AND kind = ANY ($2::text[])`,
    [orders.map(({ id }) => id), Object.values(kinds)],
  )
  return new Set(rows.map(({ id, until }) => `${id} ${until}`))
}

/** Events for orders that will not renew, unless their holders were already notified. */
export async function untold(
  tx: Tx,
  orders: readonly Order[],
  productOf: (order: Order) => Product,
  at: Date,
): Promise<OrderEvent[]> {
  const barred = orders.flatMap((order) => {
    const reason = renewalBarredBy(order, productOf(order))
    return reason ? [{ order, reason }] : []
  })
  if (barred.length === 0) return []
  const told = await loadTold(
    tx,
    barred.map(({ order }) => order),
  )
  return barred.flatMap(({ order, reason }) => {
    const until = order.roundEnds?.toISOString()
    expect(until, `order ${order.id}, which has rounds, has an end`)
    if (told.has(`${order.id} ${until}`)) return []
    const returned = coinsText(...lineOf(order.terms.line).close(order, reason).returned)
    return [{ order, at, kind: kinds[reason], params: { until, returned } }]
  })
}

async function nextToEnd(tx: Tx, due: Chunk['due'], dayEnds: Date): Promise<number[]> {
  const { line, after, limit } = due
  const rows = await tx.query<{ id: bigint }>(
    `SELECT o.id FROM investment_order o JOIN product p ON p.id = o.product_id
     WHERE o.line = $1 AND o.id > $2 AND o.reinvest AND (p.ended_at IS NOT NULL OR p.terms_version > 1)
       AND (o.state IN ('earning', 'paused') AND o.round_ends = $4
         OR o.state = 'to_be_started' AND o.round_started = $3 AND o.round_ends = $4)
     ORDER BY o.id LIMIT $5`,
    [line satisfies LineId, after, dayEnds, addMs(dayEnds, dayMs), limit],
  )
  return rows.map(({ id }) => Number(id))
}

/**
 * Assumed: holders are notified at the lock of the previous day, 24.5 hours ahead. They learn of later changes at the round's own lock
 * (PRODUCT.md 6).
 */
async function tell({ tx, day, at, due }: Chunk): Promise<Taken> {
  const ids = await nextToEnd(tx, due, endOf(day))
  const taken = { last: ids.at(-1) ?? due.after, done: ids.length }
  if (ids.length === 0) return taken
  const productOf = await loadProductsById(tx)
  await addEvents(tx, await untold(tx, await lockOrdersById(tx, ids), productOf, at))
  return taken
}

const renewing = productLines.filter(({ fixed }) => fixed)
export const tellStep = orderStep('tell_renewal', 'lock', renewing, tell)
