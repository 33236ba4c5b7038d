import type { Rate } from '#kit/amount.ts'
import type { Asset, Coin } from '#kit/assets.ts'
import type { Day } from '#kit/clock.ts'
import type { WalletId } from '#kit/ids.ts'
import type { Account } from '#ledger/chart.ts'
import type { Posting } from '#ledger/entry.ts'
import type { LineId, LineWith, PoolId } from '#ledger/lines.ts'
import type { Texts } from '#locales/keys.ts'
import type { Liquidity } from '#market/liquidity.ts'
import type { ValueOf } from '#market/value.ts'
import type { DemoProduct } from './demo-product.ts'
import type { Order, OrderChange, Product, Terms } from './order.ts'
import type { Figures } from './purchase.ts'
import type { Quiz } from './quiz.ts'

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
  /** The coins that came back to the wallet. */
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

/** Interest of a round, promised before the round begins. At its end the holder's choice decides whether another round begins. */
export type FixedYield = {
  /** Promises come from this pool, and unused ones go back to it. */
  readonly pool: PoolId
  /** Interest the next round would need. */
  readonly nextPromise: (order: Order) => bigint
  /** At the lock: the next round's interest moves from the pool to the order. */
  readonly setAside: (order: Order, units: bigint) => readonly Posting[]
  /** The round goes on into the next, whose interest is set aside already. */
  readonly renew: (order: Order, nextPromise: bigint) => Renewal
}

/** `granted`: the POWER that an order brought its holder so far. `available`: all POWER that the holder still has. In units. */
export type PowerFacts = { readonly granted: bigint; readonly available: bigint }
/** The postings of an order that is left before its end. */
export type Exit = {
  readonly postings: readonly Posting[]
  /** Coin by coin: the amounts that come back, and the fee that is kept of each. */
  readonly returned: readonly Moved[]
  readonly fee: readonly Moved[]
  /** POWER taken back. */
  readonly power: bigint
  /** Nothing moves yet: the order waits to be released. */
  readonly later?: true
}

/** A fund at a moment: the principal of its running orders, and their shares. */
export type FundWorth = { readonly principal: bigint; readonly shares: bigint }
/** For lines whose orders hold shares: the order's market, or its fund, at this moment. */
export type SharedFacts = {
  readonly market?: Liquidity | undefined
  /** undefined without a net asset value today. */
  readonly fund?: FundWorth | undefined
}

/** The facts of the day for which a line accrues, all as they stood at the cut. A line reads these and the order, nothing else. */
export type DayFacts = {
  readonly day: Day
  /** The midnight that ends the day. */
  readonly at: Date
  /** Units of USDT for one unit of a coin, for a purpose; undefined where nobody traded for 7 days. */
  readonly usdt: ValueOf
  /** The lowest balance of the day in the order's principal account. */
  readonly principal: (order: Order, asset: Asset) => bigint
  /** The amount that is set aside for the order. */
  readonly promised: (order: Order, asset: Asset) => bigint
  /** How much of a coin the company can still set aside. Amounts that earlier orders of the same step took are subtracted. */
  readonly capital: (coin: Coin) => bigint
  /** By how much acceleration adds to the release of a wallet's packages: 0 is none, 1 is twice as fast. */
  readonly speed: (walletId: WalletId) => Rate
  /** Shares of the company's own seed, by pair. */
  readonly seedShares?: ((pair: string) => bigint) | undefined
}

/** The first midnight of an order: its postings, and the changes of its row. */
export type Start = {
  readonly postings: readonly Posting[]
  readonly change?: OrderChange
  /** It cannot start as its terms say: it is cancelled whole, and `postings` give everything back. */
  readonly cancelled?: true
}

/** The company's own part of a pot, where it has one: the seed of a market. */
export type HouseShare = {
  readonly weight: (pot: string, facts: DayFacts) => bigint
  /** How it reaches the company. */
  readonly pay: (pot: string, asset: Asset, units: bigint) => readonly Posting[]
}

