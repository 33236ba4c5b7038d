import { fail } from '#kit/failure.ts'
import type { Tx } from '#kit/store/db.ts'
import { findDispute, keepDecision } from './disputes.store.ts'
import { endTransaction, lockWhole } from './ending.server.ts'
import { decidableFrom, type Transaction } from './transactions.ts'

export type Decision = {
  /** Amount released to the buyer; the rest returns to the seller. */
  readonly units: bigint
  readonly decision: string
}

/**
 * The loser's reputation drops: the seller's if all was released, the buyer's if nothing was, neither if it was split. @throws
 * otc.transaction_missing, otc.transaction_closed, otc.transaction_not_initialized, otc.seller_unheard
 */
export async function decideDispute(tx: Tx, id: bigint, { units, decision }: Decision, at: Date): Promise<Transaction> {
  const transaction = await lockWhole(tx, id)
  if (transaction.endedAt) fail('otc.transaction_closed')
  const dispute = await findDispute(tx, id)
  if (transaction.state !== 'disputed' || !dispute) fail('otc.transaction_not_initialized')
  if (units > 0n && at < decidableFrom(dispute))
    fail('otc.seller_unheard', { until: decidableFrom(dispute).toISOString() })
  await keepDecision(tx, id, { units, decision, at })
  const { sellerId, buyerId } = transaction
  const faultId = units === transaction.units ? sellerId : units === 0n ? buyerId : null
  await endTransaction(tx, transaction, { released: units, kind: 'decided', byId: null, faultId }, at)
  return transaction
}
