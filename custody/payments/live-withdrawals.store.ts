import { type ChainId, chains } from '#kit/chain/chains.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { LiveItem } from '#kit/wire/contracts/live.contract.ts'
import { confirmationsOf } from './waits/steps.ts'
import type { WithdrawalState } from './withdrawals.store.ts'

/** The screen reloads all withdrawals when one changes, so the newest five suffice. */
const newest = 5

type Row = {
  readonly walletId: WalletId
  readonly id: bigint
  readonly chain: ChainId
  readonly state: WithdrawalState
  readonly blockNumber: bigint | null
  readonly head: bigint | null
}

export async function liveWithdrawals(
  sql: Sql,
  wallets: readonly WalletId[],
): Promise<ReadonlyMap<string, readonly LiveItem<'withdrawal'>[]>> {
  const rows = await sql.query<Row>(
    `SELECT d.wallet_id AS "walletId", d.id, d.chain, d.state, p.block_number AS "blockNumber", n.head
     FROM unnest($1::text[]) AS w (id), LATERAL
       (SELECT * FROM withdrawal WHERE wallet_id = w.id ORDER BY id DESC LIMIT ${newest}) d
       LEFT JOIN payment_transaction p ON p.withdrawal_id = d.id LEFT JOIN chain_standing n ON n.chain = d.chain ORDER BY d.id`,
    [wallets],
  )
  const found = new Map<string, LiveItem<'withdrawal'>[]>()
  for (const row of rows) {
    const { walletId, id, chain, state, head } = row
    const confirmations = confirmationsOf(row, head ?? 0n)
    const item = { id: Number(id), state, confirmations, confirmationsNeeded: chains[chain].confirmations }
    found.set(walletId, [...(found.get(walletId) ?? []), item])
  }
  return found
}
