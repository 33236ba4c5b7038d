import type { Sql, Tx } from '#kit/store/db.ts'
import type { PairId } from '#kit/text/ids.ts'
import { reserve } from '#ledger/posting/chart.ts'
import { laneOf } from '#ledger/posting/lane.ts'

/** A wallet ID, or 'house' for the company. */
export type ShareHolder = string

/** The caller holds the market lock and has posted the coins. */
export async function keepShareChanges(tx: Tx, pair: PairId, changes: ReadonlyMap<ShareHolder, bigint>): Promise<void> {
  const rows = [...changes].filter(([, shares]) => shares !== 0n)
  if (rows.length === 0) return
  const { owner, purpose } = reserve(pair)
  await tx.query(
    `INSERT INTO market_share_change (pair, holder, shares, posting)
     SELECT $1, c.holder, c.shares, coalesce((
       SELECT max(greatest((SELECT max(id) FROM record WHERE lane = a.lane AND debit = a.id),
         (SELECT max(id) FROM record WHERE lane = a.lane AND credit = a.id)))
       FROM balance a WHERE a.lane = $4 AND a.owner = $5 AND a.purpose = $6), 0)
     FROM unnest($2::text[], $3::bigint[]) AS c (holder, shares)`,
    [pair, rows.map(([holder]) => holder), rows.map(([, shares]) => shares), laneOf(owner), owner, purpose],
  )
}

export async function sharesAt(sql: Sql, cut: bigint): Promise<ReadonlyMap<PairId, ReadonlyMap<ShareHolder, bigint>>> {
  const rows = await sql.query<{ pair: PairId; holder: string; shares: string }>(
    `SELECT pair, holder, sum(shares)::text AS shares FROM market_share_change WHERE posting <= $1
     GROUP BY pair, holder HAVING sum(shares) > 0 ORDER BY pair, holder COLLATE "C"`,
    [cut],
  )
  const found = new Map<PairId, Map<string, bigint>>()
  for (const { pair, holder, shares } of rows) {
    const own = found.get(pair) ?? new Map<string, bigint>()
    found.set(pair, own.set(holder, BigInt(shares)))
  }
  return found
}
