import { addMs, dayMs } from '#kit/clock.ts'
import { fail } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import { available, held, house } from '#ledger/chart.ts'
import type { Entry, Posting } from '#ledger/entry.ts'
import type { Ad } from './ads.ts'
import type { Sealed } from './methods.ts'
import { feeOf, otcCoin } from './otc-terms.ts'
import { comparePayer } from './payer-name.ts'

/** initialised → paid → released, or closed; paid → disputed → released or closed. */
export type TransactionState = 'initialised' | 'paid' | 'disputed' | 'released' | 'closed'

export type Transaction = {
  readonly id: bigint
  readonly adId: bigint
  readonly makerId: WalletId
  readonly takerId: WalletId
  readonly sellerId: WalletId
  readonly buyerId: WalletId
  readonly fiat: string
  /** Fiat for one USDT, the quantity, and what is to be paid. All in 10⁻⁸. */
  readonly price: bigint
  readonly units: bigint
  readonly fiatUnits: bigint
  readonly method: number
  readonly details: Sealed
  readonly terms: string
  readonly state: TransactionState
  readonly takenAt: Date
  readonly payUntil: Date
  readonly paidAt: Date | null
  /** In whose name the buyer paid, as they said; null before. */
  readonly payer: Sealed | null
  readonly endedAt: Date | null
  /** Of the quantity: what went to the buyer, the fee in or beside it, and what went back to the seller's own coins. */
  readonly released: bigint
  readonly fee: bigint
  readonly returned: bigint
}

type Parties = Pick<Transaction, 'sellerId' | 'takerId'>
const sellerIsTaker = ({ sellerId, takerId }: Parties): boolean => sellerId === takerId

/** What a transaction holds of its seller's coins: of a taker who sells the fee too; of a maker a part of what the ad holds. */
export const escrowOf = (transaction: Parties & Pick<Transaction, 'units'>): bigint =>
  transaction.units + (sellerIsTaker(transaction) ? feeOf(transaction.units) : 0n)

export type Ending = {
  /** Of the quantity, to the buyer's side: the buyer's coins and, of a taker who buys, their fee. */
  readonly released: bigint
  readonly fee: bigint
  readonly received: bigint
  /** Back to the coins the seller can use. What a maker does not sell stays held by the ad. */
  readonly returned: bigint
}
/** How a transaction's coins part when so much of the quantity is released: all, a part as an operator decides, or nothing. */
export function partsOf(transaction: Parties & Pick<Transaction, 'units'>, released: bigint): Ending {
  const fee = feeOf(released)
  if (!sellerIsTaker(transaction)) return { released, fee, received: released - fee, returned: 0n }
  return { released, fee, received: released, returned: escrowOf(transaction) - released - fee }
}

const closedStates: readonly TransactionState[] = ['released', 'closed']
export const isOpen = ({ state }: Pick<Transaction, 'state'>): boolean => !closedStates.includes(state)

/** A transaction of this wallet. @throws otc.transaction_missing */
export const ownTransaction = (found: Transaction | undefined, walletId: WalletId): Transaction =>
  found && (found.makerId === walletId || found.takerId === walletId) ? found : fail('otc.transaction_missing')

/** @throws otc.transaction_closed */
function expectOpen(transaction: Pick<Transaction, 'state'>): void {
  if (!isOpen(transaction)) fail('otc.transaction_closed')
}

/** Whether the buyer may say that they paid: while it waits for that, and its time is not over. Pure. */
export function decidePaid(transaction: Transaction, walletId: WalletId, now: Date): void {
  expectOpen(transaction)
  if (transaction.buyerId !== walletId || transaction.state !== 'initialised') fail('otc.transaction_not_initialized')
  if (now >= transaction.payUntil) fail('otc.transaction_closed')
}

/** The buyer may leave as long as they have not paid. Once paid, no word of one side gives the coins back. */
export function decideCancel(transaction: Transaction, walletId: WalletId): void {
  expectOpen(transaction)
  if (transaction.buyerId !== walletId || transaction.state !== 'initialised') fail('otc.transaction_not_initialized')
}

/** The whole seconds a buyer still has to pay; 0 where no time runs. */
export const secondsToPay = ({ state, payUntil }: Pick<Transaction, 'state' | 'payUntil'>, now: Date): number =>
  state === 'initialised' ? Math.max(0, Math.floor((payUntil.getTime() - now.getTime()) / 1000)) : 0

/** Whether the timer closes it: never once it is paid. */
export const isUnpaid = ({ state, payUntil }: Pick<Transaction, 'state' | 'payUntil'>, now: Date): boolean =>
  state === 'initialised' && now >= payUntil

