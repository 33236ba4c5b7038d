import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import type { Day } from '#kit/time/clock.ts'
import type { Reservation, Waiting } from './reservation.ts'

type Row = {
  orderId: bigint
  walletId: WalletId
  productId: bigint
  baseUnits: bigint
  prepaidUnits: bigint
  creditUnits: bigint
  reservedAt: Date
  dueAt: Date | null
  quotaDay: Day | null
  paidAt: Date | null
  bonusUnits: bigint
  overAt: Date | null
  creditOverAt: Date | null
}
const columns = `order_id AS "orderId", wallet_id AS "walletId", product_id AS "productId", base_units AS "baseUnits",
  prepaid_units AS "prepaidUnits", credit_units AS "creditUnits", reserved_at AS "reservedAt", due_at AS "dueAt",
  quota_day::text AS "quotaDay", paid_at AS "paidAt", bonus_units AS "bonusUnits", over_at AS "overAt", credit_over_at AS "creditOverAt"`

const toReservation = (row: Row): Reservation => ({
  ...row,
  orderId: Number(row.orderId) as OrderId,
  productId: Number(row.productId),
  dueAt: row.dueAt ?? undefined,
  quotaDay: row.quotaDay ?? undefined,
  paidAt: row.paidAt ?? undefined,
  overAt: row.overAt ?? undefined,
  creditOverAt: row.creditOverAt ?? undefined,
})

export type NewReservation = Omit<
  Reservation,
  'dueAt' | 'quotaDay' | 'paidAt' | 'bonusUnits' | 'overAt' | 'creditOverAt'
>

export async function insertReservation(tx: Tx, reservation: NewReservation): Promise<Reservation> {
  const [row] = await tx.query<Row>(
    `INSERT INTO order_reservation (order_id, wallet_id, product_id, base_units, prepaid_units, credit_units, reserved_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${columns}`,
    [
      reservation.orderId,
      reservation.walletId,
      reservation.productId,
      reservation.baseUnits,
      reservation.prepaidUnits,
      reservation.creditUnits,
      reservation.reservedAt,
    ],
  )
  expect(row, 'an inserted reservation is answered')
  return toReservation(row)
}

/** @throws invest.order_missing, also if the order was never a reservation. */
export async function loadReservation(sql: Sql, walletId: WalletId, orderId: number): Promise<Reservation> {
  const [row] = await sql.query<Row>(
    `SELECT ${columns} FROM order_reservation WHERE order_id = $1 AND wallet_id = $2`,
    [orderId, walletId],
  )
  return row ? toReservation(row) : fail('invest.order_missing')
}

const openOnes = 'paid_at IS NULL AND over_at IS NULL'
const conditions = { open: `AND ${openOnes}`, over: `AND NOT (${openOnes})`, all: '' } as const

export async function loadReservations(
  sql: Sql,
  walletId: WalletId,
  page: { readonly state: keyof typeof conditions; readonly before?: number; readonly limit: number },
): Promise<Reservation[]> {
  const rows = await sql.query<Row>(
    `SELECT ${columns} FROM order_reservation WHERE wallet_id = $1 AND order_id < coalesce($2::bigint, 9223372036854775807)
       ${conditions[page.state]} ORDER BY order_id DESC LIMIT $3`,
    [walletId, page.before ?? null, page.limit],
  )
  return rows.map(toReservation)
}

export async function loadWaiting(sql: Sql, walletId: WalletId, productId: number): Promise<Waiting> {
  const [row] = await sql.query<Waiting>(
    `SELECT EXISTS (SELECT FROM order_reservation WHERE wallet_id = $1 AND product_id = $2 AND due_at IS NULL AND over_at IS NULL)
         AS "queuedHere",
       EXISTS (SELECT FROM order_reservation WHERE wallet_id = $1 AND due_at IS NOT NULL AND ${openOnes}) AS "anyDue"`,
    [walletId, productId],
  )
  expect(row, 'two questions are answered')
  return row
}

