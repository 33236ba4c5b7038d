import { type Asset, assetNumber, assetOf } from '#kit/assets.ts'
import { addDays, type Day, dayMs, dayOf, startOf } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import { lane } from '#ledger/batch.store.ts'
import { poolFree } from '#ledger/chart.ts'
import { balanceOf } from '#ledger/ledger.store.ts'
import type { Product } from '../orders/order.ts'
import type { Moved } from './line.ts'
import { type CoinUse, type PoolOf, type PoolUse, poolOf } from './pool-use.ts'
import { lineOf } from './registry.ts'

/** Days whose use is averaged. */
const latelyDays = 30

/** Settled days of late: postings after the first cut, up to the last. */
type Span = { readonly days: number; readonly after: bigint; readonly cut: bigint }

async function loadSpan(sql: Sql, now: Date): Promise<Span | undefined> {
  const rows = await sql.query<{ day: Day; cut: bigint }>(
    `SELECT day::text AS day, cut_posting AS cut FROM settlement_day WHERE finished_at IS NOT NULL AND day >= $1 ORDER BY settlement_day.day`,
    [addDays(dayOf(now), -latelyDays - 1)],
  )
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last || first === last) return undefined
  const days = (startOf(last.day).getTime() - startOf(first.day).getTime()) / dayMs
  return { days, after: first.cut, cut: last.cut }
}

/**
 * What went through a coin of a pool. What it used is not summed (a day may have a million payments) but follows from its balances at
 * both cuts and from the few postings by which the company filled or emptied it.
 */
async function loadUse(sql: Sql, { pool }: PoolOf, asset: Asset, { after, cut }: Span): Promise<CoinUse> {
  const { owner, purpose } = poolFree(pool)
  const [row] = await sql.query<{ before: string; then: string; received: string }>(
    `WITH own AS (SELECT id FROM account WHERE lane = $1 AND owner = $2 AND purpose = $3 AND asset = $4),
       company AS (SELECT id FROM account WHERE lane = $1 AND asset = $4 AND owner IN ('house', 'market:USDT-ATMC')),
       capital AS (SELECT id FROM account WHERE lane = $1 AND asset = $4 AND owner = 'house' AND purpose = 'capital')
     SELECT pool_balance_at.before::text AS before, pool_balance_at.then::text AS then,
       ((SELECT coalesce(sum(amount), 0) FROM posting WHERE lane = $1 AND credit = own.id AND id > $5 AND id <= $6
           AND debit IN (SELECT id FROM company))
        - (SELECT coalesce(sum(amount), 0) FROM posting WHERE lane = $1 AND credit = (SELECT id FROM capital) AND id > $5 AND id <= $6
           AND debit = own.id))::text AS received
     FROM own CROSS JOIN LATERAL (
       SELECT (SELECT b.balance FROM (${lastBalance('$5')}) b ORDER BY b.id DESC LIMIT 1) AS before,
         (SELECT b.balance FROM (${lastBalance('$6')}) b ORDER BY b.id DESC LIMIT 1) AS then
     ) pool_balance_at`,
    [lane, owner, purpose, assetNumber(asset), after, cut],
  )
  const [before, then, received] = [row?.before, row?.then, row?.received].map((text) => BigInt(text ?? '0'))
  const free = await balanceOf(sql, poolFree(pool), asset)
  return { asset, free, received: received ?? 0n, used: (before ?? 0n) + (received ?? 0n) - (then ?? 0n) }
}

/** The newest posting of either side up to a cut, with the balance right after it. */
const lastBalance = (cut: string): string =>
  `(SELECT id, debit_balance AS balance FROM posting WHERE lane = $1 AND debit = own.id AND id <= ${cut} ORDER BY posting.id DESC LIMIT 1)
   UNION ALL
   (SELECT id, credit_balance FROM posting WHERE lane = $1 AND credit = own.id AND id <= ${cut} ORDER BY posting.id DESC LIMIT 1)`

/** What went through the pool that pays a product; `days` is 0 before two days are settled. undefined where no pool pays it. */
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
 * What a day really paid for the weight of a product that has a price (hash rate of a machine, weight of a node), coin by coin, on
 * average of the days of late with a share, rounded down; undefined before the first, and for other lines.
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
