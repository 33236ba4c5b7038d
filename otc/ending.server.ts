import { closeThread } from '#chat/threads.store.ts'
import { lockWallets } from '#identity/wallet.store.ts'
import { fail } from '#kit/failure.ts'
import type { Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { lockAd } from './ads/ads.store.ts'
import { releaseEscrowEntry, splitEscrow } from './escrow.ts'
import { addEvent, type EventKind, findTransaction, lockTransaction, setEnded } from './transactions.store.ts'
import { ownTransaction, type Transaction, threadOf } from './transactions.ts'

/** Locks wallets, ad and transaction in a fixed order to avoid deadlocks. @throws otc.transaction_missing */
export async function lockWhole(tx: Tx, id: bigint): Promise<Transaction> {
  const found = (await findTransaction(tx, id)) ?? fail('otc.transaction_missing')
  await lockWallets(tx, [found.makerId, found.takerId])
  await lockAd(tx, found.adId)
  return (await lockTransaction(tx, id)) ?? fail('otc.transaction_missing')
}

/** Locks nothing unless the wallet is a party. @throws otc.transaction_missing */
export async function lockOwn(tx: Tx, id: number, walletId: WalletId): Promise<Transaction> {
  ownTransaction(await findTransaction(tx, BigInt(id)), walletId)
  return lockWhole(tx, BigInt(id))
}

type Ending = {
  /** Amount to the buyer. */
  readonly released: bigint
  readonly kind: EventKind
  readonly byId: WalletId | null
  readonly faultId: WalletId | null
}

/** The caller has called `lockWhole`. The database updates the ad's counts. */
export async function endTransaction(
  tx: Tx,
  transaction: Transaction,
  { released, kind, byId, faultId }: Ending,
  at: Date,
): Promise<void> {
  const parts = splitEscrow(transaction, released)
  const { fee, returned } = parts
  const entry = releaseEscrowEntry(transaction, parts, at)
  if (entry.postings.length > 0) await post(tx, entry)
  await setEnded(
    tx,
    transaction.id,
    { state: released > 0n ? 'released' : 'closed', released, fee, returned, faultId },
    at,
  )
  await addEvent(tx, transaction.id, { kind, byId, at })
  await closeThread(tx, threadOf(transaction), at)
}
