import { type ChainId, chains } from '#kit/chain/chains.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { LiveItem } from '#kit/wire/contracts/live.contract.ts'
import { depthOf } from './deposits.ts'

/** The screen reloads all payments after a change, so five suffice. */
const newest = 5

type Row = {
  readonly walletId: WalletId
  readonly id: bigint
  readonly chain: ChainId
  readonly state: 'seen' | 'collecting' | 'credited'
  readonly orphaned: boolean
  readonly blockNumber: bigint
  readonly head: bigint | null
}

export async function liveDeposits(
  sql: Sql,
  wallets: readonly WalletId[],
): Promise<ReadonlyMap<string, readonly LiveItem<'deposit'>[]>> {
  const rows = await sql.query<Row>(
    `SELECT d.wallet_id AS "walletId", d.id, d.chain, d.state, d.orphaned_at IS NOT NULL AS orphaned, d.block_number AS "blockNumber", n.head
     FROM unnest($1::text[]) AS w (id), LATERAL
       (SELECT * FROM deposit WHERE wallet_id = w.id AND units > 0 ORDER BY id DESC LIMIT ${newest}) d
       LEFT JOIN chain_standing n ON n.chain = d.chain ORDER BY d.id`,
    [wallets],
  )
  const found = new Map<string, LiveItem<'deposit'>[]>()
  for (const row of rows) found.set(row.walletId, [...(found.get(row.walletId) ?? []), itemOf(row)])
  return found
}

function itemOf({ id, chain, state, orphaned, blockNumber, head }: Row): LiveItem<'deposit'> {
  const confirmationsNeeded = chains[chain].confirmations
  return {
    id: Number(id),
    state: orphaned ? 'orphaned' : state === 'seen' ? 'confirming' : state,
    confirmations: state === 'seen' ? depthOf(head ?? 0n, blockNumber, confirmationsNeeded) : confirmationsNeeded,
    confirmationsNeeded,
  }
}