/** Ranks keyed by order ID; 1 is next. */
export async function loadRanks(sql: Sql, reservations: readonly Reservation[]): Promise<Map<number, number>> {
  const queued = reservations.filter(({ dueAt, overAt }) => !dueAt && !overAt)
  if (queued.length === 0) return new Map()
  const rows = await sql.query<{ orderId: bigint; rank: bigint }>(
    `SELECT r.order_id AS "orderId", (SELECT count(*) FROM order_reservation q WHERE q.product_id = r.product_id
         AND q.due_at IS NULL AND q.over_at IS NULL AND q.order_id <= r.order_id) AS rank
     FROM order_reservation r WHERE r.order_id = ANY ($1::bigint[])`,
    [queued.map(({ orderId }) => orderId)],
  )
  return new Map(rows.map(({ orderId, rank }) => [Number(orderId), Number(rank)]))
}

export async function loadQueue(sql: Sql, productId: number, limit: number): Promise<Reservation[]> {
  const rows = await sql.query<Row>(
    `SELECT ${columns} FROM order_reservation WHERE product_id = $1 AND due_at IS NULL AND over_at IS NULL
     ORDER BY order_id LIMIT $2`,
    [productId, limit],
  )
  return rows.map(toReservation)
}

export async function lockStarted(tx: Tx, after: number, limit: number): Promise<Reservation[]> {
  const rows = await tx.query<Row>(
    `SELECT ${columns} FROM order_reservation r WHERE paid_at IS NOT NULL AND credit_over_at IS NULL AND order_id > $1
       AND EXISTS (SELECT FROM investment_order o WHERE o.id = r.order_id AND o.round >= 1)
     ORDER BY order_id LIMIT $2 FOR UPDATE`,
    [after, limit],
  )
  return rows.map(toReservation)
}

export async function findPaid(tx: Tx, orderId: number): Promise<Reservation | undefined> {
  const [row] = await tx.query<Row>(
    `SELECT ${columns} FROM order_reservation WHERE order_id = $1 AND paid_at IS NOT NULL AND credit_over_at IS NULL FOR UPDATE`,
    [orderId],
  )
  return row && toReservation(row)
}

/** Oldest first. */
export async function loadTooLate(sql: Sql, before: Date, limit: number): Promise<Reservation[]> {
  const rows = await sql.query<Row>(
    `SELECT ${columns} FROM order_reservation WHERE due_at IS NOT NULL AND ${openOnes} AND due_at <= $1
     ORDER BY due_at, order_id LIMIT $2`,
    [before, limit],
  )
  return rows.map(toReservation)
}

/** In units of `base`. */
export async function loadDuePromises(sql: Sql, base: string): Promise<bigint> {
  const [row] = await sql.query<{ units: string }>(
    `SELECT coalesce(sum(o.promise_units), 0)::text AS units FROM order_reservation r JOIN investment_order o ON o.id = r.order_id
     WHERE r.due_at IS NOT NULL AND r.paid_at IS NULL AND r.over_at IS NULL AND o.terms ->> 'base' = $1`,
    [base],
  )
  return BigInt(row?.units ?? '0')
}

export async function loadQueuedProducts(sql: Sql, after: number): Promise<number[]> {
  const rows = await sql.query<{ id: bigint }>(
    `SELECT DISTINCT product_id AS id FROM order_reservation WHERE due_at IS NULL AND over_at IS NULL AND product_id > $1
     ORDER BY product_id`,
    [after],
  )
  return rows.map(({ id }) => Number(id))
}

type Change = Partial<Pick<Reservation, 'dueAt' | 'quotaDay' | 'paidAt' | 'bonusUnits' | 'overAt' | 'creditOverAt'>>
/** The caller must hold the order's lock. */
export async function updateReservation(tx: Tx, reservation: Reservation, change: Change): Promise<Reservation> {
  const next = { ...reservation, ...change }
  await tx.query(
    `UPDATE order_reservation SET due_at = $2, quota_day = $3, paid_at = $4, bonus_units = $5, over_at = $6, credit_over_at = $7
     WHERE order_id = $1`,
    [
      next.orderId,
      next.dueAt ?? null,
      next.quotaDay ?? null,
      next.paidAt ?? null,
      next.bonusUnits,
      next.overAt ?? null,
      next.creditOverAt ?? null,
    ],
  )
  return next
}

/** Units of the base coin; 0 if the queue is empty. */
export async function largestQueued(sql: Sql, productId: number): Promise<bigint> {
  const [row] = await sql.query<{ units: bigint }>(
    `SELECT coalesce(max(base_units), 0)::bigint AS units FROM order_reservation
     WHERE product_id = $1 AND due_at IS NULL AND over_at IS NULL`,
    [productId],
  )
  return row?.units ?? 0n
}
