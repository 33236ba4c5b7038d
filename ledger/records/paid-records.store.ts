import { type Asset, assetNumber, assetOf } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { type AccountClass, classNumber } from '../posting/classes.ts'
import { laneOf } from '../posting/lane.ts'
import { keepUp } from './history.store.ts'
import { pairsOf } from './record-pairs.ts'

export type PaidRecord = {
  readonly id: bigint
  readonly at: Date
  readonly asset: Asset
  readonly code: number
  /** In 10⁻⁸. */
  readonly units: bigint
  readonly ref: string | null
  readonly intoOrder: boolean
}

export type PaidQuery = {
  readonly walletId: WalletId
  readonly assets: readonly Asset[]
  readonly codes: readonly number[]
  readonly from: readonly AccountClass[]
  readonly before?: bigint | undefined
  readonly limit: number
}

const noId = 2n ** 63n - 1n

/** Newest first. */
export async function paidTo(
  sql: Sql,
  { walletId, assets, codes, from, before = noId, limit }: PaidQuery,
): Promise<PaidRecord[]> {
  await keepUp(sql, walletId)
  const pairs = pairsOf(assets, codes)
  const rows = await sql.query<Omit<PaidRecord, 'asset'> & { asset: number }>(
    `SELECT p.id, p.happened_at AS at, p.asset, p.code, p.amount AS units, p.ref, c.purpose = 'principal' AS "intoOrder" FROM (
       (SELECT k.id FROM unnest($3::int2[], $4::int2[]) AS w (asset, code), LATERAL (
          SELECT id FROM own_record WHERE lane = $1 AND holder = $2 AND asset = w.asset AND code = w.code AND id < $6 AND from_class = ANY ($5::int2[])
          ORDER BY id DESC LIMIT $7) k ORDER BY k.id DESC LIMIT $7)
       UNION
       SELECT l.id FROM late_leg l JOIN unnest($3::int2[], $4::int2[]) AS w (asset, code) USING (asset, code)
         WHERE l.lane = $1 AND l.holder = $2 AND l.units_in > 0 AND l.id < $6 AND l.other_class = ANY ($5::int2[])
       ORDER BY id DESC LIMIT $7) found
     CROSS JOIN LATERAL (SELECT * FROM record r WHERE r.lane = $1 AND r.id = found.id OFFSET 0) p
     JOIN balance c ON c.lane = $1 AND c.id = p.credit
     ORDER BY p.id DESC`,
    [
      ...[laneOf(walletId), walletId],
      ...[pairs.map(([asset]) => assetNumber(asset)), pairs.map(([, code]) => code)],
      ...[from.map(classNumber), before, limit],
    ],
  )
  return rows.map((row) => ({ ...row, asset: assetOf(row.asset) }))
}
