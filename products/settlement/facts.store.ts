import { spanOf } from '#days/days.store.ts'
import { type Asset, assetOf, type Coin, coins } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { Sql } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { sharesOfMarkets } from '#market/market.store.ts'
import { valuesAtSnapshot } from '#market/prices/value.store.ts'
import { loadDaySpeeds } from '../lines/acceleration/speed.store.ts'
import type { DayFacts, ProductLine } from '../terms/line.ts'
import type { Order } from '../terms/order.ts'

/**
 * The lowest balance per account from right after the day's first midnight to its cutoff, keyed like "order:12 principal USDT". Later
 * movements are reversed, so the result is repeatable. One exception: promised amounts that a draw unlocked later are excluded.
 */
async function loadLeast(sql: Sql, day: Day, orders: readonly Order[]): Promise<Map<string, bigint>> {
  if (orders.length === 0) return new Map()
  const { after, from, until } = await spanOf(sql, day)
  const rows = await sql.query<{ owner: string; purpose: string; asset: number; least: string }>(
    `WITH own AS (SELECT id, owner, purpose, asset, balance FROM balance WHERE owner = ANY ($1::text[])),
     leg AS (
       -- OFFSET 0: account by account through its index, never through all postings of the day.
       SELECT own.id AS account, p.* FROM own CROSS JOIN LATERAL (
         SELECT id, happened_at, -amount AS change FROM record WHERE debit = own.id AND id > $2 AND happened_at > $3 OFFSET 0) p
       UNION ALL SELECT own.id, p.* FROM own CROSS JOIN LATERAL (
         SELECT id, happened_at, amount FROM record WHERE credit = own.id AND id > $2 AND happened_at > $3 OFFSET 0) p
     ),
     undone AS (
       SELECT account, happened_at, change, sum(change) OVER (PARTITION BY account ORDER BY happened_at DESC, id DESC) AS total FROM leg
     ),
     change AS (
       SELECT account, coalesce(sum(change) FILTER (WHERE happened_at >= $4), 0) AS since, max(total) FILTER (WHERE happened_at < $4) AS most
       FROM undone GROUP BY account
     )
     SELECT owner, purpose, asset, (balance - greatest(coalesce(since, 0), coalesce(most, since, 0), CASE purpose WHEN 'promised' THEN 0 END))::text AS least
     FROM own LEFT JOIN change ON change.account = own.id`,
    [orders.map(({ id }) => `order:${id}`), after, from, until],
  )
  return new Map(rows.map((row) => [`${row.owner} ${row.purpose} ${assetOf(row.asset)}`, BigInt(row.least)]))
}

export type DayOf = {
  readonly day: Day
  readonly at: Date
  readonly line: ProductLine
  readonly orders: readonly Order[]
}

export async function loadDayFacts(sql: Sql, { day, at, line, orders }: DayOf): Promise<DayFacts> {
  const usdt = await valuesAtSnapshot(sql, day)
  const least = await loadLeast(sql, day, orders)
  const asked = new Set(orders.map(({ id }) => id))
  const leastOf = (purpose: string) => (order: Order, asset: Asset) => {
    expect(asked.has(order.id), `what is in order ${order.id} was asked of the ledger`)
    return least.get(`order:${order.id} ${purpose} ${asset}`) ?? 0n
  }
  return {
    day,
    at,
    usdt,
    principal: leastOf('principal'),
    promised: leastOf('promised'),
    capital: await loadCapital(sql, line),
    speed: await loadDaySpeeds(sql, { at, line, orders }, usdt),
    seedShares: await loadSeedShares(sql, line),
  }
}

async function loadCapital(sql: Sql, { source }: ProductLine): Promise<DayFacts['capital']> {
  const free = new Map<Coin, bigint>()
  if (source) for (const coin of coins) free.set(coin, await balanceOf(sql, source.from, coin))
  return (coin) => free.get(coin) ?? 0n
}

async function loadSeedShares(sql: Sql, { joinsMarket }: ProductLine): Promise<DayFacts['seedShares']> {
  if (!joinsMarket) return undefined
  const shares: ReadonlyMap<string, { company: bigint }> = await sharesOfMarkets(sql)
  return (pair) => shares.get(pair)?.company ?? 0n
}
