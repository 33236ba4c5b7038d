import type { Sql } from '#kit/store/db.ts'
import type { LiveItem } from '#kit/wire/contracts/live.contract.ts'

/** Maximum transactions per wallet and side. A notified screen reloads all. */
const newest = 5

export async function liveTransactions(
  sql: Sql,
  wallets: readonly string[],
): Promise<ReadonlyMap<string, readonly LiveItem<'otc'>[]>> {
  const rows = await sql.query<{ walletId: string; id: bigint; state: string; events: number }>(
    `SELECT w.id AS "walletId", t.id, t.state, (SELECT count(*) FROM otc_event e WHERE e.transaction_id = t.id)::int4 AS events
     FROM unnest($1::text[]) AS w (id), LATERAL (
       (SELECT m.id, m.state FROM otc_transaction m WHERE m.maker_id = w.id ORDER BY m.id DESC LIMIT ${newest})
       UNION ALL (SELECT m.id, m.state FROM otc_transaction m WHERE m.taker_id = w.id ORDER BY m.id DESC LIMIT ${newest})) t
     ORDER BY t.id`,
    [wallets],
  )
  const found = Map.groupBy(rows, ({ walletId }) => walletId)
  return new Map(
    [...found].map(([walletId, own]) => [
      walletId,
      own.map(({ id, state, events }) => ({ id: Number(id), state, events })),
    ]),
  )
}
