import * as v from 'valibot'
import { coin, exactAmount, moment } from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'
import { lines, pools } from '#ledger/lines.ts'

/** A share as decimal text: 0.0024 is 0.24 %. */
export const share = v.pipe(v.string(), v.regex(/^\d+(\.\d{1,12})?$/))
/** A share that may be negative, for a result that may be a loss: "-0.0024". */
export const signedShare = v.pipe(v.string(), v.regex(/^-?\d+(\.\d{1,12})?$/))

/**
 * How a line pays.
 * - fixed: interest of a round, promised before the round begins, and POWER as well
 * - power: POWER alone
 * - share: a part of the day's pot
 * - release: coins are set aside at the purchase, and a part of them is paid each day
 * - boost: no coin; it speeds up a release
 */
export const accrual = v.picklist(['fixed', 'power', 'share', 'release', 'boost'])
export type Accrual = v.InferOutput<typeof accrual>

/** An amount with its coin. */
export const moved = v.object({ asset: v.string(), amount: exactAmount })

/** One way an order can go: what goes in, what surely comes back, what is given up, and the result in USDT. */
export const way = v.object({
  /** on: another round, everything stays in. off: this round is the last. end: its term ends. leave: it is left before its end. */
  way: v.picklist(['on', 'off', 'end', 'leave']),
  /** false: a market or a fund's results decide what comes back, so nothing of it is sure. */
  sure: v.boolean(),
  goesIn: v.array(moved),
  comesBack: v.array(moved),
  /** Coins that do not come back. */
  givenUp: v.array(moved),
  /** POWER granted until then. It has no price and is no part of the result. */
  power: exactAmount,
  /** The sure result in USDT at today's guide prices, losses rounded up. null: not sure, or a coin has no price. */
  usdt: v.nullable(exactAmount),
  /** Whether everything that its days pay has a price today. Without one nobody can say when it breaks even. */
  priced: v.boolean(),
  /** An estimate: days from the start until it brought as much as it costs, at today's pots. null: not within ten years, or nobody can say. */
  breaksEven: v.nullable(v.number()),
})

/**
 * Coins that a day pays an order if it pays as the last days really did, below zero for a loss: an average of `days` days, not promised.
 * null: its terms say what is paid, or nothing was paid yet.
 */
export const lately = v.nullable(v.object({ days: v.number(), coins: v.array(moved) }))

/**
 * What 1,000 USDT earn in 30 days after every cost, in USDT at today's prices, by the term with the best result (`days`, 0: none). terms: as
 * the terms say. lately: if every day pays as the last ones did. pots: if POWER mines as much as today. null: nothing was paid yet, a price is
 * missing, or no coin moves.
 */
export const month = v.nullable(
  v.object({ by: v.picklist(['terms', 'lately', 'pots']), usdt: exactAmount, days: v.number() }),
)

/** Coins that were gained and given up, and both in USDT at today's guide prices, below zero for a loss. null: a coin has no price. */
const netResult = { gained: v.array(moved), givenUp: v.array(moved), usdt: v.nullable(exactAmount) }
/** What an order really took and brought so far, by its entries. */
export const booked = v.object({
  /** Coins that left the wallet for it. */
  paid: v.array(moved),
  /** Coins that came to the wallet from it. */
  back: v.array(moved),
  ...netResult,
  /** POWER it granted, less what was taken back. */
  power: exactAmount,
})
/** The net result of the orders of a line. */
export const bookedLine = v.object({ line: v.picklist(lines), orders: v.number(), ...netResult })
/** The net result of all orders in all, and of one day. */
export const bookedAll = v.object(netResult)
export const bookedDay = v.object({ day: v.string(), ...netResult })

/** Every state an order of any line can be in. */
export const orderStates = [
  'reserved',
  'queued',
  'due',
  'to_be_started',
  'earning',
  'paused',
  'to_be_released',
  'ended',
  'closed',
  'cancelled',
  'exited',
] as const
export type OrderState = (typeof orderStates)[number]
export const orderState = v.picklist(orderStates, 'format')

/** One line of a product's card: which part of it, the text's ID and its values. */
export const cardLine = v.object({
  part: v.picklist(['worst', 'payer', 'formula', 'fees', 'lock', 'exit', 'earn']),
  text: v.string(),
  params: v.record(v.string(), v.string()),
})

