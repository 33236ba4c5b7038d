import { type Asset, assetOf } from '#kit/assets.ts'
import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { lane } from './batch.store.ts'
import { available } from './chart.ts'

/** Record code of a recharge (spec point 3). */
const rechargeCode = 2

/** What a wallet has recharged so far, coin by coin, in units. */
export async function rechargedBy(
  sql: Sql,
  walletId: WalletId,
): Promise<{ readonly asset: Asset; readonly units: bigint }[]> {
  const { owner, purpose } = available(walletId)
  const rows = await sql.query<{ asset: number; units: string }>(
    `SELECT p.asset, sum(p.amount)::text AS units FROM account a JOIN posting p ON p.lane = a.lane AND p.credit = a.id AND p.code = $4
     WHERE a.lane = $1 AND a.owner = $2 AND a.purpose = $3 GROUP BY p.asset`,
    [lane, owner, purpose, rechargeCode],
  )
  return rows.map(({ asset, units }) => ({ asset: assetOf(asset), units: BigInt(units) }))
}

/** Whether an entry of any of these keys was posted. */
export async function isPosted(sql: Sql, keys: readonly string[]): Promise<boolean> {
  const rows = await sql.query('SELECT 1 FROM posting WHERE lane = $1 AND key = ANY ($2::text[]) LIMIT 1', [lane, keys])
  return rows.length > 0
}