/** A part is taken out of an order: the postings, and the changes of its row. The order is over when nothing is left. */
export type Taking = {
  readonly postings: readonly Posting[]
  /** POWER taken back. */
  readonly power: bigint
  readonly change: OrderChange
}

/** A part of the day's pot, by weight. */
export type ShareYield = {
  /** The pool whose free money is shared out. */
  readonly pool: PoolId
  /** The pot of an order, if its pool has several (for each pair or coin). Orders with the same key share one pot. */
  readonly potOf: (order: Order) => string
  /** Its weight, a whole number; in 10⁻⁸ where the pool has a full weight (products/pots/pot-share.ts). 0 takes no part. */
  readonly weight: (order: Order, facts: DayFacts) => bigint
  /** The most of an asset that an order may get on one day. Left out: no cap. */
  readonly most?: (order: Order, asset: Asset, facts: DayFacts) => bigint
  /** Weight and cap depend on the order's row alone, so settlement does not read the order's accounts. */
  readonly fromRow?: true
  /**
   * The share follows from the columns of the order's row and goes whole to the wallet, so settlement pays it without reading orders
   * (settlement/row-share.store.ts). 'term': the weight of the terms, in the one pot of the pool. 'shares': the weight of the order's
   * shares, in the pot of its pair. `code`: the record code that `pay` uses.
   */
  readonly byRow?: { readonly weight: 'term' | 'shares'; readonly code: number }
  /** The postings that bring a share to its order. */
  readonly pay: (order: Order, asset: Asset, units: bigint) => readonly Posting[]
  /** A share can be paid only while this coin has a price. Without one the order pauses that day. */
  readonly needsPrice?: Coin
  /** When all payments together reach this USDT value, the order is paid out and exits. The last payment is cut there. */
  readonly cap?: (order: Order) => bigint
  readonly house?: HouseShare
}

/** The facts about a buyer that a gate may read. */
export type BuyerFacts = {
  /** 0 to 6. */
  readonly star: number
  /** The buyer has an order of this line that waits for its start or runs. */
  readonly hasOrder: boolean
  /** The buyer has an exited order of this line and has not taken note of it yet. */
  readonly hasExited: boolean
}

/** The pool from which a line pays. */
export type LinePool = {
  /** Coins it pays. */
  readonly coins: readonly Coin[]
  /** Record codes of its payments to orders: income from investing. */
  readonly incomeCodes: readonly number[]
  /** Other payments to holders of orders, with their kind of income. */
  readonly bonus?: { readonly source: 'team' | 'fund'; readonly codes: readonly number[] }
  /** It shares out 1 % of its money each day, so it can shrink but never be empty. Left out: its pots come from elsewhere. */
  readonly keepsRest?: 'one pot' | 'a pot for each coin'
  /** The weight at which it pays its whole pot of the day, decimal text; an operator may change it. Left out: it always pays all. */
  readonly fullWeight?: string
  /** It shares out its inflow and nothing more, so it has no stock that could run out. */
  readonly passesOn?: true
  /** The amounts that the demo puts in. */
  readonly demo?: Readonly<Partial<Record<Coin, string>>>
}

/** The content of an order's accounts, if it differs from the order's row (orders/order-invariants.store.ts). */
export type Holds = {
  /**
   * Its coins after the start: nothing (a price is spent, a market was joined), anything (it moves with results), or the coins of the
   * row plus the income under a record code since its holder last changed it.
   */
  readonly coins?: 'nothing' | 'anything' | { readonly andIncome: number }
  /** The coins set aside, less the amounts that left under these record codes. */
  readonly setAside?: { readonly less: readonly number[] }
}

/**
 * A product line: a promise as pure functions. Everything else (lists, purchase, settlement, records, lock, states) is the same for
 * all lines and has no code here.
 */
