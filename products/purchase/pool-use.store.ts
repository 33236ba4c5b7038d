import { type Asset, assetNumber, assetOf } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import { addDays, dayOf } from '#kit/time/clock.ts'
import { poolFree } from '#ledger/posting/chart.ts'
import { laneOf } from '#ledger/posting/lane.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { lineOf } from '../registry.ts'
import type { Moved } from '../terms/line.ts'
import type { Product } from '../terms/order.ts'
import { type CoinUse, type PoolOf, type PoolUse, poolOf } from './pool-use.ts'
import { latelyDays } from './realised.ts'

/** All payments of these days have posting IDs above `after`. */
type Span = { readonly days: number; readonly after: bigint }

async function loadSpan(sql: Sql, now: Date): Promise<Span | undefined> {
  const [row] = await sql.query<{ days: bigint; after: bigint | null }>(
    `SELECT count(*) AS days, min(snapshot_posting) AS after FROM settled_day WHERE day >= $1`,
    [addDays(dayOf(now), -latelyDays)],
  )
  return row && row.after !== null ? { days: Number(row.days), after: row.after } : undefined
}

/** Derives usage from the first and last balances and the company's few postings, because a day may have a million payments. */
async function loadUse(sql: Sql, { pool }: PoolOf, asset: Asset, { after }: Span): Promise<CoinUse> {
  const { owner, purpose } = poolFree(pool)
  const [row] = await sql.query<{ free: string; before: string; received: string }>(
    `WITH own AS (SELECT id, balance FROM balance WHERE lane = $1 AND owner = $2 AND purpose = $3 AND asset = $4),
       company AS (SELECT id, purpose FROM balance WHERE lane = $1 AND asset = $4 AND owner IN ('house', 'market:USDT-ATMC')),
       before AS (
         (SELECT p.id, debit_balance AS balance FROM own JOIN record p ON p.lane = $1 AND p.debit = own.id AND p.id <= $5
          ORDER BY p.id DESC LIMIT 1)
         UNION ALL
         (SELECT p.id, credit_balance FROM own JOIN record p ON p.lane = $1 AND p.credit = own.id AND p.id <= $5
          ORDER BY p.id DESC LIMIT 1)
       )
     SELECT own.balance::text AS free, coalesce((SELECT balance FROM before ORDER BY id DESC LIMIT 1), 0)::text AS before,
       ((SELECT coalesce(sum(amount), 0) FROM record WHERE lane = $1 AND credit = own.id AND id > $5
           AND debit IN (SELECT id FROM company))
        - (SELECT coalesce(sum(amount), 0) FROM (
            -- OFFSET 0: through what capital got back, never through everything the pool paid.
            SELECT debit, amount FROM record WHERE lane = $1 AND id > $5
              AND credit = (SELECT id FROM company WHERE purpose = 'capital') OFFSET 0) back WHERE debit = own.id))::text AS received
     FROM own`,
    [laneOf(owner), owner, purpose, assetNumber(asset), after],
  )
  const [free, before, received] = [row?.free, row?.before, row?.received].map((text) => BigInt(text ?? '0'))
  const [there, came] = [free ?? 0n, received ?? 0n]
  return { asset, free: there, received: came, used: (before ?? 0n) + came - there }
}

/** `days` is 0 before the first settled day. Undefined if no pool pays the product. */
export async function loadPoolUse(sql: Sql, product: Product, now: Date): Promise<PoolUse | undefined> {
  const of = poolOf(product)
  if (!of) return undefined
  const span = await loadSpan(sql, now)
  const uses: CoinUse[] = []
  for (const asset of of.coins)
    uses.push(
      span
        ? await loadUse(sql, of, asset, span)
        : { asset, free: await balanceOf(sql, poolFree(of.pool), asset), used: 0n, received: 0n },
    )
  return { ...of, days: span?.days ?? 0, uses }
}

/**
 * Average payment per day for a priced product's weight (machine hash rate, node weight), per coin, rounded down. Undefined before the
 * first share and for other lines.
 */
export async function loadRealisedADay(
  sql: Sql,
  { line, periods, minimumUnits, maximumValueUnits }: Product,
  now: Date,
): Promise<{ readonly days: number; readonly coins: readonly Moved[] } | undefined> {
  const { share } = lineOf(line)
  const weight = periods[0]?.weight
  if (!share || weight === undefined || minimumUnits !== maximumValueUnits) return undefined
  const rows = await sql.query<{ asset: number; units: string; days: bigint }>(
    `WITH lately AS (SELECT day, asset, div(paid * floor($2::numeric * 100000000), weight) AS units FROM settlement_pot
       WHERE pool = $1 AND pot = $1 AND weight > 0 AND day >= $3)
     SELECT asset, div(sum(units), (SELECT count(DISTINCT day) FROM lately))::text AS units,
       (SELECT count(DISTINCT day) FROM lately) AS days
     FROM lately GROUP BY asset ORDER BY asset`,
    [share.pool, weight, addDays(dayOf(now), -latelyDays)],
  )
  const [first] = rows
  if (!first) return undefined
  const coins = rows.map(({ asset, units }) => ({ asset: assetOf(asset), units: BigInt(units) }))
  return { days: Number(first.days), coins }
}
