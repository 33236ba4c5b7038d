import { endOf } from '#days/day-step.ts'
import type { Sql } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'

/** Until a node runs, no fees are reserved for nodes. */
export async function nodesRun(sql: Sql, day: Day): Promise<boolean> {
  const rows = await sql.query(
    `SELECT FROM investment_order WHERE line = 'node' AND state IN ('earning', 'paused')
       AND round_started <= $1::timestamptz - interval '1 day' LIMIT 1`,
    [endOf(day)],
  )
  return rows.length > 0
}
