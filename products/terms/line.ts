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
  /** Nothing moves yet: the order waits to be released. */
  readonly later?: true
}

/** A fund at a moment: what is in its running orders, and their shares. */
export type FundWorth = { readonly principal: bigint; readonly shares: bigint }
/** What a line whose orders hold shares needs to know of the moment: of the order's market, or of its fund. */
export type SharedFacts = {
  readonly market?: Liquidity | undefined
  /** undefined without a net asset value today. */
  readonly fund?: FundWorth | undefined
}

/** What a line may know of the day it accrues, beside the order: all of it as it stood at the cut. */
export type DayFacts = {
  readonly day: Day
  /** The midnight that ends the day. */
  readonly at: Date
  /** Units of USDT for one unit of a coin, for a purpose; undefined where nobody traded for 7 days. */
  readonly usdt: ValueOf
  /** What is in the order's principal account: least of the day. */
  readonly principal: (order: Order, asset: Asset) => bigint
  /** What is set aside for the order. */
  readonly promised: (order: Order, asset: Asset) => bigint
  /** What the company can still set aside of a coin, less what earlier orders of the same step took. */
  readonly capital: (coin: Coin) => bigint
  /** By how much acceleration adds to the release of a wallet's packages: 0 is none, 1 is twice as fast. */
  readonly speed: (walletId: WalletId) => Rate
  /** Shares of the company's own seed, by pair. */
  readonly seedShares?: ((pair: string) => bigint) | undefined
}

/** What an order's first midnight moves, and what it becomes. */
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

/** What taking a part out moves, and what the order becomes: over when nothing is left. */
export type Taking = {
  readonly postings: readonly Posting[]
  /** POWER taken back. */
  readonly power: bigint
  readonly change: OrderChange
}

/** A part of the day's pot, by weight. */
export type ShareYield = {
  /** Whose free money is shared out. */
  readonly pool: PoolId
  /** Which pot an order shares in, where a pool has several (a pair, a coin); orders of one key share one pot. */
  readonly potOf: (order: Order) => string
  /** Its weight, a whole number; in 10⁻⁸ where the pool has a full weight (products/pots/pot-share.ts). 0 takes no part. */
  readonly weight: (order: Order, facts: DayFacts) => bigint
  /** Most an order may get of an asset on one day; left out: no cap. */
  readonly most?: (order: Order, asset: Asset, facts: DayFacts) => bigint
  /** Weight and cap look at the order's row alone: settlement need not read what is in its accounts. */
  readonly fromRow?: true
  /**
   * The columns of an order's row say all of its share, which goes to its wallet whole: settlement pays it without reading orders
   * (settlement/row-share.store.ts). 'term': weight is that of the terms, in the pool's one pot; 'shares': shares by that weight, in
   * the pot of the order's pair. `code` is what `pay` gives it.
   */
  readonly byRow?: { readonly weight: 'term' | 'shares'; readonly code: number }
  /** How its share reaches it. */
  readonly pay: (order: Order, asset: Asset, units: bigint) => readonly Posting[]
  /** The coin no share can be paid without the price of: without one the order pauses that day. */
  readonly needsPrice?: Coin
  /** USDT value of all payments at which the order has been paid out and has exited; the last one is cut there. */
  readonly cap?: (order: Order) => bigint
  readonly house?: HouseShare
}

/** What a gate may know of who wants to buy. */
export type BuyerFacts = {
  /** 0 to 6. */
  readonly star: number
  /** An order of this line that waits for its start or runs. */
  readonly hasOrder: boolean
  /** An order of this line that has exited, and nobody took note of it. */
  readonly hasExited: boolean
}

/** The pool a line pays from. */
export type LinePool = {
  /** Coins it pays. */
  readonly coins: readonly Coin[]
  /** Record codes of what it pays an order: income from investing. */
  readonly incomeCodes: readonly number[]
  /** What else it pays holders of orders, and what kind of income that is. */
  readonly bonus?: { readonly source: 'team' | 'fund'; readonly codes: readonly number[] }
  /** It shares out 1 % of what it holds each day: it can shrink, never break. Left out where its pots come from elsewhere. */
  readonly keepsRest?: 'one pot' | 'a pot for each coin'
  /** Weight at which it pays its whole pot of the day, decimal text, unless an operator changes it. Left out: it always does. */
  readonly fullWeight?: string
  /** What flows into it is shared out and no more: it has no stock that could run out. */
  readonly passesOn?: true
  /** What the demo fills it with. */
  readonly demo?: Readonly<Partial<Record<Coin, string>>>
}

