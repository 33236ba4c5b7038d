import type { ChainId } from '#kit/chain/chains.ts'
import type { Sql } from '#kit/store/db.ts'
import { paymentsMeasured, type UsualWait, usualWaitOf } from './usual-waits.ts'

/** Excludes returns, which wait for approvers. */
export async function usualWait(sql: Sql, chain: ChainId): Promise<UsualWait | undefined> {
  const rows = await sql.query<{ letGoAt: Date; takenAt: Date }>(
    `SELECT let_go_at AS "letGoAt", taken_at AS "takenAt" FROM withdrawal
     WHERE chain = $1 AND taken_at IS NOT NULL AND deposit_id IS NULL AND let_go_at IS NOT NULL ORDER BY taken_at DESC LIMIT ${paymentsMeasured}`,
    [chain],
  )
  return usualWaitOf(rows.map(({ letGoAt, takenAt }) => takenAt.getTime() - letGoAt.getTime()))
}
