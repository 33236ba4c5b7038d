import type { Coin } from '#kit/assets.ts'
import type { ChainId } from '#kit/chains.ts'
import { expect } from '#kit/expect.ts'
import type { WalletId } from '#kit/ids.ts'
import { type Account, available, house, outside } from '#ledger/chart.ts'
import type { Entry } from '#ledger/entry.ts'

/** Spec §6: recharge on chain. */
const depositCode = 2

/**
 * Whose a payment is: a customer's, the company's own money, a fund's from its venue (an operator says what it is: coins back or
 * profit), nobody's we know of, or our own coins changing places.
 */
export type DepositKind = 'wallet' | 'capital' | 'venue' | 'unknown' | 'own'

export type ArrivalFacts = {
  readonly from: string
  readonly to: string
  readonly hotAddress: string
  /** Whose deposit address `to` is, and whether `from` is one. */
  readonly holder: WalletId | undefined
  readonly isFromDepositAddress: boolean
  readonly isFromCompany: boolean
  readonly isFromVenue: boolean
}

/** Sorts a transfer that reached one of our addresses. */
export function kindOf(facts: ArrivalFacts): DepositKind {
  const { from, to, hotAddress, holder, isFromDepositAddress, isFromCompany, isFromVenue } = facts
  // What we send ourselves, and later sweep, is ours already: crediting it would make money.
  if (from === hotAddress || isFromDepositAddress) return 'own'
  if (holder) return 'wallet'
  expect(to === hotAddress, 'a transfer that is looked at reached one of our addresses')
  if (isFromVenue) return 'venue'
  return isFromCompany ? 'capital' : 'unknown'
}

/** A payment that is deep enough to be booked. */
export type SettledDeposit = {
  readonly chain: ChainId
  readonly hash: string
  readonly ordinal: number
  readonly coin: Coin
  readonly units: bigint
}

/** The key of a payment: chain, transaction, and the place of the log inside the transaction, which no reorganisation changes. */
export const depositKey = ({ chain, hash, ordinal }: Pick<SettledDeposit, 'chain' | 'hash' | 'ordinal'>): string =>
  `dep:${chain}:${hash}:${ordinal}`

function entryOf(deposit: SettledDeposit, at: Date, key: string, from: Account, to: Account, code?: number): Entry {
  const { coin: asset, units } = deposit
  const posting = { from, to, asset, units, ...(code === undefined ? {} : { code }) }
  return { key, at, ref: depositKey(deposit), postings: [posting] }
}

/** Credits a customer: from the chain straight to the balance. */
export const creditEntry = (deposit: SettledDeposit, walletId: WalletId, at: Date): Entry =>
  entryOf(deposit, at, depositKey(deposit), outside(deposit.chain), available(walletId), depositCode)

/** Books the company's own money as capital. */
export const capitalEntry = (deposit: SettledDeposit, at: Date): Entry =>
  entryOf(deposit, at, depositKey(deposit), outside(deposit.chain), house('capital'))

/** Books what is below the minimum, or of an unknown owner, to suspense. */
export const suspenseEntry = (deposit: SettledDeposit, at: Date): Entry =>
  entryOf(deposit, at, depositKey(deposit), outside(deposit.chain), house('suspense'))

/**
 * Credits what waited in suspense: exactly what came, in one posting, under the key of the payment that ended the waiting.
 * @param units all that waited, where it is more than this payment.
 */
export function releaseEntry(deposit: SettledDeposit, walletId: WalletId, at: Date, units = deposit.units): Entry {
  const key = `${depositKey(deposit)}:released`
  const entry = entryOf({ ...deposit, units }, at, key, house('suspense'), available(walletId), depositCode)
  // What is made of many payments belongs to none of them.
  return units === deposit.units ? entry : { key, at, postings: entry.postings }
}

/**
 * What happens to a customer's payment.
 * @param collected units of the same coin and chain that already wait below the minimum.
 * @returns credit: to the balance, with everything that waited · collect: it waits too.
 */
export const decideDeposit = (units: bigint, collected: bigint, minimum: bigint): 'credit' | 'collect' =>
  units + collected >= minimum ? 'credit' : 'collect'

/** How deep a block is: 1 when it is the newest, at most `needed`. */
export const depthOf = (head: bigint, blockNumber: bigint, needed: number): number =>
  Math.max(0, Math.min(needed, Number(head - blockNumber) + 1))
