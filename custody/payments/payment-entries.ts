import type { Coin } from '#kit/assets.ts'
import type { ChainId } from '#kit/chains.ts'
import { house, inFlight, outside } from '#ledger/chart.ts'
import type { Entry } from '#ledger/entry.ts'
import { confirmedEntry, failedEntry, signedEntry, type WithdrawalTerms } from './withdrawal-entries.ts'

/** Coins that nobody claimed, on their way back: all that came. Until they are signed they stay in suspense. */
export type ReturnTerms = {
  readonly id: bigint
  readonly chain: ChainId
  readonly coin: Coin
  readonly units: bigint
  /** Nothing is taken of it. */
  readonly feeUnits: bigint
  readonly receivedUnits: bigint
}

/** What is paid: a holder's withdrawal, or the way back of a payment, named by its transaction and the place of its log in it. */
export type PaidTerms =
  | (WithdrawalTerms & { readonly deposit: null })
  | (ReturnTerms & { readonly walletId: null; readonly deposit: { readonly hash: string; readonly ordinal: number } })

const entry = ({ id }: ReturnTerms, step: string, at: Date, posting: Entry['postings'][number]): Entry => ({
  key: `wd:${id}:${step}`,
  ref: `withdrawal:${id}`,
  at,
  postings: [posting],
})

/** Signed: on its way. */
export function paymentSignedEntry(terms: PaidTerms, at: Date): Entry {
  if (!terms.deposit) return signedEntry(terms, at)
  const { chain, coin: asset, units } = terms
  return entry(terms, 'signed', at, { from: house('suspense'), to: inFlight(chain), asset, units })
}

/** Confirmed on the chain: the coins have left. */
export function paymentConfirmedEntry(terms: PaidTerms, at: Date): Entry {
  if (!terms.deposit) return confirmedEntry(terms, at)
  const { chain, coin: asset, units } = terms
  return entry(terms, 'confirmed', at, { from: inFlight(chain), to: outside(chain), asset, units })
}

/** Failed after it was signed, when its transaction can no longer pay: everything is where it came from. */
export function paymentFailedEntry(terms: PaidTerms, at: Date): Entry {
  if (!terms.deposit) return failedEntry(terms, at)
  const { chain, coin: asset, units } = terms
  return entry(terms, 'failed', at, { from: inFlight(chain), to: house('suspense'), asset, units })
}
