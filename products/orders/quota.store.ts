import type { Sql, Tx } from '#kit/store/db.ts'
import { type Day, dayOf } from '#kit/time/clock.ts'
import type { Order, Product } from '../terms/order.ts'
import { decideAtOnce, type Quota } from './quota.ts'

export async function loadQuotas(
  sql: Sql,
  products: readonly Product[],
  day: Day,
): Promise<(product: Product) => Quota> {
  const rows = await sql.query<{ id: bigint; taken: bigint | null; queued: bigint }>(
    `SELECT p.id, q.taken_units AS taken,
       (SELECT count(*) FROM order_reservation r WHERE r.product_id = p.id AND r.due_at IS NULL AND r.over_at IS NULL) AS queued
     FROM unnest($1::int8[]) AS p (id) LEFT JOIN product_quota q ON q.product_id = p.id AND q.day = $2`,
    [products.map(({ id }) => id), day],
  )
  const byId = new Map(rows.map((row) => [Number(row.id), row]))
  return ({ id, quotaUnits }) => {
    const row = byId.get(id)
    const left = quotaUnits === undefined ? undefined : quotaUnits - (row?.taken ?? 0n)
    // Zero if the quota was lowered below its sales.
    return { left: left === undefined || left > 0n ? left : 0n, queued: Number(row?.queued ?? 0n) }
  }
}

export const loadQuota = async (sql: Sql, product: Product, day: Day): Promise<Quota> =>
  (await loadQuotas(sql, [product], day))(product)

/** @returns whether the amount fitted; always true without a quota. */
export async function tryQuota(tx: Tx, product: Product, units: bigint, day: Day): Promise<boolean> {
  if (product.quotaUnits === undefined) return true
  if (units > product.quotaUnits) return false
  const rows = await tx.query(
    `INSERT INTO product_quota (product_id, day, taken_units) VALUES ($1, $2, $3)
     ON CONFLICT (product_id, day) DO UPDATE SET taken_units = product_quota.taken_units + excluded.taken_units
       WHERE product_quota.taken_units + excluded.taken_units <= $4 RETURNING product_id`,
    [product.id, day, units, product.quotaUnits],
  )
  return rows.length > 0
}

/** For immediate purchases. @throws invest.reservation_needed, invest.quota_full */
export async function takeQuota(tx: Tx, product: Product, units: bigint, now: Date): Promise<void> {
  if (product.quotaUnits === undefined && !product.needsReservation) return
  const day = dayOf(now)
  decideAtOnce(product, await loadQuota(tx, product, day), units)
  if (await tryQuota(tx, product, units, day)) return
  // A concurrent purchase used the quota.
  decideAtOnce(product, await loadQuota(tx, product, day), units)
}

/** Returns quota only on the day it was taken. */
export async function returnQuota(tx: Tx, order: Order, now: Date): Promise<void> {
  await tx.query(
    `UPDATE product_quota SET taken_units = greatest(taken_units - $2, 0)
     WHERE product_id = $1 AND day = $3 AND day = coalesce(
       (SELECT coalesce(quota_day, 'infinity') FROM order_reservation WHERE order_id = $4), $5::date)`,
    [order.productId, order.baseUnits, dayOf(now), order.id, dayOf(order.boughtAt)],
  )
}
