import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { type LineId, lines } from '#ledger/posting/lines.ts'
import { type OrderState, orderStates } from '../terms/fields.ts'
import type { Order, OrderChange, Terms } from '../terms/order.ts'
import { expectTransition, overStates } from '../terms/order-state.ts'
import type { FirstOfLine } from '../terms/order-time.ts'
import type { Figures } from '../terms/purchase.ts'

export type OrderRow = {
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

export const orderColumns = `id, wallet_id AS "walletId", product_id AS "productId", state, terms, card_hash AS "cardHash",
  bought_at AS "boughtAt", round, round_started AS "roundStarted", round_ends AS "roundEnds", base_units AS "baseUnits",
  side_units AS "sideUnits", promise_units AS "promiseUnits", next_promise_units AS "nextPromiseUnits", value_units AS "valueUnits",
  side_value_units AS "sideValueUnits", reinvest, pool_short AS "poolShort", paid_units AS "paidUnits",
  share_units AS "shareUnits", paid_value_units AS "paidValueUnits", over_at AS "overAt"`

export const toOrder = (row: OrderRow): Order => ({
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
  /** Default: bought immediately. */
  readonly state?: 'reserved'
}

export async function insertOrder(tx: Tx, order: NewOrder): Promise<Order> {
  const [inserted] = await insertOrders(tx, [order])
  expect(inserted, 'an inserted order is answered')
  return inserted
}

/** Orders of one wallet are equal parts of one purchase. @returns in input order */
export async function insertOrders(tx: Tx, orders: readonly NewOrder[]): Promise<Order[]> {
  const column = <Value>(of: (order: NewOrder) => Value): Value[] => orders.map(of)
  const rows = await tx.query<OrderRow>(
    `INSERT INTO investment_order (wallet_id, product_id, line, state, terms, card_hash, bought_at, round_started, round_ends,
       base_units, side_units, promise_units, value_units, side_value_units, reinvest, share_units)
     SELECT wallet, product, line, state, terms::jsonb, card, bought, starts, ends, base, side, promise, value, side_value, reinvest, shares
     FROM unnest($1::text[], $2::int8[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[],
         $9::timestamptz[], $10::int8[], $11::int8[], $12::int8[], $13::int8[], $14::int8[], $15::bool[], $16::int8[])
       WITH ORDINALITY AS o (wallet, product, line, state, terms, card, bought, starts, ends, base, side, promise, value, side_value, reinvest,
         shares, place)
     ORDER BY place RETURNING ${orderColumns}`,
    [
      column(({ walletId }) => walletId),
      column(({ productId }) => productId),
      column(({ figures }) => figures.terms.line),
      column(({ state }) => state ?? 'to_be_started'),
      column(({ figures }) => JSON.stringify(figures.terms)),
      column(({ cardHash }) => cardHash),
      column(({ at }) => at.toISOString()),
      column(({ figures }) => figures.startsAt.toISOString()),
      column(({ figures }) => figures.endsAt?.toISOString() ?? null),
      column(({ figures }) => figures.baseUnits),
      column(({ figures }) => figures.sideUnits),
      column(({ figures }) => figures.promiseUnits),
      column(({ figures }) => figures.valueUnits),
      column(({ figures }) => figures.sideValueUnits),
      column(({ reinvest }) => reinvest),
      column(({ figures }) => figures.shareUnits ?? 0n),
    ],
  )
  expect(rows.length === orders.length, 'every inserted order is answered')
  const ofWallet = Map.groupBy(rows.map(toOrder), ({ walletId }) => walletId)
  return orders.map(({ walletId }) => {
    const order = ofWallet.get(walletId)?.shift()
    expect(order, 'every wallet is answered its own orders')
    return order
  })
}

/** @throws invest.order_missing, also for another wallet's order. */
export async function loadOrder(sql: Sql, walletId: WalletId, id: number): Promise<Order> {
  const [row] = await sql.query<OrderRow>(
    `SELECT ${orderColumns} FROM investment_order WHERE id = $1 AND wallet_id = $2`,
    [id, walletId],
  )
  return row ? toOrder(row) : fail('invest.order_missing')
}

/**
 * The caller has locked the wallet, so only settlement can hold the row. @throws invest.order_missing, invest.pool_settling while the order
 * is being settled.
 */
export async function lockOrder(tx: Tx, walletId: WalletId, id: number): Promise<Order> {
  await loadOrder(tx, walletId, id)
  const [row] = await tx.query<OrderRow>(
    `SELECT ${orderColumns} FROM investment_order WHERE id = $1 AND wallet_id = $2 FOR UPDATE SKIP LOCKED`,
    [id, walletId],
  )
  return row ? toOrder(row) : fail('invest.pool_settling')
}

/** @throws invest.pool_settling while one of them is being settled. */
export async function lockOwnOrders(tx: Tx, walletId: WalletId, ids: readonly number[]): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(
    `SELECT ${orderColumns} FROM investment_order WHERE id = ANY ($1::bigint[]) AND wallet_id = $2 ORDER BY id FOR UPDATE SKIP LOCKED`,
    [ids, walletId],
  )
  return rows.length === ids.length ? rows.map(toOrder) : fail('invest.pool_settling')
}

/** Maximum per wallet, because one draw releases coins from each package. */
export const packagesMost = 100

/** @throws invest.packages_many */
export async function expectFewEnough(tx: Tx, walletId: WalletId, line: LineId, quantity = 1): Promise<void> {
  if (line !== 'package') return
  const rows = await tx.query(
    `SELECT 1 FROM investment_order WHERE wallet_id = $1 AND line = 'package' AND state IN ('to_be_started', 'to_be_released') LIMIT ${packagesMost}`,
    [walletId],
  )
  if (rows.length + quantity > packagesMost) fail('invest.packages_many', { most: `${packagesMost}` })
}

export async function lockOrders(tx: Tx, ids: readonly number[]): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(
    `SELECT ${orderColumns} FROM investment_order WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE`,
    [ids],
  )
  return rows.map(toOrder)
}

