import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { LineId } from '#ledger/posting/lines.ts'
import { type OrderState, orderStates } from '../terms/fields.ts'
import type { Order } from '../terms/order.ts'
import { type OrderRow, orderColumns, toOrder } from './orders.store.ts'

export async function loadEach(
  sql: Sql,
  walletId: WalletId,
  of: { readonly lines: readonly LineId[] } & (
    | { readonly states: readonly OrderState[]; readonly movedFrom?: undefined }
    | { readonly states?: undefined; readonly movedFrom: Date }
  ),
): Promise<Order[]> {
  const rows = await sql.query<OrderRow>(
    `SELECT ${orderColumns} FROM investment_order WHERE wallet_id = $1 AND line = ANY ($2::text[]) AND state = ANY ($3::text[])
       AND ($4::timestamptz IS NULL OR round > 0 AND (round_started >= $4 OR over_at >= $4)) ORDER BY id DESC`,
    [walletId, of.lines, of.states ?? orderStates, of.movedFrom ?? null],
  )
  return rows.map(toOrder)
}

export async function countByLine(sql: Sql, walletId: WalletId): Promise<ReadonlyMap<LineId, number>> {
  const rows = await sql.query<{ line: LineId; orders: bigint }>(
    'SELECT line, count(*) AS orders FROM investment_order WHERE wallet_id = $1 GROUP BY line',
    [walletId],
  )
  return new Map(rows.map(({ line, orders }) => [line, Number(orders)]))
}
