import type { CoveredCoin } from '#features/proof/figures/reserve-figures.ts'
import { readHeld } from '#kit/amount/exact.ts'

/** Result with valid signatures and sums. Ratios are decimal fractions: "2.5724" is 257.24 %. */
export type CheckedCompany = {
  readonly is: 'right'
  readonly day: string
  readonly epoch: string
  /** Lowest reserve ratio of any coin; undefined if nothing is owed. */
  readonly lowest: string | undefined
  /** First coin with reserves below liabilities. */
  readonly short: { readonly coin: string; readonly ratio: string } | undefined
}
/** This device's check of total liabilities and reserves. */
export type Company = CheckedCompany | { readonly is: 'checking' | 'unchecked' | 'none' | 'wrong' }

export function coverOf(coins: readonly CoveredCoin[]): Pick<CheckedCompany, 'lowest' | 'short'> {
  const ratios = coins.flatMap(({ ratio }) => (ratio === null ? [] : [ratio]))
  const [lowest] = ratios.toSorted((one, other) => (readHeld(one) < readHeld(other) ? -1 : 1))
  const short = coins.find(({ covered }) => !covered)
  return { lowest, short: short && { coin: short.coin, ratio: short.ratio ?? '0' } }
}