/** @returns whether it was the first time */
export async function acknowledge(tx: Tx, { id }: Order, at: Date): Promise<boolean> {
  const rows = await tx.query(
    'UPDATE investment_order SET acknowledged_at = $2 WHERE id = $1 AND acknowledged_at IS NULL RETURNING id',
    [id, at],
  )
  return rows.length > 0
}

/**
 * Ignores orders that never start and granted packages, which the holder did not choose. If none has started, returns when the first one
 * starts.
 */
export const isFirstOfLine = async (sql: Sql, walletId: WalletId, line: LineId): Promise<FirstOfLine> =>
  (await firstsOfLine(sql, [walletId], line))(walletId)

export async function firstsOfLine(
  sql: Sql,
  wallets: readonly WalletId[],
  line: LineId,
): Promise<(walletId: WalletId) => FirstOfLine> {
  const rows = await sql.query<{ walletId: WalletId; begun: boolean; starts: Date }>(
    `SELECT wallet_id AS "walletId", bool_or(state <> 'to_be_started' OR round > 0) AS begun, min(round_started) AS starts
     FROM investment_order WHERE wallet_id = ANY ($1::text[]) AND line = $2
       AND NOT (state IN ('reserved', 'queued', 'due', 'closed', 'cancelled') AND round = 0)
       AND NOT (line = 'package' AND base_units = 0)
     GROUP BY wallet_id`,
    [wallets, line],
  )
  const known = new Map(rows.map((row) => [row.walletId, row]))
  return (walletId) => {
    const row = known.get(walletId)
    if (!row) return true
    return row.begun ? false : row.starts
  }
}

export type OrderFilter = {
  readonly states?: readonly OrderState[]
  readonly line?: LineId
  readonly before?: number
  readonly limit: number
}

/** Newest first. */
export async function loadOrders(sql: Sql, walletId: WalletId, filter: OrderFilter): Promise<Order[]> {
  const { states = orderStates, line, before = Number.MAX_SAFE_INTEGER, limit } = filter
  const isFiltered = filter.states !== undefined || line !== undefined
  const found = isFiltered
    ? `(SELECT o.* FROM unnest($4::text[]) AS l (line) CROSS JOIN unnest($5::text[]) AS s (state) CROSS JOIN LATERAL (
         SELECT * FROM investment_order i WHERE i.wallet_id = $1 AND i.line = l.line AND i.state = s.state AND i.id < $2
         ORDER BY i.id DESC LIMIT $3) o) found`
    : 'investment_order WHERE wallet_id = $1 AND id < $2'
  const rows = await sql.query<OrderRow>(`SELECT ${orderColumns} FROM ${found} ORDER BY id DESC LIMIT $3`, [
    ...[walletId, before, limit],
    ...(isFiltered ? [line ? [line] : lines, states] : []),
  ])
  return rows.map(toOrder)
}

