import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { company, inFlight, outside } from '#ledger/posting/chart.ts'
import type { Entry } from '#ledger/posting/entry.ts'
import { confirmedEntry, failedEntry, signedEntry, type WithdrawalTerms } from './withdrawal-entries.ts'

/** Returns an unclaimed payment in full. Its coins stay in suspense until the return is signed. */
export type ReturnTerms = {
  readonly id: bigint
  readonly chain: ChainId
  readonly coin: Coin
  readonly units: bigint
  /** Zero. */
  readonly feeUnits: bigint
  readonly receivedUnits: bigint
}

/** `deposit`: transaction and log index of the returned payment. */
export type PaidTerms =
  | (WithdrawalTerms & { readonly deposit: null })
  | (ReturnTerms & { readonly walletId: null; readonly deposit: { readonly hash: string; readonly ordinal: number } })

const entry = ({ id }: ReturnTerms, step: string, at: Date, posting: Entry['postings'][number]): Entry => ({
  key: `wd:${id}:${step}`,
  ref: `withdrawal:${id}`,
  at,
  postings: [posting],
})

export function paymentSignedEntry(terms: PaidTerms, at: Date): Entry {
  if (!terms.deposit) return signedEntry(terms, at)
  const { chain, coin: asset, units } = terms
  return entry(terms, 'signed', at, { from: company('suspense'), to: inFlight(chain), asset, units })
}

export function paymentConfirmedEntry(terms: PaidTerms, at: Date): Entry {
  if (!terms.deposit) return confirmedEntry(terms, at)
  const { chain, coin: asset, units } = terms
  return entry(terms, 'confirmed', at, { from: inFlight(chain), to: outside(chain), asset, units })
}

/** Refunds a withdrawal, or moves a return's coins back to suspense. */
export function paymentFailedEntry(terms: PaidTerms, at: Date): Entry {
  if (!terms.deposit) return failedEntry(terms, at)
  const { chain, coin: asset, units } = terms
  return entry(terms, 'failed', at, { from: inFlight(chain), to: company('suspense'), asset, units })
}
