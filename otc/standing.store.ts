import { addMs, dayMs } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import type { Standing } from './ads.ts'

/** What others see of one who trades. */
export type Reputation = Standing & {
  /** Transactions that were released. */
  readonly completed: number
  /** Of those that ended by being released or by their own fault, the part that was released, in hundredths; null before the first. */
  readonly completedShare: number | null
  /** Half of their releases took no longer, from *paid* on; null for one who never released. */
  readonly releaseSeconds: number | null
  readonly since: Date
}

const nobody: Omit<Reputation, 'since'> = {
  partners: 0,
  open: 0,
  cancels: 0,
  completed: 0,
  completedShare: null,
  releaseSeconds: null,
}

type Row = Standing & {
  readonly id: WalletId
  readonly since: Date
  readonly completed: number
  readonly faults: number
  readonly releaseSeconds: number | null
}

/** The reputation of some wallets. What those of one line of a team trade with each other shows in none. */
export async function reputationsOf(
  sql: Sql,
  ids: readonly WalletId[],
  now: Date,
): Promise<ReadonlyMap<WalletId, Reputation>> {
  const rows = await sql.query<Row>(
    `SELECT w.id, w.created_at AS since,
       count(*) FILTER (WHERE t.taker_id = w.id AND t.ended_at IS NULL)::int4 AS open,
       count(*) FILTER (WHERE t.fault_id = w.id AND t.ended_at > $2 AND t.paid_at IS NULL)::int4 AS cancels,
       count(*) FILTER (WHERE t.counts AND t.state = 'released')::int4 AS completed,
       count(DISTINCT t.other) FILTER (WHERE t.counts AND t.state = 'released')::int4 AS partners,
       count(*) FILTER (WHERE t.counts AND t.fault_id = w.id)::int4 AS faults,
       (percentile_disc(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM t.ended_at - t.paid_at))
         FILTER (WHERE t.counts AND t.state = 'released' AND t.seller_id = w.id))::int4 AS "releaseSeconds"
     FROM holder w LEFT JOIN LATERAL (
       SELECT m.*, m.taker_id AS other FROM otc_transaction m WHERE m.maker_id = w.id
       UNION ALL SELECT m.*, m.maker_id AS other FROM otc_transaction m WHERE m.taker_id = w.id) t ON true
     WHERE w.id = ANY ($1::text[]) GROUP BY w.id, w.created_at`,
    [[...new Set(ids)], addMs(now, -dayMs)],
  )
  return new Map(
    rows.map(({ id, faults, ...row }) => {
      const ended = row.completed + faults
      const completedShare = ended === 0 ? null : Math.floor((row.completed * 100) / ended)
      return [id, { ...row, completedShare }]
    }),
  )
}

/** The reputation of one wallet, as it is for somebody who never traded. */
export async function reputationOf(sql: Sql, id: WalletId, now: Date): Promise<Reputation> {
  return (await reputationsOf(sql, [id], now)).get(id) ?? { ...nobody, since: now }
}

/** Whether a wallet has an open transaction on an ad it took. */
export async function hasOpenOn(sql: Sql, adId: bigint, takerId: WalletId): Promise<boolean> {
  const rows = await sql.query(
    'SELECT 1 FROM otc_transaction WHERE ad_id = $1 AND taker_id = $2 AND ended_at IS NULL',
    [adId, takerId],
  )
  return rows.length > 0
}
