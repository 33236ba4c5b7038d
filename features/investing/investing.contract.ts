import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { closing, coin, cursor, exactAmount, moment, page, typedAmount, wholeNumber } from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'
import { lines } from '#ledger/lines.ts'
import {
  accrual,
  booked,
  cardLine,
  holding,
  income,
  jointMarket,
  lately,
  month,
  moved,
  nodeIncome,
  orderExit,
  orderItem,
  orderRecord,
  orderState,
  poolUse,
  quote,
  share,
  signedShare,
  timelineEvent,
  way,
} from '#products/terms/fields.ts'

/** Decimal text of at most 8 decimals. */
const exactTyped = v.pipe(v.string('format'), v.regex(/^\d{1,12}(\.\d{1,8})?$/, 'format'))

const period = named(
  v.object({
    days: v.number(),
    /** Interest of a whole round as a share of the base coin: 0.0024 is 0.24 %. */
    rate: share,
    /** The interest for 365 days, without compounding; rounded down. */
    annualRate: share,
    /** The value of the side coin, as a share of the base coin. "0": no side coin is needed. */
    sideShare: share,
    /** POWER granted a day for each USDT of order value. */
    powerPerDay: share,
    /** The real result of ended rounds: interest ÷ principal, rounded down. null: no round has ended yet. The count is cut to its first digit. */
    realisedRate: v.nullable(share),
    endedRounds: v.number(),
    /** A factor of the order's weight in a share, beside its amount. null: nothing is shared. */
    weight: v.nullable(share),
  }),
  { days: 'period' },
)

const product = named(
  v.object({
    productId: v.number(),
    line: v.picklist(lines),
    /** Products of its line are steps, models or pairs of one thing: one entry of a list stands for all, and the choice comes after it. */
    oneEntry: v.boolean(),
    accrual,
    base: coin,
    /** null: the product takes one coin. */
    side: v.nullable(coin),
    /** The holder chooses whether a round goes on into another; otherwise an order ends with its term. */
    reinvests: v.boolean(),
    /** The fee on every coin of a running order that is left early. null: an order stays until its end. */
    exitFee: v.nullable(share),
    /** One period of 0 days: an order has no end of its own, and a purchase names no period. */
    periods: v.array(period),
    /** The coin that a package pays. null: the product pays the coin that it takes. */
    pays: v.nullable(coin),
    /** The part of all its coins that a package releases a day. */
    releasePerDay: v.nullable(share),
    /** The most that a share may bring on one day, as a part of the principal. */
    mostPerDay: v.nullable(share),
    /**
     * The real result of a day, as a part of the principal: payments less losses, averaged over the settled days of the last 30, rounded
     * down. null: nothing is shared by principal, or there is no result yet.
     */
    realisedPerDay: v.nullable(v.object({ rate: signedShare, days: v.number() })),
    month,
    /** The real payment of a day for a model with a price, coin by coin, averaged over the days with a share in the last 30. */
    realisedADay: v.nullable(v.object({ days: v.number(), coins: v.array(moved) })),
    /** Orders of its line are granted POWER day by day. */
    paysPower: v.boolean(),
    /**
     * POWER that a day of its line really brought for 1,000 USDT put in, less what was taken back, and what the terms name for it: over the
     * summed days of the last 30 on which any order ran. null: no such day yet.
     */
    realisedPower: v.nullable(v.object({ days: v.number(), realised: exactAmount, named: exactAmount })),
    /** POWER at the start for each USDT of order value. */
    startPower: v.nullable(share),
    /** Which acceleration it is. */
    boost: v.nullable(v.picklist(['1.0', '2.0'])),
    /** Stars of a node, 1 to 6; null elsewhere. */
    tier: v.nullable(v.number()),
    /** The most pieces of one purchase. null: a purchase is one order. */
    piecesMost: v.nullable(v.number()),
    /** The least amount of the base coin. */
    minimum: exactAmount,
    /** The highest value of a single investment, in USDT. */
    maximumValue: exactAmount,
    /** upcoming: the terms are not in force yet. open: on sale. ended: not sold any more. */
    state: v.picklist(['upcoming', 'open', 'ended']),
    openFrom: moment,
    /** The most base coin sold a day, and the rest of today, cut to its first digit. null: no quota. */
    quota: v.nullable(v.object({ daily: exactAmount, left: exactAmount })),
    /** Packages only, in USDT: the most sold a day, all packages together; the rest of today, cut to its first digit; the most one wallet buys a day. null elsewhere. */
    caps: v.nullable(v.object({ day: exactAmount, dayLeft: exactAmount, wallet: exactAmount })),
    /** The product is sold only by reservation. */
    needsReservation: v.boolean(),
    /** Orders in its queue. While there are any, nobody buys past them. */
    queued: v.number(),
    /** How much can still be promised, cut to its first digit, in the coin that is paid: `pays`, or the base coin. null: no coin is promised. */
    poolFree: v.nullable(exactAmount),
    /** The pool that pays, with its flows on the settled days of the last 30. null: no pool pays. */
    pool: v.nullable(poolUse),
    /** The rest of the pool for orders that exit at a cap, cut to its first digit. It may not be enough to pay an order its price. null: no cap. */
    emission: v.nullable(moved),
    /** Base coin for one side coin (24 h average of trades). null: there is no price, and periods with a side coin cannot be bought. */
    sidePrice: v.nullable(exactAmount),
  }),
  { productId: 'id' },
)

