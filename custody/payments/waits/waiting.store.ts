import type { Sql } from '#kit/store/db.ts'
import { loadWithdrawals, type Withdrawal } from '../withdrawals.store.ts'

export type Waiting = {
  readonly state: 'held' | 'reviewing' | 'sending'
  readonly count: number
  readonly oldest: Withdrawal
}

/** Excludes returns. */
export async function waitingNow(sql: Sql): Promise<Waiting[]> {
  const rows = await sql.query<{ state: Waiting['state']; count: bigint; first: bigint }>(
    `SELECT w.state, count(*) AS count, min(w.id) AS first FROM withdrawal w
     WHERE w.state IN ('held', 'reviewing', 'sending') AND w.wallet_id IS NOT NULL GROUP BY w.state ORDER BY w.state`,
  )
  const oldest = await loadWithdrawals(
    sql,
    rows.map(({ first }) => first),
  )
  return rows.flatMap(({ state, count }, place) => {
    const withdrawal = oldest[place]
    return withdrawal ? [{ state, count: Number(count), oldest: withdrawal }] : []
  })
}

export async function longestWaiting(sql: Sql, most: number): Promise<Withdrawal[]> {
  const rows = await sql.query<{ id: bigint }>(
    `SELECT w.id FROM withdrawal w WHERE w.state IN ('held', 'reviewing', 'sending') AND w.wallet_id IS NOT NULL ORDER BY w.id LIMIT $1`,
    [most],
  )
  return loadWithdrawals(
    sql,
    rows.map(({ id }) => id),
  )
}
