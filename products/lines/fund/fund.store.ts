import { withoutFeature } from '#identity/team/region.store.ts'
import { loadTree } from '#identity/team/sponsor-tree.store.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import type { Day } from '#kit/time/clock.ts'
import type { Uplines } from './bonus.ts'
import type { Held, Split } from './profit.ts'

export type BookingKind = 'send' | 'return' | 'profit' | 'loss'
export type Booking = {
  readonly productId: number
  readonly kind: BookingKind
  readonly units: bigint
  readonly at: Date
  readonly reason: string
  /** undefined for a loss: it moves no coins. */
  readonly seen: { readonly chain: string; readonly transaction: string } | undefined
}

/** @returns undefined if its transaction is already booked. */
export async function insertBooking(tx: Tx, booking: Booking): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO fund_booking (product_id, kind, units, at, reason, chain, transaction) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (chain, transaction) DO NOTHING RETURNING id`,
    [
      booking.productId,
      booking.kind,
      booking.units,
      booking.at,
      booking.reason,
      booking.seen?.chain ?? null,
      booking.seen?.transaction ?? null,
    ],
  )
  return row?.id
}

/** Units. */
export type Whereabouts = {
  readonly atVenue: bigint
  readonly running: bigint
  readonly releasing: bigint
  readonly undivided: bigint
}

/** @param before only earlier profit counts as undivided. */
export async function loadWhereabouts(sql: Sql, productId: number, before: Date): Promise<Whereabouts> {
  const [row] = await sql.query<Record<keyof Whereabouts, string>>(
    `SELECT
       (SELECT coalesce(sum(CASE kind WHEN 'send' THEN units WHEN 'profit' THEN 0 ELSE -units END), 0) FROM fund_booking WHERE product_id = $1)::text AS "atVenue",
       (SELECT coalesce(sum(base_units), 0) FROM investment_order WHERE line = 'fund' AND product_id = $1 AND state IN ('earning', 'paused'))::text AS running,
       (SELECT coalesce(sum(base_units), 0) FROM investment_order WHERE line = 'fund' AND product_id = $1 AND state = 'to_be_released')::text AS releasing,
       ((SELECT coalesce(sum(units), 0) FROM fund_booking WHERE product_id = $1 AND kind = 'profit' AND at < $2)
        - (SELECT coalesce(sum(refill_units + dividend_units + bonus_units + fee_units), 0) FROM fund_split WHERE product_id = $1))::text AS undivided`,
    [productId, before],
  )
  return {
    atVenue: BigInt(row?.atVenue ?? '0'),
    running: BigInt(row?.running ?? '0'),
    releasing: BigInt(row?.releasing ?? '0'),
    undivided: BigInt(row?.undivided ?? '0'),
  }
}

export async function loadFundIds(sql: Sql): Promise<number[]> {
  const rows = await sql.query<{ id: bigint }>(`SELECT id FROM product WHERE line = 'fund' ORDER BY id`)
  return rows.map(({ id }) => Number(id))
}

type HeldRow = Omit<Held, 'orderId'> & { orderId: bigint }
const heldColumns = `o.id AS "orderId", o.wallet_id AS "walletId", o.base_units AS principal, o.share_units AS shares,
  o.round_started AS "startedAt"`
const toHeld = (row: HeldRow): Held => ({ ...row, orderId: Number(row.orderId) as OrderId })

/** Orders that ran the whole day. Orders redeemed after it still share, but recover no more losses. */
export async function lockSharingOrders(tx: Tx, productId: number, dayEnds: Date): Promise<Held[]> {
  const rows = await tx.query<HeldRow>(
    `SELECT ${heldColumns}, CASE WHEN o.state = 'to_be_released' THEN 0 ELSE coalesce(l.units, 0) END AS lost
     FROM investment_order o LEFT JOIN fund_lost l ON l.order_id = o.id
     WHERE o.line = 'fund' AND o.product_id = $1 AND o.round_started <= $2::timestamptz - interval '1 day'
       AND (o.state IN ('earning', 'paused') OR o.state = 'to_be_released' AND o.round_ends >= $2::timestamptz + interval '7 days')
     ORDER BY o.id FOR UPDATE OF o`,
    [productId, dayEnds],
  )
  return rows.map(toHeld)
}

export async function lockRunningOrders(tx: Tx, productId: number): Promise<Held[]> {
  const rows = await tx.query<HeldRow>(
    `SELECT ${heldColumns}, coalesce(l.units, 0) AS lost
     FROM investment_order o LEFT JOIN fund_lost l ON l.order_id = o.id
     WHERE o.line = 'fund' AND o.product_id = $1 AND o.state IN ('earning', 'paused') ORDER BY o.id FOR UPDATE OF o`,
    [productId],
  )
  return rows.map(toHeld)
}

/** Uplines and the wallets; sponsors first. */
export async function loadUplines(sql: Sql, wallets: readonly WalletId[]): Promise<Uplines> {
  const tree = await loadTree(sql)
  const rows = await sql.query<{ serial: number }>(
    'SELECT serial::int4 AS serial FROM holder WHERE id = ANY ($1::text[])',
    [wallets],
  )
  const serials = new Set<number>()
  for (const { serial } of rows)
    for (let place = tree.placeOf(serial); place >= 0; place = tree.parent[place] ?? -1) {
      const above = tree.serials[place] ?? 0
      if (serials.has(above)) break
      serials.add(above)
    }
  const above = await sql.query<Omit<Uplines[number], 'barred'>>(
    `SELECT id AS "walletId", sponsor_id AS "sponsorId", star::int AS star FROM holder WHERE serial = ANY ($1::int8[]) ORDER BY serial`,
    [[...serials]],
  )
  const ids = above.map(({ walletId }) => walletId)
  const barred = await withoutFeature(sql, ids, 'referral')
  return above.map((wallet) => ({ ...wallet, barred: barred.has(wallet.walletId) }))
}

const sumOf = (parts: readonly { readonly units: bigint }[]): bigint =>
  parts.reduce((sum, { units }) => sum + units, 0n)

/** Stores a split before any payment. @returns whether it was new. */
export async function insertSplit(tx: Tx, productId: number, day: Day, profit: bigint, split: Split): Promise<boolean> {
  const sums = [split.refills, split.dividends, split.bonuses].map(sumOf)
  const written = await tx.query(
    `INSERT INTO fund_split (product_id, day, profit_units, refill_units, dividend_units, bonus_units, fee_units)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING day`,
    [productId, day, profit, ...sums, split.fee],
  )
  if (written.length === 0) return false
  const parts = [
    ...split.refills.map((part) => ({ ...part, kind: 'refill' })),
    ...split.dividends.map((part) => ({ ...part, kind: 'dividend' })),
  ].map(({ kind, to, units }) => ({ kind, orderId: to.orderId as number | null, walletId: to.walletId, units }))
  const bonuses = split.bonuses.map(({ to, units }) => ({ kind: 'bonus', orderId: null, walletId: to, units }))
  const all = [...parts, ...bonuses]
  await tx.query(
    `INSERT INTO fund_part (product_id, day, kind, order_id, wallet_id, units)
     SELECT $1, $2, kind, order_id, wallet_id, units
     FROM unnest($3::text[], $4::int8[], $5::text[], $6::int8[]) WITH ORDINALITY AS p (kind, order_id, wallet_id, units, place) ORDER BY place`,
    [
      productId,
      day,
      all.map(({ kind }) => kind),
      all.map(({ orderId }) => orderId),
      all.map(({ walletId }) => walletId),
      all.map(({ units }) => units),
    ],
  )
  return true
}

export type PartRow = {
  readonly id: bigint
  readonly productId: bigint
  readonly kind: 'refill' | 'dividend' | 'bonus'
  readonly orderId: bigint | null
  readonly walletId: WalletId
  readonly units: bigint
}
export const loadParts = (sql: Sql, day: Day, after: bigint, limit: number): Promise<PartRow[]> =>
  sql.query<PartRow>(
    `SELECT id, product_id AS "productId", kind, order_id AS "orderId", wallet_id AS "walletId", units
     FROM fund_part WHERE day = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [day, after, limit],
  )

