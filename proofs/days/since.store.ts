import { assetNumber, assetOf, type Coin, coins } from '#kit/assets.ts'
import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { classes, classNumber } from '#ledger/classes.ts'
import { laneOf } from '#ledger/lane.ts'
import type { Kind } from '../tree/format.ts'
import { partOf } from '../tree/parts.ts'

export type Moved = { readonly kind: Kind; readonly coin: Coin; readonly units: bigint }

/** What the postings after a cut changed of what a wallet is owed. The proven balance and this change make the balance of now. */
export async function movedSince(sql: Sql, walletId: WalletId, cut: bigint): Promise<Moved[]> {
  const rows = await sql.query<{ class: number; asset: number; units: string }>(
    `SELECT a.class, a.asset, sum(p.change)::text AS units
     FROM balance a CROSS JOIN LATERAL (
       SELECT -amount AS change FROM record WHERE lane = a.lane AND debit = a.id AND id > $3
       UNION ALL SELECT amount FROM record WHERE lane = a.lane AND credit = a.id AND id > $3) p
     WHERE a.lane = $1 AND a.holder = $2 AND a.asset = ANY ($4::int2[])
     GROUP BY a.class, a.asset`,
    [laneOf(walletId), walletId, cut, coins.map(assetNumber)],
  )
  const moved = new Map<string, Moved>()
  for (const row of rows) {
    const name = classes.find((each) => classNumber(each) === row.class)
    const part = name && partOf(name)
    if (part?.is !== 'owed') continue
    const coin = assetOf(row.asset) as Coin
    const key = `${part.kind} ${coin}`
    moved.set(key, { kind: part.kind, coin, units: (moved.get(key)?.units ?? 0n) + BigInt(row.units) })
  }
  return [...moved.values()].filter(({ units }) => units !== 0n)
}
