import type { CoveredCoin } from '../figures/reserve-figures.ts'

export type NetworkReading =
  | { readonly is: 'waiting' }
  | { readonly is: 'read' }
  /** The node lacks the state of the statement's block. `now`: the current balance covers the debt · `less`: it does not. */
  | { readonly is: 'now' | 'less' }
  /** `node`: no node this device can query · `answer`: the node did not respond. */
  | { readonly is: 'said'; readonly why: 'node' | 'answer' }
  | { readonly is: 'wrong'; readonly detail: string }

export type ReservesFound = {
  readonly sums:
    | { readonly is: 'waiting' | 'open' }
    | { readonly is: 'right'; readonly coins: readonly CoveredCoin[] }
    | { readonly is: 'wrong'; readonly detail: string }
  /** By chain, in the statement's order. */
  readonly networks: ReadonlyMap<string, NetworkReading>
}