/** The figures of an order of this amount and period, if it were bought now. */
export const quote = v.object({
  base: exactAmount,
  /** Side coin at the guide price, rounded up. "0": none is needed. */
  side: exactAmount,
  /** The most side coin a purchase may take by the time it arrives: the price moves all the time. */
  sideMost: exactAmount,
  /** Interest of the first round, rounded down, set aside at the purchase. "0": the line pays POWER alone. */
  interest: exactAmount,
  /** Coins set aside for a package, in the coin it pays. The start of the package sets the number again. null: none. */
  promised: v.nullable(moved),
  /** Order value in USDT, fixed at opening. */
  value: exactAmount,
  /** Shares of the market or fund: `now` for this amount, and the fewest that a purchase may agree to. null: the line has no shares. */
  shares: v.nullable(v.object({ now: exactAmount, least: exactAmount })),
  /** POWER a day. */
  power: exactAmount,
  /** POWER given for the side coin if auto-reinvest is off at the end. */
  sidePower: exactAmount,
  startsAt: moment,
  /** null: the order has no end of its own. */
  endsAt: v.nullable(moment),
  /**
   * Not null: the product can only be reserved. A reservation costs 1 % in advance and some CREDIT, and waits behind `ahead` orders.
   * `problem` then says why it cannot be reserved.
   */
  reservation: v.nullable(v.object({ prepaid: exactAmount, credit: exactAmount, ahead: v.number() })),
  /** Every way such an order can go, with its result. Empty: no coin goes in. */
  ways: v.array(way),
  lately,
  /** The failure a purchase of this amount would meet now, or null. */
  problem: v.nullable(v.object({ key: v.string(), params: v.record(v.string(), v.string()) })),
})

export const orderItem = named(
  v.object({
    orderId: v.number(),
    productId: v.number(),
    line: v.picklist(lines),
    accrual,
    state: orderState,
    base: coin,
    /** null: the order has one coin. */
    side: v.nullable(coin),
    /**
     * Base coin in the order now: the amount paid, and the income that joined it. For a package its price. For an acceleration the
     * amount it marks.
     */
    amount: exactAmount,
    sideAmount: exactAmount,
    /** The coin that a package pays. null: the order pays the coin that it took. */
    pays: v.nullable(coin),
    /** Of a package: all coins set aside, the coins not released yet, and the part of all coins that each day releases. null elsewhere. */
    release: v.nullable(v.object({ total: exactAmount, pending: exactAmount, perDay: share })),
    /** Which acceleration it is; null elsewhere. */
    boost: v.nullable(v.picklist(['1.0', '2.0'])),
    /** Stars of a node, 1 to 6; null elsewhere. */
    tier: v.nullable(v.number()),
    /** Its weight in a shared pot: hash rate of a machine, weight of a node or a term. null elsewhere. */
    weight: v.nullable(share),
    /** USDT, fixed at opening; grows only with the interest that joins. */
    value: exactAmount,
    days: v.number(),
    /** Interest of a round: 0.0024 is 0.24 %. */
    rate: share,
    /** 0 before the start. */
    round: v.number(),
    /** Interest of the running (or first) round, set aside for this order. "0" once it is over. */
    expectedIncome: exactAmount,
    /** Interest of all rounds that ended. */
    paidIncome: exactAmount,
    /** The net result of an order that is over, in USDT at today's guide prices. null: it runs, or a coin has no price. */
    result: v.nullable(exactAmount),
    powerPerDay: exactAmount,
    /** Its release ratio, fixed at opening: POWER a day for each USDT of its value. "0": it grants none. */
    powerShare: share,
    /** The holder's choice. null: the line offers no choice, and the order ends with its term. */
    reinvest: v.nullable(v.boolean()),
    /** `value`: USDT value of all payments, each at the price of its day. `cap`: the order exits there. null: no cap. */
    paidOut: v.nullable(v.object({ value: exactAmount, cap: exactAmount })),
    boughtAt: moment,
    startsAt: moment,
    /** End of the running (or first) round. null: the order has no end of its own. */
    endsAt: v.nullable(moment),
    /** The day of its round that runs now, counted from 1; of its whole time where it has no end. null: it does not run. */
    day: v.nullable(v.number()),
    /** When it ended or was cancelled. */
    overAt: v.nullable(moment),
    /** Cancelling gives everything back until `startsAt`. */
    cancellable: v.boolean(),
    /** Auto-reinvest may be changed now. */
    switchable: v.boolean(),
    /** It may be left early now, for a fee. */
    exitable: v.boolean(),
    /** Any part of it may be taken out now, without a fee: invest/redeem with an amount. */
    takable: v.boolean(),
    /** From here to `endsAt` nothing changes; null without an end. */
    locksAt: v.nullable(moment),
    /**
     * Why there will be no new round although auto-reinvest is on: the product's terms changed, it is not sold any more, or the pool
     * could not promise the interest. "set_aside": the interest of the next round is reserved.
     */
    renewal: v.nullable(v.picklist(['set_aside', 'terms_changed', 'product_ended', 'pool_short'])),
  }),
  { orderId: 'id', days: 'period' },
)