type OfOrder = { readonly orderId: number; readonly units: bigint }
const byOrder = (parts: readonly OfOrder[]) => [parts.map(({ orderId }) => orderId), parts.map(({ units }) => units)]

/** Pass each order only once. */
export async function addLost(tx: Tx, lost: readonly OfOrder[]): Promise<void> {
  await tx.query(
    `INSERT INTO fund_lost AS l (order_id, units) SELECT * FROM unnest($1::int8[], $2::int8[])
     ON CONFLICT (order_id) DO UPDATE SET units = l.units + excluded.units`,
    byOrder(lost),
  )
}

/** Pass each order only once. */
export async function takeRefilled(tx: Tx, refilled: readonly OfOrder[]): Promise<void> {
  if (refilled.length === 0) return
  await tx.query(
    `UPDATE fund_lost l SET units = l.units - r.units FROM unnest($1::int8[], $2::int8[]) AS r (order_id, units) WHERE l.order_id = r.order_id`,
    byOrder(refilled),
  )
}

/** Idempotent. */
export async function keepValue(tx: Tx, productId: number, day: Day): Promise<void> {
  await tx.query(
    `INSERT INTO fund_value (product_id, day, principal_units, share_units)
     SELECT $1, $2, coalesce(sum(base_units), 0), coalesce(sum(share_units), 0)
     FROM investment_order WHERE line = 'fund' AND product_id = $1 AND state IN ('earning', 'paused') ON CONFLICT DO NOTHING`,
    [productId, day],
  )
}

export async function setHold(
  tx: Tx,
  productId: number,
  hold: { until: Date; reason: string } | undefined,
): Promise<void> {
  await tx.query('DELETE FROM fund_hold WHERE product_id = $1', [productId])
  if (hold)
    await tx.query('INSERT INTO fund_hold (product_id, until, reason) VALUES ($1, $2, $3)', [
      productId,
      hold.until,
      hold.reason,
    ])
}
