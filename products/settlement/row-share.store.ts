import { stepKey } from '#days/day-step.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { poolFree } from '#ledger/posting/chart.ts'
import { postFound } from '#ledger/posting/found.store.ts'
import type { Chunk, Taken } from '../orders/order-step.ts'
import { accruing, accruingParams } from '../orders/orders.store.ts'
import { fullWeightOf, fullWeights } from '../pots/pot-settings.ts'
import { addPotPayments } from '../pots/pots.store.ts'
import type { ShareYield } from '../terms/line.ts'

type ByRow = NonNullable<ShareYield['byRow']>

/** SQL version of a line's `weight` and `potOf`; a test compares them. $5 is the pool. */
const weights: Readonly<Record<ByRow['weight'], string>> = {
  term: `SELECT id, wallet_id, state, $5::text AS pot, coalesce(weight_units, 0) AS weight FROM (${accruing}) o`,
  shares: `SELECT id, wallet_id, state, pair AS pot, shares_weight AS weight FROM (${accruing}) o`,
}

export async function weighRows({ tx, day, at, due }: Chunk, { pool }: ShareYield, { weight }: ByRow): Promise<Taken> {
  const [row] = await tx.query<{ last: bigint | null; done: number }>(
    `WITH due AS MATERIALIZED (${weights[weight]}), kept AS (
       UPDATE settlement_pot s SET weight = s.weight + t.weight FROM (SELECT pot, sum(weight) AS weight FROM due GROUP BY pot) t
       WHERE s.day = $6 AND s.pool = $5 AND s.pot = t.pot)
     SELECT max(id) AS last, count(*)::int4 AS done FROM due`,
    [...accruingParams(due, at), pool, day],
  )
  return { last: Number(row?.last ?? due.after), done: row?.done ?? 0 }
}

/** Second pass: pays the shares (shareOf in products/pots/pot-share.ts). */
export async function payRows(chunk: Chunk, { pool }: ShareYield, { weight, code }: ByRow): Promise<Taken> {
  const { tx, step, day, at, due } = chunk
  const full = fullWeightOf(pool, await readSetting(tx, fullWeights))
  const taken = await pauseOrWake(chunk, pool, weight)
  const { sums } = await postFound(tx, {
    text: `SELECT o.id AS place, o.pot AS part, $8::text || o.id || ':' || p.asset AS key, 'order:' || o.id AS ref, o.wallet_id AS wallet,
        p.asset, div(p.units::numeric * o.weight, greatest(p.weight, $7::numeric))::int8 AS units
      FROM (${weights[weight]}) o JOIN settlement_pot p ON p.day = $6 AND p.pool = $5 AND p.pot = o.pot
      WHERE greatest(p.weight, $7::numeric) > 0`,
    params: [...accruingParams(due, at), pool, day, full.toString(), stepKey(step, day, '')],
    side: { from: poolFree(pool) },
    code,
    at,
  })
  await addPotPayments(
    tx,
    day,
    pool,
    sums.map(({ part, asset, units }) => ({ pot: part, asset, units })),
  )
  return taken
}

async function pauseOrWake({ tx, day, at, due }: Chunk, pool: string, weight: ByRow['weight']): Promise<Taken> {
  const [row] = await tx.query<{ last: bigint | null; done: number }>(
    `WITH due AS MATERIALIZED (SELECT o.id, o.pot, o.state, o.weight > 0 AND o.state = CASE WHEN p.pot IS NULL THEN 'earning' ELSE 'paused' END AS turns,
         p.pot IS NULL AS empty
       FROM (${weights[weight]}) o LEFT JOIN (SELECT DISTINCT pot FROM settlement_pot WHERE day = $6 AND pool = $5) p ON p.pot = o.pot),
     turned AS (
       UPDATE investment_order i SET state = CASE WHEN d.empty THEN 'paused' ELSE 'earning' END
       FROM due d WHERE d.turns AND i.id = d.id AND i.state = d.state RETURNING i.id, d.empty),
     told AS (
       INSERT INTO order_event (order_id, at, kind, params)
       SELECT id, $3, CASE WHEN empty THEN 'paused_no_pot' ELSE 'earns_again' END, '{}' FROM turned ORDER BY id)
     SELECT max(id) AS last, count(*)::int4 AS done FROM due`,
    [...accruingParams(due, at), pool, day],
  )
  return { last: Number(row?.last ?? due.after), done: row?.done ?? 0 }
}