type AnyLine = {
  readonly id: LineId
  /** The record codes of its postings, by kind of asset. No two lines share a code. */
  readonly codes: { readonly coin: readonly number[]; readonly power: readonly number[] }
  /** The worst case comes first. A card states the terms, and never a figure that changes by the day. */
  readonly card: (product: Product) => readonly CardLine[]
  /** The right answers to its questions (gates/quiz.ts). */
  readonly quiz: Quiz
  /** The products that the demo sells. */
  readonly demo: readonly DemoProduct[]
  /** Its products are steps, models or pairs of one thing. A list shows one entry for all; a person chooses after it. */
  readonly oneEntry?: true
  /** The most pieces one purchase may have; each piece is an order. Left out: a purchase is one order of any amount. */
  readonly piecesMost?: number
  /** Left out: an order's accounts hold the amounts of its row. */
  readonly holds?: Holds
  /** A condition of this line for the buyer. Left out: anybody may buy. @throws the refusal */
  readonly gate?: (terms: Terms, buyer: BuyerFacts) => void
  /** The purchase: every coin goes in. If the line promises interest, the interest of the first round is set aside. */
  readonly open: (order: Order) => readonly Posting[]
  /** Before the start: everything back. */
  readonly cancel: (order: Order) => readonly Posting[]
  /** Coins that move at the first midnight. Left out: none move. */
  readonly start?: (order: Order, facts: DayFacts) => Start
  /** Its two coins join the market of their pair, so the side coin is asked for at the ratio of the reserves, not at the guide price. */
  readonly joinsMarket?: true
  /** Each start and each end moves the market for the next one. So the line has steps of its own for them, and settlement leaves them out. */
  readonly ownSteps?: true
  /** Adds the figures of this line to the figures that every line has. @throws the refusal */
  readonly figures?: (figures: Figures, shared: SharedFacts) => Figures
  /** The postings of one whole day of a running round, without its share of a pot. */
  readonly accrue: (order: Order, facts: DayFacts) => readonly Posting[]
  /** A day brings a share and nothing more, so settlement does not go through the orders. */
  readonly accruesNothing?: true
  /**
   * `accrue` posts the POWER of the order's terms under this code, and nothing else. So settlement posts it from the columns of the
   * orders and does not read them. Left out: the line accrues in another way.
   */
  readonly accruesPower?: number
  /** The postings after the last round. */
  readonly close: (order: Order, ending: Ending, shared?: SharedFacts) => Closing
  /** The account from which coins are set aside when an order is bought. Left out: `fixed` names it, or none are set aside. */
  readonly source?: { readonly from: Account }
  /** Daily income makes the principal grow in the ledger. The order's row keeps the principal of the moment its holder last changed it. */
  readonly grows?: true
  /** The holder can end an order any day, so an end adds no CREDIT. */
  readonly endsAtWill?: true
  /** No coin moves: an order marks a part of its wallet's compound orders. */
  readonly marks?: true
  /** Takes a part out of a running order, at any time, without a fee. Left out: orders stay whole. */
  readonly take?: (order: Order, units: bigint, held: { readonly principal: bigint; readonly power: bigint }) => Taking
  /** Whether nothing is left to pay after a day's accrual; then the order is over. Left out: only its term ends an order. */
  readonly isDone?: (order: Order, facts: DayFacts) => boolean
  /** Leaves a running order before its end, for the fee of its terms. Left out: orders stay until their end. */
  readonly exit?: (order: Order, power: PowerFacts, shared?: SharedFacts) => Exit
}

/** A line that pays coins from a pool of its own. */
export type PoolLine = AnyLine & {
  readonly id: LineWith<'pool'>
  readonly pool: LinePool
  /** Left out by a line that promises no coin: it has one round, and its holder has nothing to choose. */
  readonly fixed?: FixedYield
  /** Left out where nothing is shared. */
  readonly share?: ShareYield
  /** Profit is booked for its orders when there is one; it is shared out in steps of its own. */
  readonly sharesProfit?: true
}
/** A line that pays POWER alone, or coins that were set aside. */
export type PlainLine = AnyLine & {
  readonly id: Exclude<LineId, LineWith<'pool'>>
  readonly pool?: undefined
  readonly fixed?: undefined
  readonly share?: undefined
  readonly sharesProfit?: undefined
}
export type ProductLine = PoolLine | PlainLine
