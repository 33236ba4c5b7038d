import * as v from 'valibot'
import { coin, exactAmount, moment } from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'
import { lines, pools } from '#ledger/posting/lines.ts'

/** Decimal string: 0.0024 is 0.24 %. */
export const share = v.pipe(v.string(), v.regex(/^\d+(\.\d{1,12})?$/))
export const signedShare = v.pipe(v.string(), v.regex(/^-?\d+(\.\d{1,12})?$/))

/**
 * fixed: interest promised before each round, plus POWER. power: only POWER. share: a part of the day's pot. release: locked coins, paid
 * daily. boost: no coin, but a faster release.
 */
export const accrual = v.picklist(['fixed', 'power', 'share', 'release', 'boost'])
export type Accrual = v.InferOutput<typeof accrual>

export const moved = v.object({ asset: v.string(), amount: exactAmount })

export const way = v.object({
  /** on: another round follows. off: this round is the last. end: the term ends. leave: early exit. */
  way: v.picklist(['on', 'off', 'end', 'leave']),
  /** False if market or fund results decide the outcome. */
  sure: v.boolean(),
  goesIn: v.array(moved),
  comesBack: v.array(moved),
  givenUp: v.array(moved),
  /** POWER granted until this outcome; not part of the result. */
  power: exactAmount,
  /** USDT at today's guide prices, with losses rounded up. Null if unknown, or if a coin has no price. */
  usdt: v.nullable(exactAmount),
  /** False if a price is missing. The break-even day is then unknown. */
  priced: v.boolean(),
  /** Estimated days from the start. Null after ten years, or if unknown. */
  breaksEven: v.nullable(v.number()),
})

/**
 * Average payment per day over `days` days; negative for a loss. Not a promise. Null if the terms fix the payment, or before the first one.
 */
export const lately = v.nullable(v.object({ days: v.number(), coins: v.array(moved) }))

/**
 * Net USDT that 1,000 USDT earn in 30 days at today's prices, with the best term (`days`; 0 without a term). terms: as promised. lately: if
 * recent payments continue. pots: if POWER mines at today's rate. Null without payments, a price, or moved coins.
 */
export const month = v.nullable(
  v.object({ by: v.picklist(['terms', 'lately', 'pots']), usdt: exactAmount, days: v.number() }),
)

/** At today's guide prices, negative for a loss. Null without a price. */
const netResult = { gained: v.array(moved), givenUp: v.array(moved), usdt: v.nullable(exactAmount) }
export const booked = v.object({
  /** Paid from the wallet. */
  paid: v.array(moved),
  /** Returned to the wallet. */
  back: v.array(moved),
  ...netResult,
  /** Granted minus taken back. */
  power: exactAmount,
})
export const bookedLine = v.object({ line: v.picklist(lines), orders: v.number(), ...netResult })
export const bookedAll = v.object(netResult)
export const bookedDay = v.object({ day: v.string(), ...netResult })

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

/** A text ID with its values. */
export const cardLine = v.object({
  part: v.picklist(['worst', 'payer', 'formula', 'fees', 'lock', 'exit', 'earn']),
  text: v.string(),
  params: v.record(v.string(), v.string()),
})