export const listProducts = contract({
  method: 'GET',
  path: '/invest/products',
  access: 'open',
  summary: 'Every investment product with its terms and what its pool can still promise.',
  input: v.object({}),
  output: v.object({ items: v.array(product) }),
  failures: [],
})

/** The card of a product, for anybody: a person reads the terms before paying, and before making a wallet. */
const card = v.object({
  /** Sent back with the purchase as the acknowledgement. */
  hash: v.string(),
  /** Worst case first, then payer, formula, fees, lock, exit, what we earn. */
  lines: v.array(cardLine),
})

/** One product with its card, for anybody. */
export const getTerms = contract({
  method: 'GET',
  path: '/invest/terms',
  access: 'open',
  summary: 'One product: terms and card, for whoever wants to read them before having a wallet.',
  input: v.object({ productId: wholeNumber }),
  wire: { productId: 'id' },
  output: v.object({ product, card, market: v.nullable(jointMarket) }),
  failures: ['invest.product_missing'],
})

/** One product with its card and, when an amount and a period are given, the exact figures of such an order now. */
export const getProduct = contract({
  method: 'GET',
  path: '/invest/product',
  access: 'session',
  summary: 'One product: terms, card, and the figures of an order of the given amount and period.',
  /** `amount` is that of one piece, the quote is for all of them. */
  input: v.object({
    ...{ productId: wholeNumber, days: v.optional(wholeNumber) },
    ...{ amount: v.optional(typedAmount), quantity: v.optional(wholeNumber) },
  }),
  wire: { productId: 'id', days: 'period' },
  output: v.object({
    product,
    card,
    /** The wallet has no order of this line yet: this one starts after 24 h of cooling-off. */
    firstOfLine: v.boolean(),
    quote: v.nullable(quote),
    /** The questions before the first purchase; each is asked once. */
    gates: v.object({
      /** Declared residence, ISO 3166-1. */
      region: v.nullable(v.string()),
      /** off: earn lines are not offered in this country. */
      offered: v.picklist(['undeclared', 'on', 'off']),
      /** The questions about the line are answered. */
      quizPassed: v.boolean(),
      /** False while switch or window of the line are closed: what runs runs on. */
      open: v.boolean(),
      /** The daily window, UTC, "00:00" to "24:00". */
      opensAt: v.string(),
      closesAt: v.string(),
      closing,
    }),
    /** The market that its coins join. null: they join none. */
    market: v.nullable(jointMarket),
  }),
  failures: ['invest.product_missing', 'invest.period', 'invest.fund_data_wrong', 'exchange.not_open'],
})

