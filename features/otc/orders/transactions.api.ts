import { openThread } from '#chat/threads.store.ts'
import { authorizeOutflow } from '#identity/passwords/outflow.server.ts'
import { expectRegion, regionalState } from '#identity/team/region.store.ts'
import { isUpline, lockWallets, type Wallet } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs } from '#kit/time/clock.ts'
import type { InputOf } from '#kit/wire/contract.ts'
import { type Implementation, implement, implementRead, type SessionCall } from '#kit/wire/implement.api.ts'
import { available } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { findAd, lockAd } from '#otc/ads/ads.store.ts'
import { type Ad, decideTake, usableMethods } from '#otc/ads/ads.ts'
import { decideSelling } from '#otc/ads/seller.ts'
import { escrowedLately, hasOpenOn, reputationOf, soldLately, sourcesOf } from '#otc/ads/standing.store.ts'
import { readDetails, type Sealed } from '#otc/details/methods.ts'
import { openPayer, sealDetails, sealPayer } from '#otc/details/sealed-details.server.ts'
import { endTransaction, lockOwn } from '#otc/ending.server.ts'
import { escrowOf, lockEscrowEntry } from '#otc/escrow.ts'
import { fiatOf, otcCoin, priceOf, windowMs } from '#otc/otc-terms.ts'
import { addEvent, keepTransaction, setPaid, transactionsOf } from '#otc/transactions.store.ts'
import { decideCancel, decidePaid, decideRelease, threadOf } from '#otc/transactions.ts'
import { expectFiat, loadLimits, loadTrader } from '../loaded-otc.server.ts'
import { showTransaction } from '../show-otc.ts'
import { showWhole } from '../show-whole.server.ts'
import {
  cancelTransaction,
  getTransaction,
  listTransactions,
  markPaid,
  releaseCoins,
  takeAd,
} from './transactions.contract.ts'

const pageSize = 20

type Moment = { readonly tx: Tx; readonly walletId: WalletId; readonly now: Date }

/** False if the maker is banned, frozen, outside the region, or waiting after a security change. */
async function makerCan(sql: Sql, { side }: Ad, maker: Wallet | undefined, now: Date): Promise<boolean> {
  if (!maker || maker.bannedAt || maker.frozenAt) return false
  const isStopped = (until: Date | null) => until !== null && until > now
  if (side === 'sell' && (isStopped(maker.withdrawalBanUntil) || isStopped(maker.withdrawalsHeldUntil))) return false
  return (await regionalState(sql, maker.id, 'otc')).state === 'on'
}

/** A sell ad sets the method; the taker of a buy ad gives it. @throws field.format */
function readMethod(
  ad: Ad,
  { paymentMethod: method, details: typed }: InputOf<typeof takeAd>,
  { walletId: sellerId, secrets, now }: Pick<SessionCall, 'walletId' | 'secrets' | 'now'>,
): Sealed {
  const offered = ad.methods.find((each) => each.method === method) ?? fail('field.format', { field: 'paid' })
  if (!usableMethods(ad, now).includes(offered)) fail('otc.ad_cannot_be_ordered')
  if (offered.details !== null) return offered.details
  const read = readDetails(method, typed)
  if ('wrong' in read) fail('field.format', { field: read.wrong })
  return sealDetails(secrets, { sellerId, method }, read.details)
}

/** @throws otc.*, identity.* */
async function decide({ tx, walletId, now }: Moment, input: InputOf<typeof takeAd>) {
  const found = await findAd(tx, BigInt(input.id))
  const wallets = await lockWallets(tx, [walletId, ...(found ? [found.makerId] : [])])
  await expectRegion(tx, walletId, 'otc')
  const seen = found && (await lockAd(tx, found.id))
  const units = parseUnits(input.amount, 2) ?? fail('field.format', { field: 'number' })
  const price = seen ? priceOf(seen.pricing, await expectFiat(tx, walletId, seen.fiat)) : 0n
  const ad = decideTake({
    ad: seen,
    takerId: walletId,
    units,
    seenPrice: parseUnits(input.price) ?? fail('field.format', { field: 'price' }),
    price,
    makerCan: seen !== undefined && (await makerCan(tx, seen, wallets.get(seen.makerId), now)),
    hasOpen: seen !== undefined && (await hasOpenOn(tx, seen.id, walletId)),
    taker: await reputationOf(tx, walletId, now),
    maker: await reputationOf(tx, seen?.makerId ?? walletId, now),
    limits: await loadLimits(tx),
  })
  const taker = wallets.get(walletId) ?? fail('identity.wallet_unknown')
  if (ad.side === 'buy')
    decideSelling({
      units,
      sold: await escrowedLately(tx, walletId, now),
      now,
      heldUntil: taker.withdrawalsHeldUntil,
      banUntil: taker.withdrawalBanUntil,
      banReason: taker.withdrawalBanReason,
    })
  const maker = wallets.get(ad.makerId)
  return { ad, units, price, taker, counts: maker !== undefined && !(await isOneTeam(tx, maker, taker)) }
}

