import type * as v from 'valibot'
import { endOf } from '#days/day-step.ts'
import { showUnits } from '#kit/amount/amount.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addDays, addMs, type Day, dayOf } from '#kit/time/clock.ts'
import { loadFundHold, loadFundWorth } from '../../orders/share-facts.store.ts'
import type { Product } from '../../terms/order.ts'
import { shareText } from '../../terms/share.ts'
import type { dividend, fundItem } from './fields.ts'
import { loadWhereabouts } from './fund.store.ts'
import { netAssetValue } from './fund.ts'

type FundItem = v.InferOutput<typeof fundItem>

const shownMax = 50
const valueDays = 90

async function loadBookings(sql: Sql, productId: number): Promise<FundItem['bookings']> {
  const rows = await sql.query<{
    at: Date
    kind: FundItem['bookings'][number]['kind']
    units: bigint
    reason: string
    chain: string | null
    transaction: string | null
  }>(
    `SELECT at, kind, units, reason, chain, transaction FROM fund_booking WHERE product_id = $1 ORDER BY id DESC LIMIT $2`,
    [productId, shownMax],
  )
  return rows.map(({ units, at, ...row }) => ({ ...row, at: at.toISOString(), amount: showUnits(units) }))
}

async function loadSplits(sql: Sql, productId: number): Promise<FundItem['splits']> {
  const rows = await sql.query<
    { day: string } & Record<'profit' | 'refilled' | 'dividends' | 'bonuses' | 'fee', bigint>
  >(
    `SELECT day::text AS day, profit_units AS profit, refill_units AS refilled, dividend_units AS dividends, bonus_units AS bonuses,
       fee_units AS fee
     FROM fund_split WHERE product_id = $1 ORDER BY fund_split.day DESC LIMIT $2`,
    [productId, shownMax],
  )
  return rows.map(({ day, profit, refilled, dividends, bonuses, fee }) => ({
    day,
    profit: showUnits(profit),
    refilled: showUnits(refilled),
    dividends: showUnits(dividends),
    bonuses: showUnits(bonuses),
    fee: showUnits(fee),
  }))
}

async function loadValues(sql: Sql, productId: number, now: Date): Promise<FundItem['values']> {
  const rows = await sql.query<{ day: string; principal: bigint; shares: bigint }>(
    `SELECT day::text AS day, principal_units AS principal, share_units AS shares FROM fund_value
     WHERE product_id = $1 AND day > $2 AND share_units > 0 ORDER BY fund_value.day`,
    [productId, addDays(dayOf(now), -valueDays)],
  )
  return rows.map(({ day, ...worth }) => ({ day, netAssetValue: showUnits(netAssetValue(worth)) }))
}

async function loadMine(sql: Sql, productId: number, walletId: WalletId, allShares: bigint): Promise<FundItem['mine']> {
  const [row] = await sql.query<{ shares: string | null; worth: string | null; lost: string }>(
    `SELECT sum(o.share_units)::text AS shares, sum(o.base_units)::text AS worth, coalesce(sum(l.units), 0)::text AS lost
     FROM investment_order o LEFT JOIN fund_lost l ON l.order_id = o.id
     WHERE o.wallet_id = $2 AND o.line = 'fund' AND o.product_id = $1 AND o.state IN ('earning', 'paused')`,
    [productId, walletId],
  )
  if (!row?.shares || !row.worth) return null
  const shares = BigInt(row.shares)
  return {
    shares: showUnits(shares),
    worth: showUnits(BigInt(row.worth)),
    lost: showUnits(BigInt(row.lost)),
    share: allShares === 0n ? '0' : shareText(shares, allShares),
  }
}

export async function loadFund(sql: Sql, { id, lineTerms }: Product, walletId: WalletId, now: Date): Promise<FundItem> {
  const worth = await loadFundWorth(sql, id)
  const hold = await loadFundHold(sql, id, now)
  const where = await loadWhereabouts(sql, id, addMs(now, 1))
  const hasValue = !hold && (worth.shares === 0n || worth.principal > 0n)
  return {
    fundId: id,
    venue: lineTerms?.venue ?? '—',
    netAssetValue: hasValue ? showUnits(netAssetValue(worth)) : null,
    heldReason: hold?.reason ?? null,
    heldUntil: hold?.until.toISOString() ?? null,
    principal: showUnits(worth.principal),
    shares: showUnits(worth.shares),
    atVenue: showUnits(where.atVenue),
    toBeReleased: showUnits(where.releasing),
    undivided: showUnits(where.undivided),
    values: await loadValues(sql, id, now),
    bookings: await loadBookings(sql, id),
    splits: await loadSplits(sql, id),
    mine: await loadMine(sql, id, walletId, worth.shares),
  }
}

type Dividends = { readonly items: v.InferOutput<typeof dividend>[]; readonly next: string }
const kindsOf = { all: ['dividend', 'bonus'], weighted: ['dividend'], dynamic: ['bonus'] } as const

/** Newest first, completed payments only. */
export async function loadDividends(
  sql: Sql,
  walletId: WalletId,
  kind: keyof typeof kindsOf,
  page: { readonly cursor: string; readonly limit: number },
): Promise<Dividends> {
  const before = /^\d{1,18}$/.test(page.cursor) ? page.cursor : null
  const rows = await sql.query<{
    id: bigint
    productId: bigint
    day: Day
    kind: 'dividend' | 'bonus'
    orderId: bigint | null
    units: bigint
  }>(
    `SELECT p.id, p.product_id AS "productId", p.day::text AS day, p.kind, p.order_id AS "orderId", p.units
     FROM unnest($2::text[]) AS k (kind) CROSS JOIN LATERAL (
       SELECT f.* FROM fund_part f JOIN settled_day d ON d.day = f.day
       WHERE f.wallet_id = $1 AND f.kind = k.kind AND f.kind <> 'refill' AND f.id < coalesce($3::bigint, 9223372036854775807)
       ORDER BY f.id DESC LIMIT $4) p
     ORDER BY p.id DESC LIMIT $4`,
    [walletId, kindsOf[kind], before, page.limit],
  )
  const items = rows.map((row) => ({
    id: String(row.id),
    at: endOf(row.day).toISOString(),
    code: row.kind === 'dividend' ? 19 : 25,
    amount: showUnits(row.units),
    fundId: Number(row.productId),
    orderId: row.orderId === null ? null : Number(row.orderId),
  }))
  return { items, next: items.length === page.limit ? (items.at(-1)?.id ?? '') : '' }
}