export type ReleaseFacts = {
  readonly walletId: WalletId
  /** In whose name the buyer paid, as they said. */
  readonly payerName: string
  /** In whose name the money came, as the seller reads it; and whether they release although it is another one. */
  readonly seenName: string
  readonly anyway: boolean
}
/** Whether the seller may release, but for the wait, the password and the code. Pure. @throws otc.payer_similar, otc.payer_unsure, otc.payer_other, … */
export function decideRelease(transaction: Transaction, { walletId, payerName, seenName, anyway }: ReleaseFacts): void {
  expectOpen(transaction)
  const { state, sellerId } = transaction
  if (sellerId !== walletId || state === 'initialised') fail('otc.transaction_not_initialized')
  const match = comparePayer(payerName, seenName)
  if (match === 'same' || anyway) return
  if (match === 'similar') fail('otc.payer_similar', { name: payerName })
  if (match === 'unsure') fail('otc.payer_unsure', { name: payerName })
  fail('otc.payer_other', { name: payerName })
}

/** Either side may ask an operator once it is paid. */
export function decideDispute(transaction: Transaction): void {
  expectOpen(transaction)
  if (transaction.state !== 'paid') fail('otc.transaction_not_initialized')
}
/** Assumed: how long the seller of a disputed transaction has to answer before its coins may be given to the buyer without their word. */
export const answerWaitMs = 3 * dayMs

/** The seller answers once, while nobody has decided. */
export function decideAnswer(transaction: Transaction, walletId: WalletId, isAnswered: boolean): void {
  expectOpen(transaction)
  if (transaction.sellerId !== walletId || transaction.state !== 'disputed' || isAnswered)
    fail('otc.transaction_not_initialized')
}
type Heard = { readonly toldAt: Date; readonly answeredAt: Date | null }
/** From when operators may give coins to the buyer: once the seller has answered, or 72 hours after they were told. Nothing to the buyer may be decided at once. */
export const decidableFrom = ({ toldAt, answeredAt }: Heard): Date => answeredAt ?? addMs(toldAt, answerWaitMs)

/** Evidence is taken until an operator has decided. */
export function decideEvidence(transaction: Transaction): void {
  expectOpen(transaction)
  if (transaction.state !== 'disputed') fail('otc.transaction_not_initialized')
}

/** The name of the conversation its two have about it. */
export const threadOf = ({ id }: Pick<Transaction, 'id'>) => ({ kind: 'otc', subject: `${id}` }) as const

/** The specification's record codes. */
const codes = { posted: 20, taken: 21, released: 22, fee: 23, returned: 24 } as const
const hold = (walletId: WalletId, units: bigint, code: number): Posting => ({
  from: available(walletId),
  to: held(walletId),
  asset: otcCoin,
  units,
  code,
})
const giveBack = (walletId: WalletId, units: bigint): Posting => ({
  from: held(walletId),
  to: available(walletId),
  asset: otcCoin,
  units,
  code: codes.returned,
})
const entry = (key: string, ref: string, postings: readonly Posting[], at: Date): Entry => ({
  key,
  ref,
  at,
  postings: postings.filter(({ units }) => units > 0n),
})

type AdCoins = Pick<Ad, 'id' | 'makerId'>
/** A sell ad's coins are set aside. The database compares entries and rows by these keys (otc/schema). */
export const postedEntry = ({ id, makerId }: AdCoins, units: bigint, at: Date): Entry =>
  entry(`otc:ad:${id}:posted`, `ad:${id}`, [hold(makerId, units, codes.posted)], at)
export const removedEntry = ({ id, makerId }: AdCoins, units: bigint, at: Date): Entry =>
  entry(`otc:ad:${id}:removed`, `ad:${id}`, [giveBack(makerId, units)], at)

type Coins = Parties & Pick<Transaction, 'id' | 'units' | 'buyerId'>
/** A taker who sells sets the quantity and the fee aside; of a maker's ad nothing moves, so no posting is left. */
export const takenEntry = (transaction: Coins, at: Date): Entry =>
  entry(
    `otc:${transaction.id}:taken`,
    `otc:${transaction.id}`,
    sellerIsTaker(transaction) ? [hold(transaction.sellerId, escrowOf(transaction), codes.taken)] : [],
    at,
  )
/** The coins part as an ending says; where all stays with the ad, no posting is left. */
export function endedEntry(transaction: Coins, { fee, received, returned }: Ending, at: Date): Entry {
  const { id, sellerId, buyerId } = transaction
  const from = held(sellerId)
  const postings: Posting[] = [
    { from, to: available(buyerId), asset: otcCoin, units: received, code: codes.released },
    { from, to: house('fees'), asset: otcCoin, units: fee, code: codes.fee },
    giveBack(sellerId, returned),
  ]
  return entry(`otc:${id}:ended`, `otc:${id}`, postings, at)
}
