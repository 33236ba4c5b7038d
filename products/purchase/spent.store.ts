import type { DbIdentity, Sql } from '#kit/store/db.ts'
import type { Realised } from './realised.ts'

type Spent = { readonly first: string; readonly principal: bigint; readonly paid: bigint }
type SpentByProduct = ReadonlyMap<number, Spent>

/** Sums of orders that ended before a day. They never change. */
type Over = { readonly before: string; readonly spent: SpentByProduct }
type Known = { readonly day: string; readonly over: Over; readonly all: SpentByProduct }

const spentAsOf = new WeakMap<DbIdentity, { readonly day: string; readonly known: Promise<Known> }>()

/**
 * By product, for lines whose price is spent. Packages: released coins ÷ all coins. Machines: value paid, at the cap's prices, ÷ price.
 * Each whole day of an order counts, even without a payment.
 */
export async function loadSpent(sql: Sql): Promise<ReadonlyMap<number, Realised>> {
  const [row] = await sql.query<{ day: string | null; next: string }>(
    'SELECT max(day)::text AS day, (max(day) + 1)::text AS next FROM settled_day',
  )
  if (!row?.day) return new Map()
  const { day, next } = row
  const { all } = await knownOf(sql, day)
  return new Map(
    [...all].flatMap(([id, { first, principal, paid }]) =>
      principal === 0n ? [] : [[id, { days: daysBetween(first, next), principal, paid }] as const],
    ),
  )
}

const daysBetween = (from: string, until: string): number =>
  Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000)

function knownOf(sql: Sql, day: string): Promise<Known> {
  const earlier = spentAsOf.get(sql.identity)
  if (earlier?.day === day) return earlier.known
  const known = (async (): Promise<Known> => {
    const last = earlier && earlier.day < day ? await earlier.known.catch(() => undefined) : undefined
    const since = last?.over ?? { before: '-infinity', spent: new Map() }
    const over = { before: day, spent: plus(since.spent, await sumSpent(sql, day, wasOver, [since.before])) }
    return { day, over, all: plus(over.spent, await sumSpent(sql, day, isCounted)) }
  })()
  spentAsOf.set(sql.identity, { day, known })
  known.catch(() => {
    if (spentAsOf.get(sql.identity)?.known === known) spentAsOf.delete(sql.identity)
  })
  return known
}

function plus(one: SpentByProduct, other: SpentByProduct): SpentByProduct {
  const sum = new Map(one)
  for (const [id, each] of other) {
    const known = sum.get(id)
    sum.set(
      id,
      known
        ? {
            first: [known.first, each.first].toSorted()[0] ?? each.first,
            principal: known.principal + each.principal,
            paid: known.paid + each.paid,
          }
        : each,
    )
  }
  return sum
}

/** These orders ended long ago, so their transactions are committed. */
const wasOver = `o.state IN ('ended', 'exited') AND o.over_at >= $2::timestamptz AND o.over_at < $1::date`
const isCounted = `(o.state IN ('earning', 'paused', 'to_be_released') OR o.state IN ('ended', 'exited') AND o.over_at >= $1::date)`

/** Sums up to the end of a day. @param which filters orders, with values from $2 */
async function sumSpent(
  sql: Sql,
  day: string,
  which: string,
  values: readonly unknown[] = [],
): Promise<SpentByProduct> {
  const rows = await sql.query<{ id: bigint; first: string; principal: string; paid: string }>(
    `WITH counted AS (
       SELECT o.product_id, (o.round_started AT TIME ZONE 'UTC')::date AS first,
         least((o.over_at AT TIME ZONE 'UTC')::date, $1::date + 1) AS until,
         CASE o.line WHEN 'package' THEN o.promise_units ELSE o.value_units END AS units,
         CASE o.line WHEN 'package' THEN o.promise_units - coalesce(b.balance, 0) ELSE o.paid_value_units END AS paid
       FROM investment_order o LEFT JOIN balance b ON o.line = 'package' AND b.owner = 'order:' || o.id AND b.purpose = 'promised'
       WHERE o.line IN ('package', 'machine') AND ${which})
     SELECT product_id AS id, min(first)::text AS first, sum(units::numeric * greatest(until - first, 0))::text AS principal,
       sum(paid)::text AS paid
     FROM counted GROUP BY product_id`,
    [day, ...values],
  )
  return new Map(
    rows.map(({ id, first, principal, paid }) => [
      Number(id),
      { first, principal: BigInt(principal), paid: BigInt(paid) },
    ]),
  )
}
