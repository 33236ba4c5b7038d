import { fail } from '#kit/failure.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import type { Sealed } from './details/methods.ts'
import { comparePayer } from './details/payer-name.ts'

export type TransactionState = 'initialised' | 'paid' | 'disputed' | 'released' | 'closed'

export type Transaction = {
  readonly id: bigint
  readonly adId: bigint
  readonly makerId: WalletId
  readonly takerId: WalletId
  readonly sellerId: WalletId
  readonly buyerId: WalletId
  readonly fiat: string
  /** All in 10⁻⁸; the price is in fiat per USDT. */
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
  /** Stated by the buyer; null before payment. */
  readonly payer: Sealed | null
  readonly endedAt: Date | null
  /** Units for the buyer, the fee, and the seller's available balance. */
  readonly released: bigint
  readonly fee: bigint
  readonly returned: bigint
}

const closedStates: readonly TransactionState[] = ['released', 'closed']
export const isOpen = ({ state }: Pick<Transaction, 'state'>): boolean => !closedStates.includes(state)

/** @throws otc.transaction_missing */
export const ownTransaction = (found: Transaction | undefined, walletId: WalletId): Transaction =>
  found && (found.makerId === walletId || found.takerId === walletId) ? found : fail('otc.transaction_missing')

function expectOpen(transaction: Pick<Transaction, 'state'>): void {
  if (!isOpen(transaction)) fail('otc.transaction_closed')
}

export function decidePaid(transaction: Transaction, walletId: WalletId, now: Date): void {
  expectOpen(transaction)
  if (transaction.buyerId !== walletId || transaction.state !== 'initialised') fail('otc.transaction_not_initialized')
  if (now >= transaction.payUntil) fail('otc.transaction_closed')
}

/** After payment, neither party alone can return the coins. */
export function decideCancel(transaction: Transaction, walletId: WalletId): void {
  expectOpen(transaction)
  if (transaction.buyerId !== walletId || transaction.state !== 'initialised') fail('otc.transaction_not_initialized')
}

export const isOwnTurn = ({ state, sellerId }: Pick<Transaction, 'state' | 'sellerId'>, walletId: WalletId): boolean =>
  state === 'disputed' || state === (sellerId === walletId ? 'paid' : 'initialised')

/** Whole seconds; 0 without a timer. */
export const secondsToPay = ({ state, payUntil }: Pick<Transaction, 'state' | 'payUntil'>, now: Date): number =>
  state === 'initialised' ? Math.max(0, Math.floor((payUntil.getTime() - now.getTime()) / 1000)) : 0

export const isUnpaid = ({ state, payUntil }: Pick<Transaction, 'state' | 'payUntil'>, now: Date): boolean =>
  state === 'initialised' && now >= payUntil

export type ReleaseFacts = {
  readonly walletId: WalletId
  readonly payerName: string
  /** The payer's name as the seller sees it on the payment. `anyway` releases despite a mismatch. */
  readonly seenName: string
  readonly anyway: boolean
}
/** Does not check the wait, password or code. @throws otc.payer_similar, otc.payer_unsure, otc.payer_other, … */
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

export function decideDispute(transaction: Transaction): void {
  expectOpen(transaction)
  if (transaction.state !== 'paid') fail('otc.transaction_not_initialized')
}
/** Assumed: time for the seller to answer before an operator may decide for the buyer. */
export const answerWaitMs = 3 * dayMs

/** A seller may answer once, before the decision. */
export function decideAnswer(transaction: Transaction, walletId: WalletId, isAnswered: boolean): void {
  expectOpen(transaction)
  if (transaction.sellerId !== walletId || transaction.state !== 'disputed' || isAnswered)
    fail('otc.transaction_not_initialized')
}
type Heard = { readonly toldAt: Date; readonly answeredAt: Date | null }
/** An operator may decide for the buyer after the seller's answer, or 72 hours after notice. A full return needs no wait. */
export const decidableFrom = ({ toldAt, answeredAt }: Heard): Date => answeredAt ?? addMs(toldAt, answerWaitMs)

export function decideEvidence(transaction: Transaction): void {
  expectOpen(transaction)
  if (transaction.state !== 'disputed') fail('otc.transaction_not_initialized')
}

export const threadOf = ({ id }: Pick<Transaction, 'id'>) => ({ kind: 'otc', subject: `${id}` }) as const
