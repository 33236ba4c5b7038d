import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import {
  closing,
  coin,
  cursor,
  exactAmount,
  moment,
  page,
  typedAmount,
  wholeAmount,
  wholeNumber,
} from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'
import { lines } from '#ledger/posting/lines.ts'
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
  sibling,
  signedShare,
  timelineEvent,
  way,
} from '#products/terms/fields.ts'

/** At most 8 decimals. */
const exactTyped = v.pipe(v.string('format'), v.regex(/^\d{1,12}(\.\d{1,8})?$/, 'format'))

const period = named(
  v.object({
    days: v.number(),
    /** Interest per round as a share of the base coin: 0.0024 is 0.24 %. */
    rate: share,
    /** For 365 days without compounding; rounded down. */
    annualRate: share,
    /** Value of the side coin as a share of the base coin. "0": none needed. */
    sideShare: share,
    /** POWER per day for each USDT of order value. */
    powerPerDay: share,
    /** Interest ÷ principal of ended rounds, rounded down. null: none yet. `endedRounds` shows only its first digit. */
    realisedRate: v.nullable(share),
    endedRounds: v.number(),
    /** Factor that multiplies the amount to give the order's weight. null: nothing is shared. */
    weight: v.nullable(share),
  }),
  { days: 'period' },
)

const product = named(
  v.object({
    productId: v.number(),
    line: v.picklist(lines),
    /** True if the line's products are variants of one item. */
    oneEntry: v.boolean(),
    accrual,
    base: coin,
    /** null: one coin only. */
    side: v.nullable(coin),
    /** False: the order ends with its term. */
    reinvests: v.boolean(),
    /** Early exit fee on every coin. null: no early exit. */
    exitFee: v.nullable(share),
    /** One period of 0 days: open-ended, and a purchase names no period. */
    periods: v.array(period),
    /** null: pays the coin it takes. */
    pays: v.nullable(coin),
    /** Share of its coins that a package releases per day. */
    releasePerDay: v.nullable(share),
    /** Maximum payout per day, as a share of the principal. */
    mostPerDay: v.nullable(share),
    /**
     * Payments minus losses per day as a share of the principal: average of the settled days of the last 30, rounded down. null: not shared
     * by principal, or no result yet.
     */
    realisedPerDay: v.nullable(v.object({ rate: signedShare, days: v.number() })),
    month,
    /** Average payout on days with a share in the last 30 days, for a model with a price. */
    realisedADay: v.nullable(v.object({ days: v.number(), coins: v.array(moved) })),
    paysPower: v.boolean(),
    /**
     * POWER per day for 1,000 USDT: average of the days with running orders in the last 30. `realised`: paid, less POWER taken back.
     * `named`: under the terms. null: none yet.
     */
    realisedPower: v.nullable(v.object({ days: v.number(), realised: exactAmount, named: exactAmount })),
    /** Initial POWER per USDT of order value. */
    startPower: v.nullable(share),
    boost: v.nullable(v.picklist(['1.0', '2.0'])),
    /** Node stars, 1 to 6; else null. */
    tier: v.nullable(v.number()),
    /** Maximum pieces per purchase. null: one order. */
    piecesMost: v.nullable(v.number()),
    /** In the base coin. */
    minimum: exactAmount,
    /** Per investment, in USDT. */
    maximumValue: exactAmount,
    /** upcoming: terms not yet in force. open: on sale. ended: no longer sold. */
    state: v.picklist(['upcoming', 'open', 'ended']),
    openFrom: moment,
    /** In the base coin per day; `left` shows only its first digit. null: no quota. */
    quota: v.nullable(v.object({ daily: exactAmount, left: exactAmount })),
    /** In USDT, for all packages; `dayLeft` shows only its first digit. null: no package. */
    caps: v.nullable(v.object({ day: exactAmount, dayLeft: exactAmount, wallet: exactAmount })),
    needsReservation: v.boolean(),
    /** Number of queued orders, which come before any purchase. */
    queued: v.number(),
    /** Amount available for promises, in `pays` or the base coin; shows only the first digit. null: none promised. */
    poolFree: v.nullable(exactAmount),
    /** null: no pool pays. */
    pool: v.nullable(poolUse),
    /** Remaining pool; shows only the first digit. May not cover an order's price. null: no cap. */
    emission: v.nullable(moved),
    /** Base coin per side coin (24 h trade average). null: no price, so periods with a side coin are unavailable. */
    sidePrice: v.nullable(exactAmount),
  }),
  { productId: 'id' },
)

export const listProducts = contract({
  method: 'GET',
  path: '/invest/products',
  access: 'open',
  summary: 'Lists all investment products with their terms and the remaining capacity of their pools.',
  input: v.object({}),
  output: v.object({ items: v.array(product) }),
  failures: [],
})

const card = v.object({
  /** Sent back with the purchase as acknowledgment. */
  hash: v.string(),
  lines: v.array(cardLine),
})

export const getTerms = contract({
  method: 'GET',
  path: '/invest/terms',
  access: 'open',
  summary: 'Returns the terms and risk card of one product, without requiring a wallet.',
  input: v.object({ productId: wholeNumber }),
  wire: { productId: 'id' },
  output: v.object({ product, siblings: v.array(sibling), card, market: v.nullable(jointMarket) }),
  failures: ['invest.product_missing'],
})

