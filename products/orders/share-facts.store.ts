import type { Coin } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import type { LineId } from '#ledger/posting/lines.ts'
import { liquidityOf } from '#market/market.store.ts'
import { pairOf } from '../lines/liquidity/liquidity.ts'
import { lineOf } from '../registry.ts'
import type { FundWorth, SharedFacts } from '../terms/line.ts'
import type { Order } from '../terms/order.ts'

export async function loadFundWorth(sql: Sql, productId: number): Promise<FundWorth> {
  const [row] = await sql.query<{ principal: string; shares: string }>(
    `SELECT coalesce(sum(base_units), 0)::text AS principal, coalesce(sum(share_units), 0)::text AS shares
     FROM investment_order WHERE line = 'fund' AND product_id = $1 AND state IN ('earning', 'paused')`,
    [productId],
  )
  return { principal: BigInt(row?.principal ?? '0'), shares: BigInt(row?.shares ?? '0') }
}

export async function loadFundHold(
  sql: Sql,
  productId: number,
  now: Date,
): Promise<{ until: Date; reason: string } | undefined> {
  const [row] = await sql.query<{ until: Date; reason: string }>(
    'SELECT until, reason FROM fund_hold WHERE product_id = $1 AND until > $2',
    [productId, now],
  )
  return row
}

/** The order's losses that later profits have not recovered. */
export async function loadFundLost(sql: Sql, { id, terms }: Order): Promise<bigint> {
  if (terms.line !== 'fund') return 0n
  const [row] = await sql.query<{ units: bigint }>('SELECT units FROM fund_lost WHERE order_id = $1', [id])
  return row?.units ?? 0n
}

type Of = { readonly productId: number; readonly line: LineId; readonly base: Coin; readonly side: Coin | undefined }

export async function loadShared(sql: Sql, of: Of, now: Date): Promise<SharedFacts> {
  if (lineOf(of.line).joinsMarket) return { market: await liquidityOf(sql, pairOf(of)) }
  if (of.line !== 'fund') return {}
  const held = await loadFundHold(sql, of.productId, now)
  return { fund: held ? undefined : await loadFundWorth(sql, of.productId) }
}
