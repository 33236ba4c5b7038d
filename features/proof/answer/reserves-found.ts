import type { CoveredCoin } from '../reserve-figures.ts'

/** What this device found of the balances on a network. */
export type NetworkReading =
  | { readonly is: 'waiting' }
  /** The node says the same of the block that the statement names. */
  | { readonly is: 'read' }
  /** The node keeps no balances of that block any more: what is there now is enough, or less than what was owed. */
  | { readonly is: 'now' | 'less' }
  /** `node`: there is none that this device can ask · `answer`: it does not answer. */
  | { readonly is: 'said'; readonly why: 'node' | 'answer' }
  | { readonly is: 'wrong'; readonly detail: string }

/** What this device found of a statement of reserves so far. */
export type ReservesFound = {
  /** Signatures, keys and sums. */
  readonly sums:
    | { readonly is: 'waiting' | 'open' }
    | { readonly is: 'right'; readonly coins: readonly CoveredCoin[] }
    | { readonly is: 'wrong'; readonly detail: string }
  /** By chain, in the order of the statement. */
  readonly networks: ReadonlyMap<string, NetworkReading>
}
