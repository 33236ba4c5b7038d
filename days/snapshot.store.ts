import { coins } from '#kit/amount/coins.ts'
import { askingOnce } from '#kit/asking-once.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { addDays, type Day } from '#kit/time/clock.ts'
import { laneOf } from '#ledger/posting/lane.ts'
import { type KeptValue, keepValues, rateFor } from '#market/prices/value.store.ts'
import { purposes } from '#market/prices/value.ts'
import { endOf } from './day-step.ts'

/** Records the day's snapshot once, its last posting and prices, so all processes read the same values. */
export async function takeSnapshot(tx: Tx, day: Day): Promise<void> {
  const at = endOf(day)
  const before = await snapshotOf(tx, addDays(day, -1))
  const rows = await tx.query(
    `INSERT INTO settlement_day (day, snapshot_posting) VALUES ($1, coalesce(
       (SELECT id - 1 FROM record WHERE lane = $2 AND id > $3 AND happened_at >= $4 ORDER BY id LIMIT 1),
       (SELECT max(id) FROM record WHERE lane = $2), 0))
     ON CONFLICT (day) DO NOTHING RETURNING day`,
    [day, laneOf('house'), before, at],
  )
  if (rows.length === 0) return
  const once = askingOnce(tx)
  const values: KeptValue[] = []
  for (const coin of coins)
    for (const purpose of purposes) {
      const rate = await rateFor(once, purpose, coin, at, day)
      if (rate) values.push({ coin, purpose, rate })
    }
  await keepValues(tx, day, values)
}

/** The last posting before the day's end; 0 without a snapshot. */
export const snapshotOf = async (sql: Sql, day: Day): Promise<bigint> => (await snapshotsOf(sql, [day])).get(day) ?? 0n

export async function snapshotsOf(sql: Sql, days: readonly Day[]): Promise<ReadonlyMap<Day, bigint>> {
  const rows = await sql.query<{ day: Day; cut: bigint | null }>(
    'SELECT day::text AS day, snapshot_posting AS cut FROM settlement_day WHERE day = ANY ($1::date[])',
    [days],
  )
  return new Map(rows.map(({ day, cut }) => [day, cut ?? 0n]))
}
