import type { Tx } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import { findDispute, keepDecision } from './disputes.store.ts'
import { endTransaction, lockWhole } from './ending.server.ts'
import { decidableFrom, type Transaction } from './transactions.ts'

export type Decision = {
  /** So much of the quantity goes to the buyer's side; what is left goes back. */
  readonly units: bigint
  /** Both read it. */
  readonly decision: string
}

/**
 * Carries out what an operator decided about a disputed transaction. The one whose word did not hold has it in their reputation: the seller
 * where all was released, the buyer where nothing was, nobody where it was parted.
 * @throws otc.transaction_missing, otc.transaction_closed, otc.transaction_not_initialized, otc.seller_unheard
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