export const timelineEvent = v.object({
  at: moment,
  /** The text is `order.event.<kind>`. */
  kind: v.picklist([
    'bought',
    'cancelled',
    'mark_cancelled',
    'gift_declined',
    'left_early',
    'started',
    'term_started',
    'reinvest_on',
    'reinvest_off',
    'renewal_set_aside',
    'renewal_pool_short',
    'renewal_terms_changed',
    'renewal_product_ended',
    'renewed',
    'ended',
    'side_retired',
    'ended_pool_short',
    'ended_terms_changed',
    'ended_product_ended',
    'taken_out',
    'paused',
    'resumed',
    'unmarked',
    'nothing_marked',
    'granted',
    'release_began',
    'cancelled_capital_short',
    'drawn',
    'all_released',
    'market_joined',
    'cancelled_few_shares',
    'market_left',
    'power_taken_back',
    'fund_started',
    'redemption_asked',
    'redeemed',
    'fund_loss',
    'fund_refilled',
    'earns',
    'earns_again',
    'paused_no_pot',
    'paused_no_price',
    'exited',
    'acknowledged',
    'reserved',
    'became_due',
    'due_again',
    'due_again_stopped',
    'balance_paid',
    'credit_returned',
    'credit_lost',
    'given_up',
    'closed_unpaid',
    'queue_left',
    'queue_ended',
  ]),
  params: v.record(v.string(), v.string()),
})

/** The money of a pool, and the flows of the last days. */
export const poolUse = v.object({
  pool: v.picklist(pools),
  /** How many settled days the flows cover. 0: no day is settled yet. */
  days: v.number(),
  coins: v.array(
    v.object({
      asset: v.string(),
      /** Promised to nobody; cut to its first digit. */
      free: exactAmount,
      /** Went to orders and wallets in these days. Amounts that came back unused are subtracted. Cut to its first digit. */
      used: exactAmount,
      /** Came from the company: its capital, fees, coins it bought. */
      received: exactAmount,
    }),
  ),
  /** How many days the free money lasts, if as much goes out as lately and nothing comes in; cut to its first digit. null: nothing went out, or the pool keeps nothing. */
  lastsDays: v.nullable(v.number()),
})

/** An order's shares of a market or a fund, as they are now. */
export const holding = v.object({
  shares: exactAmount,
  /** All shares, also the company's own. */
  allShares: exactAmount,
  /** The coins that the shares would bring now, rounded down. For a fund: the coins that a redemption would pay. */
  worth: v.array(moved),
  /** Least amounts that leaving may agree to, coin by coin: the market moves. */
  least: v.array(moved),
  /** Losses of the fund that no profit has refilled yet. */
  lost: exactAmount,
  /** USDT for one share of the fund today, rounded down. null: no fund, or no value today. */
  netAssetValue: v.nullable(exactAmount),
  /** A redemption that was asked for is paid by then. null: none was asked for. */
  releasedBy: v.nullable(moment),
})

/** The market a product's coins join. */
export const jointMarket = v.object({
  pair: v.string(),
  /** The coins in the market. */
  reserves: v.array(moved),
  shares: exactAmount,
  /** The company's own part of all shares. */
  houseShares: exactAmount,
  /** Company shares that may leave from a day on, as announced 30 days before; null without notice. */
  notice: v.nullable(v.object({ shares: exactAmount, from: moment })),
  /** Coins that the market shared out in the last 30 settled days: half of the fees of its trades. */
  fees30d: v.array(moved),
})

/** The result of leaving an order early, if it were left now. */
export const orderExit = v.object({
  feeShare: share,
  returned: v.array(moved),
  /** Kept back of each coin. */
  fee: v.array(moved),
  /** POWER that this order granted and that is taken back, as far as the wallet still has it. */
  power: exactAmount,
})

/** All payments of a node under one record code. */
export const nodeIncome = named(v.object({ code: v.picklist([39, 40]), amounts: v.array(moved) }), { code: 'type' })

/** A movement of an order's coins. */
export const orderRecord = named(
  v.object({
    id: v.string(),
    at: moment,
    code: v.number(),
    asset: v.string(),
    amount: exactAmount,
    /** Seen from the wallet's spendable balance. inside: between parts of the order. gone: out of the order, to a fee or a pool. */
    direction: v.picklist(['in', 'out', 'inside', 'gone']),
  }),
  { code: 'type' },
)

/** A payment of an order to its wallet. */
export const income = named(
  v.object({
    id: v.string(),
    at: moment,
    code: v.number(),
    asset: v.string(),
    amount: exactAmount,
    orderId: v.nullable(v.number()),
    /** Whether it joined the order's principal instead of the spendable balance. */
    reinvested: v.boolean(),
  }),
  { code: 'type' },
)
