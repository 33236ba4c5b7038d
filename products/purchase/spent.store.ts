import type { DbIdentity, Sql } from '#kit/db.ts'
import type { Realised } from './realised.ts'

/** What orders paid so far, as of the last day that is settled: all of them are read once a day. */
const spentAsOf = new WeakMap<
  DbIdentity,
  { readonly day: string | null; readonly spent: Promise<ReadonlyMap<number, Realised>> }
>()

/**
 * What a day really brought of what is counted, since the first order of a product, for lines whose price is spent, by product. Of a
 * package: the coins released, by the daily part or by a draw, of all its coins. Of a machine: the worth of what was paid, each payment at
 * the price its cap counts by, of the price. An order counts each whole day from its start to its end, a day without a payment too.
 */
export async function loadSpent(sql: Sql): Promise<ReadonlyMap<number, Realised>> {
  const [row] = await sql.query<{ day: string | null }>('SELECT max(day)::text AS day FROM settled_day')
  const day = row?.day ?? null
  const known = spentAsOf.get(sql.identity)
  if (known?.day === day) return known.spent
  const spent = day === null ? Promise.resolve(new Map()) : sumSpent(sql, day)
  spentAsOf.set(sql.identity, { day, spent })
  spent.catch(() => spentAsOf.delete(sql.identity))
  return spent
}

async function sumSpent(sql: Sql, day: string): Promise<ReadonlyMap<number, Realised>> {
  const rows = await sql.query<{ id: bigint; days: number; principal: string; paid: string }>(
    `WITH counted AS (
       SELECT o.product_id, (o.round_started AT TIME ZONE 'UTC')::date AS first,
         least((o.over_at AT TIME ZONE 'UTC')::date, $1::date + 1) AS until,
         CASE o.line WHEN 'package' THEN o.promise_units ELSE o.value_units END AS units,
         CASE o.line WHEN 'package' THEN o.promise_units - coalesce(b.balance, 0) ELSE o.paid_value_units END AS paid
       FROM investment_order o LEFT JOIN balance b ON o.line = 'package' AND b.owner = 'order:' || o.id AND b.purpose = 'promised'
       WHERE o.line IN ('package', 'machine') AND o.state IN ('earning', 'paused', 'to_be_released', 'ended', 'exited'))
     SELECT product_id AS id, $1::date + 1 - min(first) AS days, sum(units::numeric * greatest(until - first, 0))::text AS principal,
       sum(paid)::text AS paid
     FROM counted GROUP BY product_id`,
    [day],
  )
  return new Map(
    rows.flatMap(({ id, days, principal, paid }) =>
      principal === '0' ? [] : [[Number(id), { days, principal: BigInt(principal), paid: BigInt(paid) }]],
    ),
  )
}