export const quote = v.object({
  base: exactAmount,
  /** Second coin at the guide price, rounded up. */
  side: exactAmount,
  /** Maximum second coin accepted when the purchase arrives, because the price moves. */
  sideMost: exactAmount,
  /** First round's interest, rounded down. "0": only POWER. */
  interest: exactAmount,
  /** Coins reserved for a package, recalculated at its start. Null for other lines. */
  promised: v.nullable(moved),
  /** USDT, fixed at opening. */
  value: exactAmount,
  /** Shares now, and the minimum a purchase may accept. Null without shares. */
  shares: v.nullable(v.object({ now: exactAmount, least: exactAmount })),
  /** POWER per day. */
  power: exactAmount,
  /** POWER for the second coin if auto-reinvest is off at the end. */
  sidePower: exactAmount,
  startsAt: moment,
  /** Null without a fixed end. */
  endsAt: v.nullable(moment),
  /** Set if the product can only be reserved, for a 1 % prepayment and CREDIT. `problem` then applies to the reservation. */
  reservation: v.nullable(v.object({ prepaid: exactAmount, credit: exactAmount, ahead: v.number() })),
  /** Empty if no coin is invested. */
  ways: v.array(way),
  lately,
  /** The reason for a refusal, or null. */
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
    side: v.nullable(coin),
    /** Base coin including compounded income, a package's price, or the amount an acceleration marks. */
    amount: exactAmount,
    sideAmount: exactAmount,
    /** The coin a package pays. Null means the base coin. */
    pays: v.nullable(coin),
    /** Packages only: total coins, unreleased coins, and the daily share. Null otherwise. */
    release: v.nullable(v.object({ total: exactAmount, pending: exactAmount, perDay: share })),
    boost: v.nullable(v.picklist(['1.0', '2.0'])),
    /** Node level, 1 to 6, or null. */
    tier: v.nullable(v.number()),
    /** Machine hash rate, node or term weight, or null. */
    weight: v.nullable(share),
    /** USDT, fixed at opening. Grows only with compounded interest. */
    value: exactAmount,
    days: v.number(),
    /** Interest per round. */
    rate: share,
    /** 0 before the start. */
    round: v.number(),
    /** Interest reserved for the running or first round. "0" after the end. */
    expectedIncome: exactAmount,
    paidIncome: exactAmount,
    /** USDT at today's guide prices. Null while it runs, or without a coin price. */
    result: v.nullable(exactAmount),
    powerPerDay: exactAmount,
    /** POWER per day for each USDT of the order's value, fixed at opening. */
    powerShare: share,
    /** Null if the line offers no choice. */
    reinvest: v.nullable(v.boolean()),
    /** `value`: USDT of all payments at their days' prices. `cap`: the order exits there. Null without a cap. */
    paidOut: v.nullable(v.object({ value: exactAmount, cap: exactAmount })),
    boughtAt: moment,
    startsAt: moment,
    /** Running or first round. Null without a fixed end. */
    endsAt: v.nullable(moment),
    /** Day of the round, from 1, or since the start if there is no fixed end. Null if not running. */
    day: v.nullable(v.number()),
    overAt: v.nullable(moment),
    /** A full refund is possible until `startsAt`. */
    cancellable: v.boolean(),
    switchable: v.boolean(),
    /** Early exit for a fee is possible. */
    exitable: v.boolean(),
    /** Partial withdrawal: invest/redeem with an amount. */
    takable: v.boolean(),
    /** No changes from here to `endsAt`. */
    locksAt: v.nullable(moment),
    /** "set_aside": the next interest is reserved. Others: why no round follows despite auto-reinvest. */
    renewal: v.nullable(v.picklist(['set_aside', 'terms_changed', 'product_ended', 'pool_short'])),
  }),
  { orderId: 'id', days: 'period' },
)

export const timelineEvent = v.object({
  at: moment,
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

export const poolUse = v.object({
  pool: v.picklist(pools),
  /** Settled days. */
  days: v.number(),
  coins: v.array(
    v.object({
      asset: v.string(),
      /** Amount not promised, rounded down to the first digit. */
      free: exactAmount,
      /** Paid out minus returned, rounded down to the first digit. */
      used: exactAmount,
      /** Received from the company: capital, fees, purchased coins. */
      received: exactAmount,
    }),
  ),
  /** Days the free amount lasts without income, rounded down to the first digit. Null without outflow, or if the pool keeps nothing. */
  lastsDays: v.nullable(v.number()),
})

export const holding = v.object({
  shares: exactAmount,
  allShares: exactAmount,
  /** Current redemption value, rounded down. */
  worth: v.array(moved),
  /** Minimum amounts an exit may accept. */
  least: v.array(moved),
  lost: exactAmount,
  /** USDT per share today, rounded down. Null without a fund or a value. */
  netAssetValue: v.nullable(exactAmount),
  /** Deadline of a requested redemption. */
  releasedBy: v.nullable(moment),
})

export const jointMarket = v.object({
  pair: v.string(),
  reserves: v.array(moved),
  shares: exactAmount,
  companyShares: exactAmount,
  /** Announced 30 days ahead: `shares` may leave the market from this time. Null without notice. */
  notice: v.nullable(v.object({ shares: exactAmount, from: moment })),
  /** Half of the trade fees of the last 30 settled days. */
  fees30d: v.array(moved),
})

export const orderExit = v.object({
  feeShare: share,
  returned: v.array(moved),
  fee: v.array(moved),
  /** POWER taken back, at most the wallet's balance. */
  power: exactAmount,
})

export const nodeIncome = named(v.object({ code: v.picklist([39, 40]), amounts: v.array(moved) }), { code: 'type' })

export const orderRecord = named(
  v.object({
    id: v.string(),
    at: moment,
    code: v.number(),
    asset: v.string(),
    amount: exactAmount,
    /** Relative to the available balance. inside: within the order. gone: to a fee or pool. */
    direction: v.picklist(['in', 'out', 'inside', 'gone']),
  }),
  { code: 'type' },
)

export const income = named(
  v.object({
    id: v.string(),
    at: moment,
    code: v.number(),
    asset: v.string(),
    amount: exactAmount,
    orderId: v.nullable(v.number()),
    /** True if added to the principal. */
    reinvested: v.boolean(),
  }),
  { code: 'type' },
)

/** A product of the same line. */
export const sibling = v.object({
  productId: v.number(),
  base: coin,
  side: v.nullable(coin),
  pays: v.nullable(coin),
  boost: v.nullable(v.picklist(['1.0', '2.0'])),
  needsReservation: v.boolean(),
  /** Node stars, 1 to 6; else null. */
  tier: v.nullable(v.number()),
  /** In the base coin; the price of a model. */
  minimum: exactAmount,
  /** Weight of the first period. null: nothing is shared. */
  weight: v.nullable(share),
})
