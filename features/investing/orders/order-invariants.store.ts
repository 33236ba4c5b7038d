import { showUnits } from '#kit/amount.ts'
import { assetNumber, assetOf, coins } from '#kit/assets.ts'
import type { Sql } from '#kit/db.ts'
import { overStates } from './order-state.ts'

/** Differences named at most. */
const shownMax = 20

/**
 * Holds every order against the ledger: its principal account has what the order says, its promised account exactly its unpaid
 * promise, and an order that is over has nothing. @returns a sentence for each difference, at most 20.
 */
export async function findOrderProblems(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ owner: string; purpose: string; asset: number; said: string; there: string }>(
    `WITH coin AS (SELECT * FROM unnest($1::text[], $2::int[]) AS c (name, number)),
     part AS (
       SELECT o.id, base.number AS base, side.number AS side, base_units, side_units,
         promise_units + coalesce(next_promise_units, 0) AS promise_units
       FROM investment_order o JOIN coin base ON base.name = o.terms ->> 'base' LEFT JOIN coin side ON side.name = o.terms ->> 'side'
       WHERE o.state <> ALL ($3::text[])
     ),
     said AS (
       SELECT 'order:' || id AS owner, 'principal' AS purpose, base AS asset, base_units AS units FROM part
       UNION ALL SELECT 'order:' || id, 'principal', side, side_units FROM part WHERE side IS NOT NULL OR side_units <> 0
       UNION ALL SELECT 'order:' || id, 'promised', base, promise_units FROM part
     ),
     there AS (SELECT owner, purpose, asset, balance FROM account WHERE owner LIKE 'order:%' AND balance <> 0)
     SELECT owner, purpose, asset, coalesce(units, 0)::text AS said, coalesce(balance, 0)::text AS there
     FROM said FULL JOIN there USING (owner, purpose, asset)
     WHERE coalesce(units, 0) <> coalesce(balance, 0) ORDER BY owner LIMIT $4`,
    [coins, coins.map(assetNumber), overStates, shownMax],
  )
  return rows.map(({ owner, purpose, asset, said, there }) => {
    const coin = assetOf(asset)
    return `${owner} ${purpose}: ${showUnits(BigInt(there))} ${coin} where the order says ${showUnits(BigInt(said))}`
  })
}
