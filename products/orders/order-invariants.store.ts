import { showUnits } from '#kit/amount.ts'
import { assetNumber, assetOf, coins } from '#kit/assets.ts'
import type { Sql } from '#kit/db.ts'
import { linesThat, markLines, productLines } from '../registry.ts'
import type { ProductLine } from '../terms/line.ts'
import { overStates } from '../terms/order-state.ts'

/** Differences named at most. */
const shownMax = 20

/** Postings out of an order's promised account (released, drawn), or of income into its principal, summed. */
const flowOf = (side: 'debit' | 'credit', purpose: string, codes: readonly number[]): string =>
  `(SELECT coalesce(sum(p.amount), 0) FROM balance a JOIN record p ON p.lane = a.lane AND p.${side} = a.id AND p.code IN (${codes.join(', ')})
    WHERE a.owner = 'order:' || o.id AND a.purpose = '${purpose}')`

/** What is said of an order by its line; nothing of the others. */
const byLine = (said: (line: ProductLine) => string | undefined): string => {
  const cases = productLines.flatMap((line) => {
    const sql = said(line)
    return sql === undefined ? [] : [`WHEN '${line.id}' THEN ${sql}`]
  })
  return `CASE o.line ${cases.join(' ')} ELSE 0 END`
}
/** Income that joined the coins of an order and is not in its row yet. */
const joined = byLine(({ holds }) =>
  typeof holds?.coins === 'object'
    ? `${flowOf('credit', 'principal', [holds.coins.andIncome])} - o.paid_units`
    : undefined,
)
/** What left the part that was set aside for an order. */
const left = byLine(({ holds }) => holds?.setAside && flowOf('debit', 'promised', holds.setAside.less))
/** A price and what joined a market have left the order once it has started. */
const spent = linesThat(({ holds }) => holds?.coins === 'nothing')
/** Their coins move with results. */
const moving = linesThat(({ holds }) => holds?.coins === 'anything')

/**
 * What each account of an order must hold, by line: `low` to `high`. It is what its row says, but for what its line
 * says otherwise (Holds); before a reservation is paid there are no coins in its order.
 */
const saidByLine = `part AS (
    SELECT o.id, o.line, o.round > 0 OR o.state = 'to_be_released' AS started, base.number AS base, side.number AS side,
      coalesce(pays.number, base.number) AS pays, side_units,
      CASE WHEN o.state IN ('reserved', 'queued', 'due') THEN 0 ELSE base_units END AS base_units,
      promise_units + coalesce(next_promise_units, 0) AS promise_units,
      ${joined} AS joined, ${left} AS gone, o.line = ANY ($5::text[]) AS spends, o.line = ANY ($6::text[]) AS moves
    FROM investment_order o JOIN coin base ON base.name = o.terms ->> 'base'
      LEFT JOIN coin side ON side.name = o.terms ->> 'side' LEFT JOIN coin pays ON pays.name = o.terms ->> 'pays'
    WHERE o.state <> ALL ($3::text[]) AND o.line <> ALL ($7::text[])
  ),
  said AS (
    SELECT 'order:' || id AS owner, 'principal' AS purpose, base AS asset,
      CASE WHEN started AND (spends OR moves) THEN 0 ELSE base_units + joined END AS low,
      CASE WHEN started AND spends THEN 0 WHEN started AND moves THEN NULL ELSE base_units + joined END AS high
    FROM part
    UNION ALL SELECT 'order:' || id, 'principal', side, CASE WHEN started AND (spends OR moves) THEN 0 ELSE side_units END,
      CASE WHEN started AND spends THEN 0 WHEN started AND moves THEN NULL ELSE side_units END
    FROM part WHERE side IS NOT NULL OR side_units <> 0
    UNION ALL SELECT 'order:' || id, 'promised', pays, promise_units - gone, promise_units - gone FROM part
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
    [coins, coins.map(assetNumber), overStates, shownMax, spent, moving, markLines],
  )
  return rows.map(({ owner, purpose, asset, low, high, there }) => {
    const said = BigInt(there) < BigInt(low) ? low : (high ?? low)
    return `${owner} ${purpose}: ${showUnits(BigInt(there))} ${assetOf(asset)} where the order says ${showUnits(BigInt(said))}`
  })
}
