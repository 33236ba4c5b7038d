import { starOf } from '#identity/team/star.store.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { LineId } from '#ledger/posting/lines.ts'
import type { BuyerFacts } from '../terms/line.ts'

export async function loadBuyer(sql: Sql, walletId: WalletId, line: LineId): Promise<BuyerFacts> {
  const [row] = await sql.query<{ has: boolean | null; exited: boolean | null }>(
    `SELECT bool_or(state NOT IN ('cancelled', 'closed', 'ended', 'exited')) AS has,
       bool_or(state = 'exited' AND acknowledged_at IS NULL) AS exited
     FROM investment_order WHERE wallet_id = $1 AND line = $2`,
    [walletId, line],
  )
  return { star: await starOf(sql, walletId), hasOrder: row?.has ?? false, hasExited: row?.exited ?? false }
}