/** What the accounts of an order hold, where it is not what its row says (orders/order-invariants.store.ts). */
export type Holds = {
  /**
   * Of its coins, once it has started: nothing (a price is spent, a market was joined), anything (it moves with results), or also
   * what came in under a record code since its holder last touched it.
   */
  readonly coins?: 'nothing' | 'anything' | { readonly andIncome: number }
  /** Of what was set aside: not what left under these record codes. */
  readonly setAside?: { readonly less: readonly number[] }
}

/**
 * A product line: a promise as pure functions. Everything else (lists, purchase, settlement, records, lock, states) is the same for
 * all lines and needs no line of code here.
 */
type AnyLine = {
  readonly id: LineId
  /** Record type codes its postings carry, by asset kind: no two lines share one. */
  readonly codes: { readonly coin: readonly number[]; readonly power: readonly number[] }
  /** Worst case first. Says only what the terms say, never what changes by the day. */
  readonly card: (product: Product) => readonly CardLine[]
  /** What is right where its questions are answered (gates/quiz.ts). */
  readonly quiz: Quiz
  /** What the demo sells of it. */
  readonly demo: readonly DemoProduct[]
  /** Its products are steps, models or pairs of one thing: in lists one entry stands for all, and the choice comes after it. */
  readonly oneEntry?: true
  /** Left out where an order's accounts hold what its row says. */
  readonly holds?: Holds
  /** Who may buy, beside what every purchase needs. Left out where anybody may. @throws the refusal */
  readonly gate?: (terms: Terms, buyer: BuyerFacts) => void
  /** Every coin in; where interest is promised, that of the first round set aside. */
  readonly open: (order: Order) => readonly Posting[]
  /** Before the start: everything back. */
  readonly cancel: (order: Order) => readonly Posting[]
  /** The first midnight: coins that move on then. Left out where none does. */
  readonly start?: (order: Order, facts: DayFacts) => Start
  /** Its two coins join the market of their pair, so the side coin is asked for at the ratio of the reserves, not at the guide price. */
  readonly joinsMarket?: true
  /** Its starts and ends depend on one another (each moves the market), so they are steps of the line's own: settlement leaves them out. */
  readonly ownSteps?: true
  /** What a purchase adds to the figures every line has. @throws what refuses it */
  readonly figures?: (figures: Figures, shared: SharedFacts) => Figures
  /** What one whole day of a running round brings, beside its share of a pot. */
  readonly accrue: (order: Order, facts: DayFacts) => readonly Posting[]
  /** A day brings nothing beside a share: settlement does not go through its orders for it. */
  readonly accruesNothing?: true
  /**
   * `accrue` is the POWER of the order's terms under this code and nothing else: settlement posts it from the columns of the orders
   * without reading them. Left out by a line that accrues otherwise.
   */
  readonly accruesPower?: number
  /** The round was the last. */
  readonly close: (order: Order, ending: Ending, shared?: SharedFacts) => Closing
  /** Where the coins come from that are set aside when an order is bought; left out where `fixed` says so or none are. */
  readonly source?: { readonly from: Account }
  /** The principal grows in the ledger by daily income: the order's row says what it was when its holder last touched it. */
  readonly grows?: true
  /** Its holder can end an order any day: an end adds no CREDIT. */
  readonly endsAtWill?: true
  /** No coin moves: an order marks a part of what its wallet has in compound orders. */
  readonly marks?: true
  /** Takes a part out of a running order, any time, without a fee. Left out by a line whose orders stay whole. */
  readonly take?: (order: Order, units: bigint, held: { readonly principal: bigint; readonly power: bigint }) => Taking
  /** Whether nothing is left to pay after a day's accrual: then the order is over. Left out where only a term ends one. */
  readonly isDone?: (order: Order, facts: DayFacts) => boolean
  /** Leaves a running order before its end, for the fee of its terms. Left out by a line whose orders stay until then. */
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