export const getProduct = contract({
  method: 'GET',
  path: '/invest/product',
  access: 'session',
  summary: 'Returns one product’s terms and risk card, with the figures for an order of the given amount and period.',
  /** `amount` is per piece; the quote covers all pieces. */
  input: v.object({
    ...{ productId: wholeNumber, days: v.optional(wholeNumber) },
    ...{ amount: v.optional(typedAmount), quantity: v.optional(wholeNumber) },
  }),
  wire: { productId: 'id', days: 'period' },
  output: v.object({
    product,
    siblings: v.array(sibling),
    card,
    /** If true, the order starts after 24 h of cooling-off. */
    firstOfLine: v.boolean(),
    quote: v.nullable(quote),
    gates: v.object({
      /** ISO 3166-1. */
      region: v.nullable(v.string()),
      /** off: not available in this country. */
      offered: v.picklist(['undeclared', 'on', 'off']),
      quizPassed: v.boolean(),
      /** False outside the window or while off. */
      open: v.boolean(),
      /** UTC, "00:00" to "24:00". */
      opensAt: v.string(),
      closesAt: v.string(),
      closing,
    }),
    /** The market for the product's coins. null: none. */
    market: v.nullable(jointMarket),
  }),
  failures: ['invest.product_missing', 'invest.period', 'invest.fund_data_wrong', 'exchange.not_open'],
})

/** Atomic. */
export const buyOrder = contract({
  method: 'POST',
  path: '/invest/buy',
  access: 'money',
  orPasskey: true,
  summary: 'Buys a product, creating one or more orders.',
  input: v.object({
    productId: v.optional(wholeNumber),
    /** The spec's name for a fund's number. */
    fundId: v.optional(wholeNumber),
    /** Exactly one of `productId`, `fundId` and `nodeId` is required. */
    nodeId: v.optional(wholeNumber),
    /** Base coin per order. */
    amount: typedAmount,
    /** Each piece is an order of `amount`. All succeed or none. Default: one. */
    quantity: v.optional(wholeNumber),
    /** Omit if the product has no term. */
    days: v.optional(wholeNumber),
    /** Never preset. Omit or false if the line has no such choice. */
    reinvest: v.optional(v.boolean('format')),
    /** Hash of the card the holder accepted. */
    card: v.optional(v.pipe(v.string('format'), v.maxLength(64, 'format')), ''),
    /** Maximum side coin the holder accepts. Default: no limit, at the guide price. */
    sideMax: v.optional(exactTyped),
    /** Minimum market shares the holder accepts. Below this, everything is refunded. */
    leastShares: v.optional(exactTyped),
  }),
  wire: { productId: 'id', days: 'period' },
  output: v.object({
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
  summary: 'Lists the wallet’s orders, newest first.',
  input: v.object({
    /** running: not over. over: ended, cancelled, closed, exited. Or one state. */
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
  summary:
    'Returns one order with its terms, risk card, end-of-term outcomes, early exit result, timeline and records.',
  input: v.object({ orderId: wholeNumber }),
  wire: { orderId: 'id' },
  output: v.object({
    order: orderItem,
    card: v.object({ hash: v.string(), lines: v.array(cardLine) }),
    /** Outcomes of this round with reinvestment on and off. null: no choice, and every coin comes back. */
    outcomes: v.nullable(
      v.object({
        on: v.object({ principal: exactAmount, interest: exactAmount, sideKept: exactAmount }),
        off: v.object({
          principal: exactAmount,
          interest: exactAmount,
          /** Paid to the compute pool for good. */
          sideRetired: exactAmount,
          power: exactAmount,
        }),
      }),
    ),
    /** Each possible ending with its result since purchase. Empty: order over, or without coins. */
    ways: v.array(way),
    booked,
    lately,
    /** Result of leaving now. null: not possible, or not running. */
    exit: v.nullable(orderExit),
    /** Current market or fund shares. null: none. */
    holding: v.nullable(holding),
    /** Daily release (39) and weekly dynamic share (40). null: no node. */
    income: v.nullable(v.array(nodeIncome)),
    timeline: v.array(timelineEvent),
    records: v.array(orderRecord),
  }),
  failures: ['invest.order_missing', 'invest.fund_data_wrong'],
})

/** On: the coins are locked for another round. Off: the side coin is forfeited. */
export const setReinvest = contract({
  method: 'POST',
  path: '/invest/reinvest',
  access: 'money',
  orPasskey: true,
  summary: 'Turns auto-reinvest on or off for an order, except in the last half hour of a round.',
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
  // Suspension and maintenance must not block this, because a round that ends meanwhile would lock the coins again.
  always: true,
  evenWhenStopped: true,
})

export const cancelOrder = contract({
  method: 'POST',
  path: '/invest/cancel',
  access: 'money',
  orPasskey: true,
  summary: 'Cancels an order before it starts and returns all of its coins.',
  input: v.object({ orderId: wholeNumber }),
  wire: { orderId: 'id' },
  output: v.object({ order: orderItem }),
  failures: ['invest.order_missing', 'invest.order_cannot_close', 'invest.order_closed', 'invest.pool_settling'],
  // Suspension and maintenance must not block cancelling, because the deadline passes.
  always: true,
  evenWhenStopped: true,
})

/** Takes back the order's POWER. `amount` requires a `takable` order. */
export const redeemOrder = contract({
  method: 'POST',
  path: '/invest/redeem',
  access: 'money',
  orPasskey: true,
  summary:
    'Redeems a running order early for the fee in its terms, or redeems part of it where the product line allows.',
  input: v.object({
    orderId: wholeNumber,
    amount: v.optional(wholeAmount),
    /** Minimum amounts accepted, because the market moves. Default: any. */
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
  // Exits are always open.
  always: true,
  evenWhenStopped: true,
})

export const listIncomes = contract({
  method: 'GET',
  path: '/invest/incomes',
  access: 'session',
  summary: 'Lists income from the wallet’s orders, either interest in coins or computing power.',
  input: v.object({ kind: v.optional(v.picklist(['coin', 'power'], 'format'), 'coin'), cursor }),
  output: page(income),
  failures: [],
})