/** Wallets of one team could trade with each other to look trusted. */
async function isOneTeam(sql: Sql, one: Wallet, other: Wallet): Promise<boolean> {
  if (one.sponsorId !== null && one.sponsorId === other.sponsorId) return true
  return (await isUpline(sql, one.id, other.id)) || isUpline(sql, other.id, one.id)
}

const takeAdApi = implement(takeAd, async (input, call) => {
  const { tx, walletId, now } = call
  const { ad, units, price, taker, counts } = await decide({ tx, walletId, now }, input)
  const { makerId } = ad
  const [sellerId, buyerId] = ad.side === 'sell' ? [makerId, walletId] : [walletId, makerId]
  const details = readMethod(ad, input, call)
  const escrow = escrowOf({ sellerId, takerId: walletId, units })
  if (sellerId === walletId) {
    if (escrow > (await balanceOf(tx, available(walletId), otcCoin))) fail('balance.insufficient', { coin: otcCoin })
    // Must be last, as it consumes a code. USDT needs no conversion.
    await authorizeOutflow(call, { wallet: taker, value: escrow })
  }
  const sources = await sourcesOf(tx, [makerId, walletId])
  const transaction = await keepTransaction(tx, {
    adId: ad.id,
    makerId,
    takerId: walletId,
    sellerId,
    buyerId,
    fiat: ad.fiat,
    price,
    units,
    fiatUnits: fiatOf(units, price),
    method: input.paymentMethod,
    details,
    terms: ad.terms,
    takenAt: now,
    payUntil: addMs(now, windowMs(ad.windowMinutes)),
    counts,
    makerSource: sources.get(makerId) ?? null,
    takerSource: sources.get(walletId) ?? null,
  })
  const entry = lockEscrowEntry(transaction, now)
  if (entry.postings.length > 0) await post(tx, entry)
  await addEvent(tx, transaction.id, { kind: 'taken', byId: walletId, at: now })
  await openThread(tx, { ...threadOf(transaction), wallets: [sellerId, buyerId] }, now)
  return showWhole(tx, transaction.id, call)
})

const listTransactionsApi = implementRead(listTransactions, async ({ open, cursor }, { db, walletId, now }) => {
  const before = /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : undefined
  const isOpen = open === undefined ? undefined : open === '1'
  const rows = await transactionsOf(db, walletId, { open: isOpen, before, limit: pageSize + 1 })
  const page = rows.slice(0, pageSize)
  const others = page.map(({ makerId, takerId }) => (makerId === walletId ? takerId : makerId))
  const items = []
  for (const [place, transaction] of page.entries())
    items.push(showTransaction(transaction, walletId, await loadTrader(db, others[place] ?? walletId, now)))
  return { items, next: rows.length > pageSize ? `${page.at(-1)?.id}` : '' }
})

const getTransactionApi = implementRead(getTransaction, ({ id }, call) => showWhole(call.db, BigInt(id), call))

const markPaidApi = implement(markPaid, async ({ id, payerName }, call) => {
  const { tx, walletId, now, secrets } = call
  const transaction = await lockOwn(tx, id, walletId)
  decidePaid(transaction, walletId, now)
  await setPaid(tx, transaction.id, sealPayer(secrets, transaction.id, payerName), now)
  await addEvent(tx, transaction.id, { kind: 'paid', byId: walletId, at: now })
  return showWhole(tx, transaction.id, call)
})

const releaseCoinsApi = implement(releaseCoins, async (input, call) => {
  const { tx, walletId, now, secrets } = call
  const transaction = await lockOwn(tx, input.id, walletId)
  const payerName = openPayer(secrets, transaction)
  decideRelease(transaction, { walletId, payerName, seenName: input.payerName, anyway: input.anyway })
  const wallets = await lockWallets(tx, [walletId])
  const seller = wallets.get(walletId) ?? fail('identity.wallet_unknown')
  const { units } = transaction
  decideSelling({
    units,
    sold: await soldLately(tx, walletId, now),
    now,
    heldUntil: seller.withdrawalsHeldUntil,
    banUntil: seller.withdrawalBanUntil,
    banReason: seller.withdrawalBanReason,
  })
  // Must be last, as it consumes a code. USDT needs no conversion.
  await authorizeOutflow(call, { wallet: seller, value: units })
  const ending = { released: units, kind: 'released', byId: walletId, faultId: null } as const
  await endTransaction(tx, transaction, ending, now)
  return showWhole(tx, transaction.id, call)
})

const cancelTransactionApi = implement(cancelTransaction, async ({ id }, call) => {
  const { tx, walletId, now } = call
  const transaction = await lockOwn(tx, id, walletId)
  decideCancel(transaction, walletId)
  const ending = { released: 0n, kind: 'cancelled', byId: walletId, faultId: walletId } as const
  await endTransaction(tx, transaction, ending, now)
  return showWhole(tx, transaction.id, call)
})

export const transactionCalls: readonly Implementation[] = [
  takeAdApi,
  listTransactionsApi,
  getTransactionApi,
  markPaidApi,
  releaseCoinsApi,
  cancelTransactionApi,
]
