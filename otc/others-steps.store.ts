import { type AskedSince, askedParams, askedRows } from '#kit/asked-since.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { EventKind } from './transactions.store.ts'

export type OthersStep = {
  readonly walletId: WalletId
  readonly id: bigint
  readonly transactionId: bigint
  readonly kind: EventKind
  readonly at: Date
  readonly units: bigint
}

/** Maximum transactions per side. */
const newest = 500

const open = (side: 'maker' | 'taker'): string =>
  `(SELECT m.id, m.units FROM (SELECT id, ended_at, units FROM otc_transaction WHERE ${side}_id = w.id ORDER BY id DESC LIMIT ${newest}) m
    WHERE m.ended_at IS NULL OR m.ended_at >= w.since)`

/** Newest first, since each wallet's moment, at most `limit` per wallet. */
export const othersSteps = (sql: Sql, asked: readonly AskedSince[], limit: number): Promise<OthersStep[]> =>
  sql.query<OthersStep>(
    `SELECT w.id AS "walletId", s.id, s.transaction_id AS "transactionId", s.kind, s.at, s.units FROM ${askedRows}, LATERAL (
       SELECT e.id, e.transaction_id, e.kind, e.at, t.units FROM (${open('maker')} UNION ALL ${open('taker')}) t
       JOIN otc_event e ON e.transaction_id = t.id
       WHERE e.at >= w.since AND e.by_id IS DISTINCT FROM w.id ORDER BY e.id DESC LIMIT $3) s
     ORDER BY s.id DESC`,
    [...askedParams(asked), limit],
  )
