import type { Rate } from '#kit/amount/amount.ts'
import type { Asset, Coin } from '#kit/amount/coins.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Day } from '#kit/time/clock.ts'
import type { Account } from '#ledger/posting/chart.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import type { LineId, LineWith, PoolId } from '#ledger/posting/lines.ts'
import type { Texts } from '#locales/keys.ts'
import type { ValueOf } from '#market/prices/value.ts'
import type { Liquidity } from '#market/trade/liquidity.ts'
import type { DemoProduct } from './demo-product.ts'
import type { Order, OrderChange, Product, Terms } from './order.ts'
import type { Figures } from './purchase.ts'
import type { Quiz } from './quiz.ts'

export type CardPart = 'worst' | 'payer' | 'formula' | 'fees' | 'lock' | 'exit' | 'earn'
type CardText = Extract<keyof Texts, `card.${string}`>
export type CardLine = {
  readonly part: CardPart
  readonly text: CardText
  readonly params: Readonly<Record<string, string>>
}

export type Ending = 'reinvest_off' | 'pool_short' | 'terms_changed' | 'product_ended'
export type Moved = { readonly asset: Asset; readonly units: bigint }

export type Closing = {
  readonly postings: readonly Posting[]
  readonly returned: readonly Moved[]
  /** Moved to the compute pool permanently. */
  readonly retired?: Moved
  readonly power?: bigint
}
export type Renewal = {
  readonly postings: readonly Posting[]
  /** Compounded interest. */
  readonly joined: bigint
  readonly next: { readonly baseUnits: bigint; readonly promiseUnits: bigint; readonly valueUnits: bigint }
}

/** The holder decides whether another round begins. */
export type FixedYield = {
  /** Pool that also takes back unused promises. */
  readonly pool: PoolId
  readonly nextPromise: (order: Order) => bigint
  /** Reserves the next round's interest at the lock. */
  readonly setAside: (order: Order, units: bigint) => readonly Posting[]
  readonly renew: (order: Order, nextPromise: bigint) => Renewal
}

/** In units. `granted`: POWER the order has brought. `available`: POWER the holder still has. */
export type PowerFacts = { readonly granted: bigint; readonly available: bigint }
export type Exit = {
  readonly postings: readonly Posting[]
  readonly returned: readonly Moved[]
  readonly fee: readonly Moved[]
  readonly power: bigint
  /** No coins move until the order is released. */
  readonly later?: true
}

export type FundWorth = { readonly principal: bigint; readonly shares: bigint }
export type SharedFacts = {
  readonly market?: Liquidity | undefined
  /** Undefined without a net asset value today. */
  readonly fund?: FundWorth | undefined
}

/** All values at the cutoff. A line may use only these facts and the order. */
export type DayFacts = {
  readonly day: Day
  readonly at: Date
  /** USDT units per coin unit; undefined if no one traded for 7 days. */
  readonly usdt: ValueOf
  /** The day's lowest balance of the principal account. */
  readonly principal: (order: Order, asset: Asset) => bigint
  readonly promised: (order: Order, asset: Asset) => bigint
  /** Free company capital, minus what earlier orders of this step took. */
  readonly capital: (coin: Coin) => bigint
  /** Extra release speed from acceleration: 0 is none, 1 doubles it. */
  readonly speed: (walletId: WalletId) => Rate
  /** Company seed shares by pair. */
  readonly seedShares?: ((pair: string) => bigint) | undefined
}

export type Start = {
  readonly postings: readonly Posting[]
  readonly change?: OrderChange
  /** The order cannot start under its terms, so `postings` refund everything. */
  readonly cancelled?: true
}

export type CompanyShare = {
  readonly weight: (pot: string, facts: DayFacts) => bigint
  readonly pay: (pot: string, asset: Asset, units: bigint) => readonly Posting[]
}

/** A partial withdrawal. The order ends when no principal is left. */
export type Taking = {
  readonly postings: readonly Posting[]
  readonly power: bigint
  readonly change: OrderChange
}

export type ShareYield = {
  readonly pool: PoolId
  /** Orders with the same key share a pot. */
  readonly potOf: (order: Order) => string
  /** Integer weight, in 10⁻⁸ units if the pool has a full weight (products/pots/pot-share.ts). */
  readonly weight: (order: Order, facts: DayFacts) => bigint
  /** Maximum per order per day. No cap if omitted. */
  readonly most?: (order: Order, asset: Asset, facts: DayFacts) => bigint
  /** The weight depends on the row alone, so settlement can skip the order's accounts. */
  readonly fromRow?: true
  /**
   * The share depends only on row columns and goes to the wallet, so settlement never reads the orders. 'term': weight of the terms, one
   * pot. 'shares': weight of the shares, one pot per pair. `code`: the record code of `pay`.
   */
  readonly byRow?: { readonly weight: 'term' | 'shares'; readonly code: number }
  readonly pay: (order: Order, asset: Asset, units: bigint) => readonly Posting[]
  /** Without a price for this coin, the order pauses for the day. */
  readonly needsPrice?: Coin
  /** USDT value of all payments at which the order exits. The last payment is reduced to fit. */
  readonly cap?: (order: Order) => bigint
  readonly company?: CompanyShare
}