/** Buys an order. In one step its coins are taken, and its interest, if it has any, is set aside. */
export const buyOrder = contract({
  method: 'POST',
  path: '/invest/buy',
  access: 'money',
  orPasskey: true,
  summary: 'Buys an order of a product.',
  input: v.object({
    productId: v.optional(wholeNumber),
    /** The number of a fund, under the name in the specification. */
    fundId: v.optional(wholeNumber),
    /** The number of a node. Exactly one of the three numbers is given. */
    nodeId: v.optional(wholeNumber),
    /** Base coin of one order. */
    amount: typedAmount,
    /** How many pieces of a machine, a node or a package. Each is an order of `amount`; all are bought, or none. Left out: one. */
    quantity: v.optional(wholeNumber),
    /** Left out if the product has no term. */
    days: v.optional(wholeNumber),
    /** The holder's own choice, without a preset. Left out (or false) if the line has no such choice. */
    reinvest: v.optional(v.boolean('format')),
    /** Hash of the card the holder accepted. */
    card: v.optional(v.pipe(v.string('format'), v.maxLength(64, 'format')), ''),
    /** The most side coin to which the holder agreed. Left out: the amount at the guide price, without a bound. */
    sideMax: v.optional(exactTyped),
    /** The fewest shares of a market to which the holder agreed. If the start gives fewer, everything comes back. */
    leastShares: v.optional(exactTyped),
  }),
  wire: { productId: 'id', days: 'period' },
  output: v.object({
    /** The first order of the purchase, and the numbers of all. */
    order: orderItem,
    orderIds: v.array(v.number()),
  }),
  failures: [
    'invest.product_missing',
    'invest.product_ended',
    'invest.pool_config_not_effective',
    'invest.period',
    'invest.minimum',
    'invest.maximum',
    'invest.card_changed',
    'invest.conditions_not_met',
    'invest.reservation_needed',
    'invest.packages_many',
    'invest.quota_full',
    'invest.wallet_quota',
    'invest.price_rising',
    'invest.pool_closed',
    'invest.payment',
    'invest.compound_insufficient',
    'invest.shares_moved',
    'invest.fund_data_wrong',
    'invest.star_needed',
    'invest.already_node_user',
    'invest.node_level_wrong',
    'invest.node_rule_wrong',
    'invest.exit_before_reinvest',
    'exchange.not_open',
    'balance.insufficient',
    'identity.region_needed',
    'identity.region_off',
    'invest.line_closed',
    'invest.coin_stopped',
  ],
})

export const listOrders = contract({
  method: 'GET',
  path: '/invest/orders',
  access: 'session',
  summary: "The wallet's orders, newest first.",
  input: v.object({
    /** running: all orders that are not over. over: ended, cancelled, closed, exited. Or one state. */
    state: v.optional(v.union([v.picklist(['running', 'over', 'all']), orderState], 'format'), 'all'),
    line: v.optional(v.picklist(lines, 'format')),
    cursor,
  }),
  output: page(orderItem),
  failures: [],
})

