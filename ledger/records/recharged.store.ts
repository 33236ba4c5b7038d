import { type Asset, assetOf } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { available } from '../posting/chart.ts'
import { laneOf } from '../posting/lane.ts'

/** Record types: deposit, withdrawal, transfer, refund, and reversed deposit (spec point 3). */
const codes = { recharged: 2, withdrawn: 3, moved: 4, refunded: 101, corrected: 116 } as const

/** In units of 10⁻⁸. */
export type Brought = {
  readonly asset: Asset
  readonly recharged: bigint
  readonly received: bigint
  /** Total withdrawn without a refund, sent, or reversed until now. Excludes invested coins. */
  readonly left: bigint
}

export async function broughtBy(sql: Sql, walletId: WalletId, until: Date): Promise<Brought[]> {
  const { owner, purpose } = available(walletId)
  const { recharged, withdrawn, moved, refunded, corrected } = codes
  const rows = await sql.query<{ asset: number; recharged: string; received: string; left: string }>(
    `WITH own AS (SELECT id FROM balance WHERE lane = $1 AND owner = $2 AND purpose = $3),
     leg AS (
       SELECT asset, amount, code, true AS comes, happened_at AS at FROM record WHERE lane = $1 AND credit IN (SELECT id FROM own) AND code = ANY ($5)
       UNION ALL
       SELECT asset, amount, code, false, happened_at FROM record WHERE lane = $1 AND debit IN (SELECT id FROM own) AND code = ANY ($6)
     )
     SELECT asset,
       coalesce(sum(amount) FILTER (WHERE comes AND code = ${recharged} AND at <= $4), 0)::text AS recharged,
       coalesce(sum(amount) FILTER (WHERE comes AND code = ${moved} AND at <= $4), 0)::text AS received,
       (coalesce(sum(amount) FILTER (WHERE NOT comes), 0) - coalesce(sum(amount) FILTER (WHERE comes AND code = ${refunded}), 0))::text AS left
     FROM leg GROUP BY asset`,
    [laneOf(owner), owner, purpose, until, [recharged, moved, refunded], [withdrawn, moved, corrected]],
  )
  return rows.map((row) => ({
    asset: assetOf(row.asset),
    recharged: BigInt(row.recharged),
    received: BigInt(row.received),
    left: BigInt(row.left),
  }))
}

export async function isPosted(sql: Sql, keys: readonly string[]): Promise<boolean> {
  const rows = await sql.query('SELECT 1 FROM entry WHERE lane = $1 AND key = ANY ($2::text[]) LIMIT 1', [
    laneOf(keys[0] ?? ''),
    keys,
  ])
  return rows.length > 0
}
