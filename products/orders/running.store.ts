import { expect } from '#kit/expect.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { lines } from '#ledger/posting/lines.ts'
import { markLines } from '../registry.ts'
import { runningStates } from '../terms/order-state.ts'

const unpaid = ['reserved', 'queued', 'due']

export type Running = { readonly orders: bigint; readonly value: bigint; readonly due: bigint }

/** `value`: sum at opening, in USDT units. */
export async function loadRunning(sql: Sql, walletId: WalletId): Promise<Running> {
  const [row] = await sql.query<Running>(
    `SELECT count(*) FILTER (WHERE state <> ALL ($3::text[])) AS orders, count(*) FILTER (WHERE state = 'due') AS due,
       coalesce(sum(value_units) FILTER (WHERE state <> ALL ($3::text[]) AND line <> ALL ($4::text[])), 0)::int8 AS value
     FROM investment_order WHERE wallet_id = $1 AND line = ANY ($5::text[]) AND state = ANY ($2::text[])`,
    [walletId, runningStates, unpaid, markLines, lines],
  )
  expect(row, 'a sum is one row')
  return row
}
