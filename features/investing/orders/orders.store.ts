import type { Sql, Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import type { LineId, OrderId, WalletId } from '#kit/ids.ts'
import type { OrderState } from '../investing.fields.ts'
import type { Figures } from '../products/purchase.ts'
import type { Order, OrderChange, Terms } from './order.ts'
import { expectTransition } from './order-state.ts'

type OrderRow = {
  id: bigint
  walletId: WalletId
  productId: bigint
  state: OrderState
  terms: Terms
  cardHash: string
  boughtAt: Date
  round: number
  roundStarted: Date
  roundEnds: Date | null
  baseUnits: bigint
  sideUnits: bigint
  promiseUnits: bigint
  nextPromiseUnits: bigint | null
  valueUnits: bigint
  sideValueUnits: bigint
  reinvest: boolean
  poolShort: boolean
  paidUnits: bigint
  shareUnits: bigint
  paidValueUnits: bigint
  overAt: Date | null
}

const columns = `id, wallet_id AS "walletId", product_id AS "productId", state, terms, card_hash AS "cardHash",
  bought_at AS "boughtAt", round, round_started AS "roundStarted", round_ends AS "roundEnds", base_units AS "baseUnits",
  side_units AS "sideUnits", promise_units AS "promiseUnits", next_promise_units AS "nextPromiseUnits", value_units AS "valueUnits",
  side_value_units AS "sideValueUnits", reinvest, pool_short AS "poolShort", paid_units AS "paidUnits",
  share_units AS "shareUnits", paid_value_units AS "paidValueUnits", over_at AS "overAt"`

const toOrder = (row: OrderRow): Order => ({
  ...row,
  id: Number(row.id) as OrderId,
  productId: Number(row.productId),
  roundEnds: row.roundEnds ?? undefined,
  nextPromiseUnits: row.nextPromiseUnits ?? undefined,
  overAt: row.overAt ?? undefined,
})

export type NewOrder = {
  readonly walletId: WalletId
  readonly productId: number
  readonly figures: Figures
  readonly cardHash: string
  readonly reinvest: boolean
  readonly at: Date
}

/** Writes a new order that waits for its start. */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<Order> {
  const { figures } = order
  const [row] = await tx.query<OrderRow>(
    `INSERT INTO investment_order (wallet_id, product_id, line, state, terms, card_hash, bought_at, round_started, round_ends,
       base_units, side_units, promise_units, value_units, side_value_units, reinvest, share_units)
     VALUES ($1, $2, $3, 'to_be_started', $4::text::jsonb, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) RETURNING ${columns}`,
    [
      order.walletId,
      order.productId,
      figures.terms.line,
      JSON.stringify(figures.terms),
      order.cardHash,
      order.at,
      figures.startsAt,
      figures.endsAt ?? null,
      figures.baseUnits,
      figures.sideUnits,
      figures.promiseUnits,
      figures.valueUnits,
      figures.sideValueUnits,
      order.reinvest,
      figures.shareUnits ?? 0n,
    ],
  )
  expect(row, 'an inserted order is answered')
  return toOrder(row)
}

/** A wallet's own order. @throws invest.order_missing, also for someone else's. */
export async function loadOrder(sql: Sql, walletId: WalletId, id: number): Promise<Order> {
  const [row] = await sql.query<OrderRow>(`SELECT ${columns} FROM investment_order WHERE id = $1 AND wallet_id = $2`, [
    id,
    walletId,
  ])
  return row ? toOrder(row) : fail('invest.order_missing')
}

/**
 * A wallet's own order, locked. The caller has locked the wallet, so only settlement can hold the row.
 * @throws invest.order_missing, invest.pool_settling while the order is being settled.
 */
export async function lockOrder(tx: Tx, walletId: WalletId, id: number): Promise<Order> {
  await loadOrder(tx, walletId, id)
  const [row] = await tx.query<OrderRow>(
    `SELECT ${columns} FROM investment_order WHERE id = $1 AND wallet_id = $2 FOR UPDATE SKIP LOCKED`,
    [id, walletId],
  )
  return row ? toOrder(row) : fail('invest.pool_settling')
}

/** Whether the wallet's next order of a line is its first: those cancelled before they began do not count. */
export async function isFirstOfLine(sql: Sql, walletId: WalletId, line: LineId): Promise<boolean> {
  const [row] = await sql.query(
    `SELECT 1 FROM investment_order WHERE wallet_id = $1 AND line = $2 AND NOT (state = 'cancelled' AND round = 0) LIMIT 1`,
    [walletId, line],
  )
  return row === undefined
}

export type OrderFilter = {
  readonly states?: readonly OrderState[]
  readonly line?: LineId
  /** Only orders with a smaller number. */
  readonly before?: number
  readonly limit: number
}

/** A wallet's orders, newest first. */
export async function loadOrders(sql: Sql, walletId: WalletId, filter: OrderFilter): Promise<Order[]> {
  const rows = await sql.query<OrderRow>(
    `SELECT ${columns} FROM investment_order
     WHERE wallet_id = $1 AND ($2::text[] IS NULL OR state = ANY ($2::text[])) AND ($3::text IS NULL OR line = $3)
       AND ($4::bigint IS NULL OR id < $4)
     ORDER BY id DESC LIMIT $5`,
    [walletId, filter.states ?? null, filter.line ?? null, filter.before ?? null, filter.limit],
  )
  return rows.map(toOrder)
}

/** Which orders a step of settlement takes, in order of their number. */
export type Due = { readonly line: LineId; readonly after: number; readonly limit: number }

const due =
  (condition: string) =>
  async (tx: Tx, { line, after, limit }: Due, at: Date) => {
    const rows = await tx.query<OrderRow>(
      `SELECT ${columns} FROM investment_order WHERE line = $1 AND id > $2 AND ${condition} ORDER BY id LIMIT $4 FOR UPDATE`,
      [line, after, at, limit],
    )
    return rows.map(toOrder)
  }

/** Orders that run into a next round at a moment if their promise is set aside: oldest first. */
export const lockRenewing = due(`state = 'earning' AND round_ends = $3 AND reinvest AND next_promise_units IS NULL`)
/** Orders whose round is over at a moment. */
export const lockMaturing = due(`state = 'earning' AND round_ends <= $3`)
/** Orders whose start has come. */
export const lockStarting = due(`state = 'to_be_started' AND round_started <= $3`)

/** Orders that ran the whole day that ends at a moment. Read only: nothing of them changes. */
export async function loadAccruing(sql: Sql, { line, after, limit }: Due, dayEnds: Date): Promise<Order[]> {
  const rows = await sql.query<OrderRow>(
    `SELECT ${columns} FROM investment_order
     WHERE line = $1 AND id > $2 AND state = 'earning' AND round_started <= $3::timestamptz - interval '1 day' AND (round_ends >= $3 OR round_ends IS NULL)
     ORDER BY id LIMIT $4`,
    [line, after, dayEnds, limit],
  )
  return rows.map(toOrder)
}

/** Writes what changed on an order the caller holds locked. */
export async function updateOrder(tx: Tx, order: Order, change: OrderChange): Promise<Order> {
  const next: Order = { ...order, ...change }
  if (next.state !== order.state) expectTransition(order.state, next.state)
  const [row] = await tx.query<OrderRow>(
    `UPDATE investment_order SET state = $2, round = $3, round_started = $4, round_ends = $5, base_units = $6, promise_units = $7,
       next_promise_units = $8, value_units = $9, reinvest = $10, pool_short = $11, paid_units = $12, over_at = $13, side_units = $14, side_value_units = $15,
       share_units = $16, paid_value_units = $17
     WHERE id = $1 AND state = $18 AND round = $19 RETURNING ${columns}`,
    [
      order.id,
      next.state,
      next.round,
      next.roundStarted,
      next.roundEnds ?? null,
      next.baseUnits,
      next.promiseUnits,
      next.nextPromiseUnits ?? null,
      next.valueUnits,
      next.reinvest,
      next.poolShort,
      next.paidUnits,
      next.overAt ?? null,
      next.sideUnits,
      next.sideValueUnits,
      next.shareUnits,
      next.paidValueUnits,
      order.state,
      order.round,
    ],
  )
  expect(row, `order ${order.id} was still what it was when it was locked`)
  return toOrder(row)
}
