import type { Asset } from '#kit/assets.ts'
import type { LineId, PoolId } from '#kit/ids.ts'
import type { Posting } from '#ledger/entry.ts'
import type { Texts } from '#locales/keys.ts'
import type { Order, Product } from '../orders/order.ts'

/** The parts of a card, in the order they are shown. */
export type CardPart = 'worst' | 'payer' | 'formula' | 'fees' | 'lock' | 'exit' | 'earn'
type CardText = Extract<keyof Texts, `card.${string}`>
/** One line of a card: a text of the catalogues and its values. */
export type CardLine = {
  readonly part: CardPart
  readonly text: CardText
  readonly params: Readonly<Record<string, string>>
}

/** Why a round did not go on into another. */
export type Ending = 'reinvest_off' | 'pool_short' | 'terms_changed' | 'product_ended'
export type Moved = { readonly asset: Asset; readonly units: bigint }

/** How a round ends. */
export type Closing = {
  readonly postings: readonly Posting[]
  /** What came back to the wallet. */
  readonly returned: readonly Moved[]
  /** Side coin put into the compute pool for good, and the POWER given for it. */
  readonly retired?: Moved
  readonly power?: bigint
}
/** How a round goes on. */
export type Renewal = {
  readonly postings: readonly Posting[]
  /** Interest that joined the principal. */
  readonly joined: bigint
  readonly next: { readonly baseUnits: bigint; readonly promiseUnits: bigint; readonly valueUnits: bigint }
}

/** Interest of a round, promised before it begins; at its end the holder's choice says whether another begins. */
export type FixedYield = {
  /** Where promises come from, and where what is not used goes back to. */
  readonly pool: PoolId
  /** Interest the next round would need. */
  readonly nextPromise: (order: Order) => bigint
  /** At the lock: the next round's interest moves from the pool to the order. */
  readonly setAside: (order: Order, units: bigint) => readonly Posting[]
  /** Its interest set aside, the round goes on into the next. */
  readonly renew: (order: Order, nextPromise: bigint) => Renewal
}

/** POWER an order brought its holder so far, and what the holder still has of any POWER. Units. */
export type PowerFacts = { readonly granted: bigint; readonly available: bigint }
/** What leaving before the end moves. */
export type Exit = {
  readonly postings: readonly Posting[]
  /** What comes back, coin by coin, and what is kept back of each. */
  readonly returned: readonly Moved[]
  readonly fee: readonly Moved[]
  /** POWER taken back. */
  readonly power: bigint
}

/**
 * A product line: a promise as pure functions. Everything else (lists, purchase, settlement, records, lock, states) is the same for
 * all lines and needs no line of code here.
 */
export type ProductLine = {
  readonly id: LineId
  /** Record type codes its postings carry, by asset kind: no two lines share one. */
  readonly codes: { readonly coin: readonly number[]; readonly power: readonly number[] }
  /** Worst case first. Says only what the terms say, never what changes by the day. */
  readonly card: (product: Product) => readonly CardLine[]
  /** Every coin in; where interest is promised, that of the first round set aside. */
  readonly open: (order: Order) => readonly Posting[]
  /** Before the start: everything back. */
  readonly cancel: (order: Order) => readonly Posting[]
  /** What one whole day of a running round brings. */
  readonly accrue: (order: Order) => readonly Posting[]
  /** The round was the last. */
  readonly close: (order: Order, ending: Ending) => Closing
  /** Left out by a line that pays POWER alone: it promises no coin, has one round, and its holder has nothing to choose. */
  readonly fixed?: FixedYield
  /** Leaves a running order before its end, for the fee of its terms. Left out by a line whose orders stay until then. */
  readonly exit?: (order: Order, power: PowerFacts) => Exit
}
