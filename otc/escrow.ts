import type { WalletId } from '#kit/text/ids.ts'
import { available, company, held } from '#ledger/posting/chart.ts'
import type { Entry, Posting } from '#ledger/posting/entry.ts'
import type { Ad } from './ads/ads.ts'
import { feeOf, otcCoin } from './otc-terms.ts'
import type { Transaction } from './transactions.ts'

type Parties = Pick<Transaction, 'sellerId' | 'takerId'>
const sellerIsTaker = ({ sellerId, takerId }: Parties): boolean => sellerId === takerId

/** A selling taker also locks the fee. A maker's escrow is part of the ad's escrow. */
export const escrowOf = (transaction: Parties & Pick<Transaction, 'units'>): bigint =>
  transaction.units + (sellerIsTaker(transaction) ? feeOf(transaction.units) : 0n)

export type Ending = {
  /** The buyer's share, including a buying taker's fee. */
  readonly released: bigint
  readonly fee: bigint
  readonly received: bigint
  /** A maker's unsold coins stay with the ad. */
  readonly returned: bigint
}
export function splitEscrow(transaction: Parties & Pick<Transaction, 'units'>, released: bigint): Ending {
  const fee = feeOf(released)
  if (!sellerIsTaker(transaction)) return { released, fee, received: released - fee, returned: 0n }
  return { released, fee, received: released, returned: escrowOf(transaction) - released - fee }
}

/** Spec record codes. */
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
/** A database trigger checks these keys (otc/schema). */
export const lockAdEntry = ({ id, makerId }: AdCoins, units: bigint, at: Date): Entry =>
  entry(`otc:ad:${id}:posted`, `ad:${id}`, [hold(makerId, units, codes.posted)], at)
export const returnAdEntry = ({ id, makerId }: AdCoins, units: bigint, at: Date): Entry =>
  entry(`otc:ad:${id}:removed`, `ad:${id}`, [giveBack(makerId, units)], at)

type Coins = Parties & Pick<Transaction, 'id' | 'units' | 'buyerId'>
/** A maker's ad already holds the coins, so only a taker's escrow is posted. */
export const lockEscrowEntry = (transaction: Coins, at: Date): Entry =>
  entry(
    `otc:${transaction.id}:taken`,
    `otc:${transaction.id}`,
    sellerIsTaker(transaction) ? [hold(transaction.sellerId, escrowOf(transaction), codes.taken)] : [],
    at,
  )
/** Creates no posting if everything stays with the ad. */
export function releaseEscrowEntry(transaction: Coins, { fee, received, returned }: Ending, at: Date): Entry {
  const { id, sellerId, buyerId } = transaction
  const from = held(sellerId)
  const postings: Posting[] = [
    { from, to: available(buyerId), asset: otcCoin, units: received, code: codes.released },
    { from, to: company('fees'), asset: otcCoin, units: fee, code: codes.fee },
    giveBack(sellerId, returned),
  ]
  return entry(`otc:${id}:ended`, `otc:${id}`, postings, at)
}