export type Due = { readonly line: LineId; readonly after: number; readonly limit: number }

const due =
  (condition: string) =>
  async (tx: Tx, { line, after, limit }: Due, at: Date) => {
    const rows = await tx.query<OrderRow>(
      `SELECT ${orderColumns} FROM investment_order WHERE line = $1 AND id > $2 AND ${condition} ORDER BY id LIMIT $4 FOR UPDATE`,
      [line, after, at, limit],
    )
    return rows.map(toOrder)
  }

const running = `state IN ('earning', 'paused')`
const renewing = `${running} AND round_ends = $3 AND reinvest AND next_promise_units IS NULL`
const maturing = `${running} AND round_ends <= $3`
const starting = `state = 'to_be_started' AND round_started <= $3`
/** Ran the whole day that ends at $3. */
const wholeDay = `${running} AND round_started <= $3::timestamptz - interval '1 day' AND (round_ends >= $3 OR round_ends IS NULL)`
const payingOut = `state = 'to_be_released' AND round_started <= $3::timestamptz - interval '1 day'`

/** Orders whose next interest is reserved, oldest first. */
export const lockRenewing = due(renewing)
export const lockMaturing = due(maturing)
export const lockStarting = due(starting)
export const lockSharing = due(wholeDay)
/** For lines that pay out reserved coins, whose orders are 'to_be_released' from the start. */
export const lockPayingOut = due(payingOut)

const linesWith =
  (...conditions: readonly string[]) =>
  async (sql: Sql, lines: readonly LineId[], at: Date): Promise<ReadonlySet<LineId>> => {
    const any = conditions.map(
      (condition) =>
        `EXISTS (SELECT FROM investment_order o WHERE o.line = l.line AND ${condition.replaceAll('$3', '$2')})`,
    )
    const rows = await sql.query<{ line: LineId }>(
      `SELECT l.line FROM unnest($1::text[]) AS l (line) WHERE ${any.join(' OR ')}`,
      [lines, at],
    )
    return new Set(rows.map(({ line }) => line))
  }
export const linesMaturing = linesWith(maturing)
export const linesStarting = linesWith(starting)
export const linesRunning = linesWith(wholeDay, payingOut)

export async function loadAccruing(sql: Sql, { line, after, limit }: Due, dayEnds: Date): Promise<Order[]> {
  const rows = await sql.query<OrderRow>(
    `SELECT ${orderColumns} FROM investment_order WHERE line = $1 AND id > $2 AND ${wholeDay} ORDER BY id LIMIT $4`,
    [line, after, dayEnds, limit],
  )
  return rows.map(toOrder)
}

export async function lockOrdersById(tx: Tx, ids: readonly number[]): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(
    `SELECT ${orderColumns} FROM investment_order WHERE id = ANY ($1::int8[]) ORDER BY id FOR UPDATE`,
    [ids],
  )
  return rows.map(toOrder)
}

/** Requested before `before`; earliest due first. */
export async function lockReleasing(tx: Tx, productId: number, before: Date): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(
    `SELECT ${orderColumns} FROM investment_order WHERE product_id = $1 AND state = 'to_be_released' AND round_ends < $2::timestamptz + interval '7 days'
     ORDER BY round_ends, id FOR UPDATE`,
    [productId, before],
  )
  return rows.map(toOrder)
}

export async function countRunning(sql: Sql, line: LineId): Promise<number> {
  const [row] = await sql.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM investment_order WHERE line = $1 AND state <> ALL ($2::text[])',
    [line, overStates],
  )
  return Number(row?.count ?? 0n)
}

export async function countProduct(sql: Sql, productId: number): Promise<{ running: number; queued: number }> {
  const [row] = await sql.query<{ running: bigint; queued: bigint }>(
    `SELECT count(*) FILTER (WHERE state <> 'queued') AS running, count(*) FILTER (WHERE state = 'queued') AS queued
     FROM investment_order WHERE product_id = $1 AND state <> ALL ($2::text[])`,
    [productId, overStates],
  )
  return { running: Number(row?.running ?? 0n), queued: Number(row?.queued ?? 0n) }
}

