import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { available, company, inFlight, outside } from '#ledger/posting/chart.ts'
import type { Entry, Posting } from '#ledger/posting/entry.ts'

/** Our code for a correction and the spec's code for a deposit. */
const correctionCode = 116
const depositCode = 2

/** Wait before the owner may claim a payment below the minimum. */
const patienceMs = 90 * dayMs
export const mayAskFor = (seenAt: Date, now: Date): boolean => addMs(seenAt, patienceMs) <= now

export type Place =
  | { readonly at: 'wallet'; readonly walletId: WalletId }
  /** Below the minimum, or not claimed. */
  | { readonly at: 'suspense' }
  | { readonly at: 'capital' }

export type CorrectedDeposit = {
  readonly key: string
  readonly chain: ChainId
  readonly coin: Coin
  readonly units: bigint
  readonly place: Place
  /** Counted from 1. */
  readonly round: number
}

/** The wallet pays at most its balance. The company bears the rest. */
export type Shares = { readonly taken: bigint; readonly borne: bigint }
export function sharesOf({ place, units }: Pick<CorrectedDeposit, 'place' | 'units'>, balance: bigint): Shares {
  if (place.at === 'capital') return { taken: 0n, borne: units }
  if (place.at === 'suspense') return { taken: units, borne: 0n }
  const taken = balance < units ? balance : units
  return { taken, borne: units - taken }
}

export function correctionEntry(deposit: CorrectedDeposit, { taken, borne }: Shares, at: Date): Entry {
  const { key, chain, coin: asset, place, round } = deposit
  const postings: Posting[] = []
  if (place.at === 'wallet' && taken > 0n)
    postings.push({ from: available(place.walletId), to: outside(chain), asset, units: taken, code: correctionCode })
  if (place.at === 'suspense')
    postings.push(
      { from: company('suspense'), to: inFlight(chain), asset, units: taken },
      { from: inFlight(chain), to: outside(chain), asset, units: taken },
    )
  if (borne > 0n) postings.push({ from: company('capital'), to: outside(chain), asset, units: borne })
  return { key: `${key}:corrected:${round}`, ref: key, at, postings }
}

/** Repays each share. */
export function restoreEntry(deposit: CorrectedDeposit, { taken, borne }: Shares, at: Date): Entry {
  const { key, chain, coin: asset, place, round } = deposit
  const postings: Posting[] = []
  if (place.at === 'wallet' && taken > 0n)
    postings.push({ from: outside(chain), to: available(place.walletId), asset, units: taken, code: depositCode })
  if (place.at === 'suspense') postings.push({ from: outside(chain), to: company('suspense'), asset, units: taken })
  if (borne > 0n) postings.push({ from: outside(chain), to: company('capital'), asset, units: borne })
  return { key: `${key}:restored:${round}`, ref: key, at, postings }
}
