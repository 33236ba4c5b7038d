import { showUnits } from '#kit/amount.ts'
import { assetNumber, assetOf, coins } from '#kit/assets.ts'
import type { Sql } from '#kit/db.ts'
import { overStates } from '../terms/order-state.ts'

/** Differences named at most. */
const shownMax = 20

/** Postings out of an order's promised account (released, drawn), or of income into its principal, summed. */
const flowOf = (side: 'debit' | 'credit', purpose: string, codes: string): string =>
  `(SELECT coalesce(sum(p.amount), 0) FROM balance a JOIN record p ON p.lane = a.lane AND p.${side} = a.id AND p.code IN (${codes})
    WHERE a.owner = 'order:' || o.id AND a.purpose = '${purpose}')`

/**
 * What each account of an order must hold, by line: `low` to `high`. All but a fund say it to the unit. A compound order has what its
 * row says and the income since its holder last touched it; a package what was set aside less what was released and drawn; a price and
 * what joined a market have left the order once it has started; before a reservation is paid there are no coins in its order; a fund's
 * principal moves with its results; an acceleration holds nothing.
 */
const saidByLine = `part AS (
    SELECT o.id, o.line, o.round > 0 OR o.state = 'to_be_released' AS started, base.number AS base, side.number AS side,
      coalesce(pays.number, base.number) AS pays, side_units,
      CASE WHEN o.state IN ('reserved', 'queued', 'due') THEN 0 ELSE base_units END AS base_units,
      promise_units + coalesce(next_promise_units, 0) AS promise_units,
      CASE o.line WHEN 'package' THEN ${flowOf('debit', 'promised', '109, 14')}
        WHEN 'compound' THEN ${flowOf('credit', 'principal', '113')} - o.paid_units ELSE 0 END AS flow
    FROM investment_order o JOIN coin base ON base.name = o.terms ->> 'base'
      LEFT JOIN coin side ON side.name = o.terms ->> 'side' LEFT JOIN coin pays ON pays.name = o.terms ->> 'pays'
    WHERE o.state <> ALL ($3::text[]) AND o.line <> 'acceleration'
  ),
  said AS (
    SELECT 'order:' || id AS owner, 'principal' AS purpose, base AS asset,
      CASE WHEN started AND line IN ('package', 'machine', 'node', 'liquidity') THEN 0
        WHEN started AND line = 'fund' THEN 0 WHEN line = 'compound' THEN base_units + flow ELSE base_units END AS low,
      CASE WHEN started AND line IN ('package', 'machine', 'node', 'liquidity') THEN 0
        WHEN started AND line = 'fund' THEN NULL WHEN line = 'compound' THEN base_units + flow ELSE base_units END AS high
    FROM part
    UNION ALL SELECT 'order:' || id, 'principal', side, CASE WHEN started AND line = 'liquidity' THEN 0 ELSE side_units END,
      CASE WHEN started AND line = 'liquidity' THEN 0 ELSE side_units END
    FROM part WHERE side IS NOT NULL OR side_units <> 0
    UNION ALL SELECT 'order:' || id, 'promised', pays, left_units, left_units
    FROM (SELECT *, CASE line WHEN 'package' THEN promise_units - flow ELSE promise_units END AS left_units FROM part) promising
  )`

/**
 * Holds every order against the ledger: its accounts have what the order says, its promised account no more than its unpaid promise,
 * and an order that is over has nothing. @returns a sentence for each difference, at most 20.
 */
export async function findOrderProblems(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{
    owner: string
    purpose: string
    asset: number
    low: string
    high: string | null
    there: string
  }>(
    `WITH coin AS (SELECT * FROM unnest($1::text[], $2::int[]) AS c (name, number)), ${saidByLine},
     there AS (SELECT owner, purpose, asset, balance FROM balance WHERE owner LIKE 'order:%' AND balance <> 0),
     held AS (
       SELECT owner, purpose, asset, coalesce(low, 0) AS low, CASE WHEN low IS NULL THEN 0 ELSE high END AS high,
         coalesce(balance, 0) AS there
       FROM said FULL JOIN there USING (owner, purpose, asset)
     )
     SELECT owner, purpose, asset, low::text, high::text, there::text FROM held
     WHERE there < low OR there > high ORDER BY owner LIMIT $4`,
    [coins, coins.map(assetNumber), overStates, shownMax],
  )
  return rows.map(({ owner, purpose, asset, low, high, there }) => {
    const said = BigInt(there) < BigInt(low) ? low : (high ?? low)
    return `${owner} ${purpose}: ${showUnits(BigInt(there))} ${assetOf(asset)} where the order says ${showUnits(BigInt(said))}`
  })
}
