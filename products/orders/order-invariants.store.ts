import { showUnits } from '#kit/amount/amount.ts'
import { assetNumber, assetOf, coins } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import { linesThat, markLines, productLines } from '../registry.ts'
import type { ProductLine } from '../terms/line.ts'
import { overStates } from '../terms/order-state.ts'

const shownMax = 20

const flowOf = (side: 'debit' | 'credit', purpose: string, codes: readonly number[]): string =>
  `(SELECT coalesce(sum(p.amount), 0) FROM balance a JOIN record p ON p.lane = a.lane AND p.${side} = a.id AND p.code IN (${codes.join(', ')})
    WHERE a.owner = 'order:' || o.id AND a.purpose = '${purpose}')`

const byLine = (said: (line: ProductLine) => string | undefined): string => {
  const cases = productLines.flatMap((line) => {
    const sql = said(line)
    return sql === undefined ? [] : [`WHEN '${line.id}' THEN ${sql}`]
  })
  return `CASE o.line ${cases.join(' ')} ELSE 0 END`
}
/** Income not yet in the order row. */
const joined = byLine(({ holds }) =>
  typeof holds?.coins === 'object'
    ? `${flowOf('credit', 'principal', [holds.coins.andIncome])} - o.paid_units`
    : undefined,
)
const left = byLine(({ holds }) => holds?.setAside && flowOf('debit', 'promised', holds.setAside.less))
/** Started orders of these lines hold no coins. */
const spent = linesThat(({ holds }) => holds?.coins === 'nothing')
/** Coins of these lines change with results. */
const moving = linesThat(({ holds }) => holds?.coins === 'anything')

/** Expected range per account: the row's figures, unless the line defines others (Holds). Unpaid reservations hold no coins. */
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

/** @returns one sentence per difference, at most 20. */
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
