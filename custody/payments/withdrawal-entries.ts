import type { Coin } from '#kit/assets.ts'
import type { ChainId } from '#kit/chains.ts'
import type { WalletId } from '#kit/ids.ts'
import { available, held, house, inFlight, outside } from '#ledger/chart.ts'
import type { Entry } from '#ledger/entry.ts'

/** Record codes: the spec's 3, and ours for what its table leaves out (PRODUCT.md part 3). */
const withdrawalCode = 3
const feeCode = 100
const refundCode = 101

/** What is asked for. */
export type AskedTerms = {
  readonly id: bigint
  readonly walletId: WalletId
  readonly chain: ChainId
  readonly coin: Coin
  /** Taken from the balance. */
  readonly units: bigint
}
/** What is paid: the two parts of it are the fee and what arrives. */
export type WithdrawalTerms = AskedTerms & { readonly feeUnits: bigint; readonly receivedUnits: bigint }

const entry = (terms: AskedTerms, step: string, at: Date, postings: Entry['postings']): Entry => ({
  key: `wd:${terms.id}:${step}`,
  ref: `withdrawal:${terms.id}`,
  at,
  postings,
})

/** Asked for: the whole amount is held. */
export const askedEntry = (terms: AskedTerms, at: Date): Entry => {
  const { walletId, coin: asset, units } = terms
  return entry(terms, 'asked', at, [
    { from: available(walletId), to: held(walletId), asset, units, code: withdrawalCode },
  ])
}

/** Cancelled, or refused by the operator, before it was signed: the whole amount returns. */
export const cancelledEntry = (terms: AskedTerms, at: Date): Entry => {
  const { walletId, coin: asset, units } = terms
  return entry(terms, 'cancelled', at, [
    { from: held(walletId), to: available(walletId), asset, units, code: refundCode },
  ])
}

/** Signed: what will arrive is on its way; the fee stays held. */
export const signedEntry = (terms: WithdrawalTerms, at: Date): Entry => {
  const { walletId, chain, coin: asset, receivedUnits } = terms
  return entry(terms, 'signed', at, [
    { from: held(walletId), to: inFlight(chain), asset, units: receivedUnits, code: withdrawalCode },
  ])
}

/** Confirmed on the chain: the coins have left, and only now the fee is taken. */
export const confirmedEntry = (terms: WithdrawalTerms, at: Date): Entry => {
  const { walletId, chain, coin: asset, feeUnits, receivedUnits } = terms
  const fee = { from: held(walletId), to: house('fees'), asset, units: feeUnits, code: feeCode }
  return entry(terms, 'confirmed', at, [
    { from: inFlight(chain), to: outside(chain), asset, units: receivedUnits },
    ...(feeUnits > 0n ? [fee] : []),
  ])
}

/** Failed after it was signed, when its transaction can no longer pay: everything returns, the fee too. */
export const failedEntry = (terms: WithdrawalTerms, at: Date): Entry => {
  const { walletId, chain, coin: asset, feeUnits, receivedUnits } = terms
  const fee = { from: held(walletId), to: available(walletId), asset, units: feeUnits, code: refundCode }
  return entry(terms, 'failed', at, [
    { from: inFlight(chain), to: available(walletId), asset, units: receivedUnits, code: refundCode },
    ...(feeUnits > 0n ? [fee] : []),
  ])
}
