import type { DbIdentity, Sql } from '#kit/db.ts'
import type { Realised } from './realised.ts'

/** What orders of a product paid, in whole days: `first` is the first of them, a date. */
type Spent = { readonly first: string; readonly principal: bigint; readonly paid: bigint }
type SpentByProduct = ReadonlyMap<number, Spent>

/** What orders paid that were over before a day: it never changes. */
type Over = { readonly before: string; readonly spent: SpentByProduct }
type Known = { readonly day: string; readonly over: Over; readonly all: SpentByProduct }

/** What orders paid so far, as of the last day that is settled. */
const spentAsOf = new WeakMap<DbIdentity, { readonly day: string; readonly known: Promise<Known> }>()

/**
 * What a day really brought of what is counted, since the first order of a product, for lines whose price is spent, by product. Of a
 * package: the coins released, by the daily part or by a draw, of all its coins. Of a machine: the worth of what was paid, each payment at
 * the price its cap counts by, of the price. An order counts each whole day from its start to its end, a day without a payment too.
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

/** Once a day: orders that run are read, and those that were over since the day before. */
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

/** Over since $2 and before the day $1 began: whatever ended them is long committed. */
const wasOver = `o.state IN ('ended', 'exited') AND o.over_at >= $2::timestamptz AND o.over_at < $1::date`
/** All others that began. */
const isCounted = `(o.state IN ('earning', 'paused', 'to_be_released') OR o.state IN ('ended', 'exited') AND o.over_at >= $1::date)`

/** What orders of a kind paid up to the end of a day. @param which of them, by values from $2 on */
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
