import { isGoogleBound } from '#identity/authenticator/authenticator.store.ts'
import { withoutCodeOf } from '#identity/passwords/without-code.store.ts'
import { needsCode } from '#identity/passwords/without-code.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import { showUnits } from '#kit/amount/amount.ts'
import type { Sql } from '#kit/store/db.ts'
import type { Secrets } from '#kit/store/secrets.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { heldAbove } from '#otc/ads/seller.ts'
import { soldLately } from '#otc/ads/standing.store.ts'
import { openDetails, openPayer } from '#otc/details/sealed-details.server.ts'
import { evidenceOf, findDispute } from '#otc/disputes.store.ts'
import { eventsOf, findTransaction } from '#otc/transactions.store.ts'
import { decidableFrom, isOpen, ownTransaction, secondsToPay, type Transaction } from '#otc/transactions.ts'
import { loadTrader } from './loaded-otc.server.ts'
import type { TransactionWhole } from './otc-fields.ts'
import { showTransaction } from './show-otc.ts'

type Reader = { readonly walletId: WalletId; readonly now: Date; readonly secrets: Secrets }

async function showDispute(sql: Sql, id: bigint, walletId: WalletId): Promise<TransactionWhole['dispute']> {
  const dispute = await findDispute(sql, id)
  if (!dispute) return null
  const evidence = await evidenceOf(sql, id)
  const mine = evidence.filter((each) => each.walletId === walletId)
  const { decidedAt, decision, decidedUnits } = dispute
  return {
    byMe: dispute.openedBy === walletId,
    reason: dispute.reason,
    openedAt: dispute.openedAt.toISOString(),
    answer: dispute.answer,
    decidableFrom: decidableFrom(dispute).toISOString(),
    evidence: mine.map(({ picture, at }) => ({ picture, at: at.toISOString() })),
    evidenceOfOther: evidence.length - mine.length,
    decided: decidedAt && {
      at: decidedAt.toISOString(),
      reason: decision ?? '',
      toBuyer: showUnits(decidedUnits ?? 0n),
    },
  }
}

async function showRelease(sql: Sql, transaction: Transaction, { walletId, now }: Reader) {
  if (transaction.sellerId !== walletId || !isOpen(transaction)) return null
  const { withdrawalsHeldUntil: until } = await loadWallet(sql, walletId)
  const sold = await soldLately(sql, walletId, now)
  const { left } = await withoutCodeOf(sql, walletId, now)
  const googleBound = await isGoogleBound(sql, walletId)
  return {
    googleBound,
    needsCode: needsCode(googleBound, transaction.units, left),
    heldUntil: until && until > now && transaction.units + sold > heldAbove ? until.toISOString() : null,
  }
}

/** @throws otc.transaction_missing */
export async function showWhole(sql: Sql, id: bigint, reader: Reader): Promise<TransactionWhole> {
  const { walletId, now, secrets } = reader
  const transaction = ownTransaction(await findTransaction(sql, id), walletId)
  const { makerId, takerId, buyerId } = transaction
  const other = await loadTrader(sql, makerId === walletId ? takerId : makerId, now)
  const events = await eventsOf(sql, id)
  return {
    ...showTransaction(transaction, walletId, other),
    paymentMethod: transaction.method,
    details: buyerId === walletId && !isOpen(transaction) ? {} : openDetails(secrets, transaction),
    terms: transaction.terms,
    secondsToPay: secondsToPay(transaction, now),
    paidAt: transaction.paidAt?.toISOString() ?? null,
    payerName: openPayer(secrets, transaction),
    released: showUnits(transaction.released),
    returned: showUnits(transaction.returned),
    events: events.map(({ kind, byId, at }) => ({
      kind,
      by: byId === null ? '' : byId === walletId ? 'me' : 'other',
      at: at.toISOString(),
    })),
    dispute: await showDispute(sql, id, walletId),
    release: await showRelease(sql, transaction, reader),
  }
}