export type BuyerFacts = {
  /** 0 to 6. */
  readonly star: number
  readonly hasOrder: boolean
  /** True if the buyer has not confirmed an exit. */
  readonly hasExited: boolean
}

export type LinePool = {
  readonly coins: readonly Coin[]
  readonly incomeCodes: readonly number[]
  readonly bonus?: { readonly source: 'team' | 'fund'; readonly codes: readonly number[] }
  /** If set, the pool pays out 1 % of its balance per day, so it is never empty. If omitted, other code sets its pots. */
  readonly keepsRest?: 'one pot' | 'a pot for each coin'
  /** Minimum weight for a full payout, as a decimal string. If omitted, always pays in full. */
  readonly fullWeight?: string
  /** The pool pays out only its inflow, so it cannot run out. */
  readonly passesOn?: true
  readonly demo?: Readonly<Partial<Record<Coin, string>>>
}

/** Differences between an order's accounts and its row (orders/order-invariants.store.ts). */
export type Holds = {
  /**
   * Coins after the start: none, any amount (varies with results), or the row's coins plus income under a record code since the holder's
   * last change.
   */
  readonly coins?: 'nothing' | 'anything' | { readonly andIncome: number }
  /** Subtracts amounts that left under these record codes. */
  readonly setAside?: { readonly less: readonly number[] }
}

/** Rules of one line. Lists, purchases, settlement, records and states are shared code. */
type AnyLine = {
  readonly id: LineId
  /** Record codes by asset kind. Lines never share a code. */
  readonly codes: { readonly coin: readonly number[]; readonly power: readonly number[] }
  /** The worst case comes first. Contains only terms, no figures that change daily. */
  readonly card: (product: Product) => readonly CardLine[]
  readonly quiz: Quiz
  readonly demo: readonly DemoProduct[]
  /** A list shows one entry for all products. */
  readonly oneEntry?: true
  /** Orders per purchase. Omitted: one order of any amount. */
  readonly piecesMost?: number
  /** If omitted, accounts match the row. */
  readonly holds?: Holds
  /** If omitted, anyone may buy. @throws if the buyer may not */
  readonly gate?: (terms: Terms, buyer: BuyerFacts) => void
  /** Also reserves the first round's interest, if promised. */
  readonly open: (order: Order) => readonly Posting[]
  /** Full refund before the start. */
  readonly cancel: (order: Order) => readonly Posting[]
  /** Runs at the first midnight. */
  readonly start?: (order: Order, facts: DayFacts) => Start
  /** The market's reserves price the second coin, not the guide price. */
  readonly joinsMarket?: true
  /** Each start and end moves the market for the next, so the line has separate steps. */
  readonly ownSteps?: true
  readonly figures?: (figures: Figures, shared: SharedFacts) => Figures
  /** A day's income, without the order's share of a pot. */
  readonly accrue: (order: Order, facts: DayFacts) => readonly Posting[]
  /** Settlement skips the orders. */
  readonly accruesNothing?: true
  /** `accrue` posts only the terms' POWER, under this code, so settlement need not read the orders. */
  readonly accruesPower?: number
  readonly close: (order: Order, ending: Ending, shared?: SharedFacts) => Closing
  /** Account that funds reserved coins. If omitted, `fixed` names it, or no coins are reserved. */
  readonly source?: { readonly from: Account }
  /** The row keeps the principal of the holder's last change; the ledger has the current one. */
  readonly grows?: true
  /** Orders ended by the holder at will earn no CREDIT. */
  readonly endsAtWill?: true
  /** Orders mark a part of the wallet's compound orders. */
  readonly marks?: true
  /** Partial withdrawal without a fee. Not possible if omitted. */
  readonly take?: (order: Order, units: bigint, held: { readonly principal: bigint; readonly power: bigint }) => Taking
  /** True if no payment is left after a day's accrual. If omitted, only the term ends an order. */
  readonly isDone?: (order: Order, facts: DayFacts) => boolean
  /** Early exit for a fee. Not possible if omitted. */
  readonly exit?: (order: Order, power: PowerFacts, shared?: SharedFacts) => Exit
}

export type PoolLine = AnyLine & {
  readonly id: LineWith<'pool'>
  readonly pool: LinePool
  /** Omitted if no coin is promised. The order then has one round and no choice. */
  readonly fixed?: FixedYield
  readonly share?: ShareYield
  /** Separate steps share out profit when it is booked. */
  readonly sharesProfit?: true
}
export type PlainLine = AnyLine & {
  readonly id: Exclude<LineId, LineWith<'pool'>>
  readonly pool?: undefined
  readonly fixed?: undefined
  readonly share?: undefined
  readonly sharesProfit?: undefined
}
export type ProductLine = PoolLine | PlainLine