export const getOrder = contract({
  method: 'GET',
  path: '/invest/order',
  access: 'session',
  summary: 'One order: terms, card, what happens at the end, what leaving early brings, its timeline and its records.',
  input: v.object({ orderId: wholeNumber }),
  wire: { orderId: 'id' },
  output: v.object({
    order: orderItem,
    card: v.object({ hash: v.string(), lines: v.array(cardLine) }),
    /** The result of the end of this round, for both choices. null: the order has no such choice, and every coin comes back. */
    outcomes: v.nullable(
      v.object({
        on: v.object({ principal: exactAmount, interest: exactAmount, sideKept: exactAmount }),
        off: v.object({
          principal: exactAmount,
          interest: exactAmount,
          /** Side coin that goes into the compute pool for good. */
          sideRetired: exactAmount,
          /** POWER given for it. */
          power: exactAmount,
        }),
      }),
    ),
    /** Every way it can still go, counted from its purchase, with its result. Empty: it is over, or no coin is in it. */
    ways: v.array(way),
    /** What it really took and brought so far. */
    booked,
    lately,
    /** The result of leaving early now. null: the order stays until its end, or does not run. */
    exit: v.nullable(orderExit),
    /** Its shares of a market or a fund now. null: it has none. */
    holding: v.nullable(holding),
    /** Nodes only: all payments so far, as daily release (39) and as weekly dynamic share (40), coin by coin. null elsewhere. */
    income: v.nullable(v.array(nodeIncome)),
    timeline: v.array(timelineEvent),
    records: v.array(orderRecord),
  }),
  failures: ['invest.order_missing', 'invest.fund_data_wrong'],
})

/** Turns auto-reinvest on or off: on locks the coins for another round, off gives the side coin up. */
export const setReinvest = contract({
  method: 'POST',
  path: '/invest/reinvest',
  access: 'money',
  orPasskey: true,
  summary: 'Turns auto-reinvest of an order on or off; locked in the last half hour of a round.',
  input: v.object({ orderId: wholeNumber, reinvest: v.boolean('format') }),
  wire: { orderId: 'id' },
  output: v.object({ order: orderItem }),
  failures: [
    'invest.order_missing',
    'invest.order_closed',
    'invest.conditions_not_met',
    'invest.queue_not_processed',
    'invest.last_half_hour',
    'invest.pool_settling',
    'identity.banned',
    'identity.frozen',
  ],
  // A round that ends meanwhile would take the coins into the next one.
  always: true,
  evenWhenStopped: true,
})

/** Cancels an order that has not started; everything comes back. */
export const cancelOrder = contract({
  method: 'POST',
  path: '/invest/cancel',
  access: 'money',
  orPasskey: true,
  summary: 'Cancels an order before its start; every coin comes back whole.',
  input: v.object({ orderId: wholeNumber }),
  wire: { orderId: 'id' },
  output: v.object({ order: orderItem }),
  failures: ['invest.order_missing', 'invest.order_cannot_close', 'invest.order_closed', 'invest.pool_settling'],
  // An order can be cancelled only before its start, so neither a suspension nor maintenance may close this call.
  always: true,
  evenWhenStopped: true,
})

/**
 * Leaves a running order before its end: its coins come back less the fee, and the POWER that it granted is taken back. The order shows
 * both before. With an amount: takes this amount out, and the rest runs on, if the order is `takable`.
 */
export const redeemOrder = contract({
  method: 'POST',
  path: '/invest/redeem',
  access: 'money',
  orPasskey: true,
  summary:
    'Leaves a running order before its end, for the fee its terms name; or takes out a part where its line allows it.',
  input: v.object({
    orderId: wholeNumber,
    amount: v.optional(typedAmount),
    /** The least amounts of both coins that the holder accepts, because the market moves meanwhile. Left out: any amounts. */
    leastBase: v.optional(exactTyped),
    leastSide: v.optional(exactTyped),
  }),
  wire: { orderId: 'id' },
  output: v.object({ order: orderItem }),
  failures: [
    'invest.order_missing',
    'invest.order_cannot_close',
    'invest.order_closed',
    'invest.compound_insufficient',
    'invest.last_half_hour',
    'invest.pool_settling',
    'invest.fund_data_wrong',
    'exchange.price_moved',
  ],
  // The way out stays open: neither a suspension nor stopped sales take it away.
  always: true,
  evenWhenStopped: true,
})

export const listIncomes = contract({
  method: 'GET',
  path: '/invest/incomes',
  access: 'session',
  summary: 'What orders paid: interest in coins, or computing power.',
  input: v.object({ kind: v.optional(v.picklist(['coin', 'power'], 'format'), 'coin'), cursor }),
  output: page(income),
  failures: [],
})
