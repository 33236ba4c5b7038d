import { showUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'

/** Null if the wallet is not part of the transfer. */
export async function loadTransferDetail(sql: Sql, walletId: WalletId, id: string) {
  const [row] = await sql.query<{ out: boolean; other: string; coin: Coin; units: bigint; remark: string; at: Date }>(
    `SELECT from_wallet = $1 AS out, CASE WHEN from_wallet = $1 THEN to_wallet ELSE from_wallet END AS other, coin, units, remark, at
     FROM transfer WHERE id = $2 AND $1 IN (from_wallet, to_wallet)`,
    [walletId, id],
  )
  if (!row) return null
  const { out, other, coin, units, remark, at } = row
  const direction = out ? ('out' as const) : ('in' as const)
  return {
    kind: 'transfer' as const,
    id: Number(id),
    direction,
    walletId: other,
    coin,
    amount: showUnits(units),
    remark,
    at: at.toISOString(),
  }
}
