import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { LiveItem } from '#kit/wire/contracts/live.contract.ts'

/** Maximum orders per wallet. Older orders that end still change balances. */
const newest = 20

type Row = { readonly walletId: WalletId; readonly id: bigint; readonly state: string }

export async function liveOrders(
  sql: Sql,
  wallets: readonly WalletId[],
): Promise<ReadonlyMap<string, readonly LiveItem<'order'>[]>> {
  const rows = await sql.query<Row>(
    `SELECT o.wallet_id AS "walletId", o.id, o.state FROM unnest($1::text[]) AS w (id), LATERAL
       (SELECT wallet_id, id, state FROM investment_order WHERE wallet_id = w.id ORDER BY id DESC LIMIT ${newest}) o ORDER BY o.id`,
    [wallets],
  )
  const found = new Map<string, LiveItem<'order'>[]>()
  for (const { walletId, id, state } of rows)
    found.set(walletId, [...(found.get(walletId) ?? []), { id: Number(id), state }])
  return found
}