/** $1 line, $2 after, $3 midnight, $4 limit. */
export const accruing = `SELECT id, wallet_id, state, power_units, weight_units, shares_weight, pair FROM investment_order
  WHERE line = $1 AND id > $2 AND ${wholeDay} ORDER BY id LIMIT $4`
export const accruingParams = ({ line, after, limit }: Due, dayEnds: Date) => [line, after, dayEnds, limit] as const

export type OrderUpdate = { readonly order: Order; readonly change: OrderChange }

export async function updateOrder(tx: Tx, order: Order, change: OrderChange): Promise<Order> {
  const [updated] = await updateOrders(tx, [{ order, change }])
  expect(updated, 'an updated order is answered')
  return updated
}

/** The caller must lock the orders first. @returns updated orders in input order. */
export async function updateOrders(tx: Tx, updates: readonly OrderUpdate[]): Promise<Order[]> {
  if (updates.length === 0) return []
  const next = updates.map(({ order, change }): Order => {
    if (change.state && change.state !== order.state) expectTransition(order.state, change.state)
    return { ...order, ...change }
  })
  const moments = (of: (order: Order) => Date | undefined) => next.map((order) => of(order)?.toISOString() ?? null)
  const rows = await tx.query(
    `UPDATE investment_order o SET state = n.state, round = n.round, round_started = n.round_started, round_ends = n.round_ends,
       base_units = n.base_units, promise_units = n.promise_units, next_promise_units = n.next_promise_units, value_units = n.value_units,
       reinvest = n.reinvest, pool_short = n.pool_short, paid_units = n.paid_units, over_at = n.over_at, side_units = n.side_units,
       side_value_units = n.side_value_units, share_units = n.share_units, paid_value_units = n.paid_value_units
     FROM unnest($1::int8[], $2::text[], $3::int4[], $4::timestamptz[], $5::timestamptz[], $6::int8[], $7::int8[], $8::int8[],
       $9::int8[], $10::boolean[], $11::boolean[], $12::int8[], $13::timestamptz[], $14::int8[], $15::int8[], $16::int8[], $17::int8[],
       $18::text[], $19::int4[])
       AS n (id, state, round, round_started, round_ends, base_units, promise_units, next_promise_units, value_units, reinvest,
         pool_short, paid_units, over_at, side_units, side_value_units, share_units, paid_value_units, was, was_round)
     WHERE o.id = n.id AND o.state = n.was AND o.round = n.was_round RETURNING o.id`,
    [
      next.map(({ id }) => id),
      next.map(({ state }) => state),
      next.map(({ round }) => round),
      moments(({ roundStarted }) => roundStarted),
      moments(({ roundEnds }) => roundEnds),
      next.map(({ baseUnits }) => baseUnits),
      next.map(({ promiseUnits }) => promiseUnits),
      next.map(({ nextPromiseUnits }) => nextPromiseUnits ?? null),
      next.map(({ valueUnits }) => valueUnits),
      next.map(({ reinvest }) => reinvest),
      next.map(({ poolShort }) => poolShort),
      next.map(({ paidUnits }) => paidUnits),
      moments(({ overAt }) => overAt),
      next.map(({ sideUnits }) => sideUnits),
      next.map(({ sideValueUnits }) => sideValueUnits),
      next.map(({ shareUnits }) => shareUnits),
      next.map(({ paidValueUnits }) => paidValueUnits),
      updates.map(({ order }) => order.state),
      updates.map(({ order }) => order.round),
    ],
  )
  expect(
    rows.length === updates.length,
    `orders ${next[0]?.id} and after were still what they were when they were locked`,
  )
  return next
}

export async function isOrderOf(sql: Sql, walletId: WalletId, id: string): Promise<boolean> {
  const rows = await sql.query('SELECT FROM investment_order WHERE id = $2 AND wallet_id = $1', [walletId, id])
  return rows.length > 0
}

export async function countOrders(sql: Sql): Promise<bigint> {
  const [row] = await sql.query<{ count: bigint }>('SELECT count(*) AS count FROM investment_order')
  return row?.count ?? 0n
}
