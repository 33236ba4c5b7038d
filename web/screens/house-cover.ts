import type { CoveredCoin } from '#features/proof/reserve-figures.ts'
import { readHeld } from '#kit/exact.ts'

/** Signatures and sums are right. Ratios are shares as decimal text: "2.5724" is 257.24 %. */
export type CheckedHouse = {
  readonly is: 'right'
  readonly day: string
  /** The end of that day. */
  readonly epoch: string
  /** What is there for what is owed, of the coin that has the least for it; undefined where nothing is owed. */
  readonly lowest: string | undefined
  /** The first coin of which less is there than is owed. */
  readonly short: { readonly coin: string; readonly ratio: string } | undefined
}
/** What this device found of what all are owed and what is there for it. */
export type House = CheckedHouse | { readonly is: 'checking' | 'unchecked' | 'none' | 'wrong' }

/** The least of what is there for what is owed, and the first coin that has too little. */
export function coverOf(coins: readonly CoveredCoin[]): Pick<CheckedHouse, 'lowest' | 'short'> {
  const ratios = coins.flatMap(({ ratio }) => (ratio === null ? [] : [ratio]))
  const [lowest] = ratios.toSorted((one, other) => (readHeld(one) < readHeld(other) ? -1 : 1))
  const short = coins.find(({ covered }) => !covered)
  return { lowest, short: short && { coin: short.coin, ratio: short.ratio ?? '0' } }
}
