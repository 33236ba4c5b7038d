import { type Asset, assetOf } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { laneOf } from '../posting/lane.ts'

export type LiveBalance = { readonly asset: Asset; readonly available: bigint; readonly held: bigint }

/** Polled constantly, so it reads few rows. */
export async function liveBalances(
  sql: Sql,
  wallets: readonly WalletId[],
): Promise<ReadonlyMap<string, readonly LiveBalance[]>> {
  const rows = await sql.query<{ owner: string; asset: number; available: bigint | null; held: bigint | null }>(
    `SELECT owner, asset, max(balance) FILTER (WHERE purpose = 'available') AS available,
       max(balance) FILTER (WHERE purpose = 'held') AS held
     FROM balance WHERE lane = $1 AND owner = ANY ($2) GROUP BY owner, asset ORDER BY owner, asset`,
    [laneOf(wallets[0] ?? ''), wallets.map((wallet) => `wallet:${wallet}`)],
  )
  const found = new Map<string, LiveBalance[]>()
  for (const { owner, asset, available, held } of rows) {
    const wallet = owner.slice('wallet:'.length)
    const own = found.get(wallet) ?? []
    own.push({ asset: assetOf(asset), available: available ?? 0n, held: held ?? 0n })
    found.set(wallet, own)
  }
  return found
}
