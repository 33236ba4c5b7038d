import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { available, company, held, inFlight, outside } from '#ledger/posting/chart.ts'
import type { Entry } from '#ledger/posting/entry.ts'

/** Code 3 is from the spec. The others are ours (PRODUCT.md part 3). */
const withdrawalCode = 3
const feeCode = 100
const refundCode = 101

export type AskedTerms = {
  readonly id: bigint
  readonly walletId: WalletId
  readonly chain: ChainId
  readonly coin: Coin
  readonly units: bigint
}
/** The total is fee plus received part. */
export type WithdrawalTerms = AskedTerms & { readonly feeUnits: bigint; readonly receivedUnits: bigint }

const entry = (terms: AskedTerms, step: string, at: Date, postings: Entry['postings']): Entry => ({
  key: `wd:${terms.id}:${step}`,
  ref: `withdrawal:${terms.id}`,
  at,
  postings,
})

export const askedEntry = (terms: AskedTerms, at: Date): Entry => {
  const { walletId, coin: asset, units } = terms
  return entry(terms, 'asked', at, [
    { from: available(walletId), to: held(walletId), asset, units, code: withdrawalCode },
  ])
}

export const cancelledEntry = (terms: AskedTerms, at: Date): Entry => {
  const { walletId, coin: asset, units } = terms
  return entry(terms, 'cancelled', at, [
    { from: held(walletId), to: available(walletId), asset, units, code: refundCode },
  ])
}

/** Moves the received part in flight. The fee stays held. */
export const signedEntry = (terms: WithdrawalTerms, at: Date): Entry => {
  const { walletId, chain, coin: asset, receivedUnits } = terms
  return entry(terms, 'signed', at, [
    { from: held(walletId), to: inFlight(chain), asset, units: receivedUnits, code: withdrawalCode },
  ])
}

/** Only now is the fee charged. */
export const confirmedEntry = (terms: WithdrawalTerms, at: Date): Entry => {
  const { walletId, chain, coin: asset, feeUnits, receivedUnits } = terms
  const fee = { from: held(walletId), to: company('fees'), asset, units: feeUnits, code: feeCode }
  return entry(terms, 'confirmed', at, [
    { from: inFlight(chain), to: outside(chain), asset, units: receivedUnits },
    ...(feeUnits > 0n ? [fee] : []),
  ])
}

/** Refunds amount and fee. */
export const failedEntry = (terms: WithdrawalTerms, at: Date): Entry => {
  const { walletId, chain, coin: asset, feeUnits, receivedUnits } = terms
  const fee = { from: held(walletId), to: available(walletId), asset, units: feeUnits, code: refundCode }
  return entry(terms, 'failed', at, [
    { from: inFlight(chain), to: available(walletId), asset, units: receivedUnits, code: refundCode },
    ...(feeUnits > 0n ? [fee] : []),
  ])
}
