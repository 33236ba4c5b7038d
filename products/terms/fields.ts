import * as v from 'valibot'
import { coin, exactAmount, moment } from '#kit/wire/fields.ts'
import { lines, pools } from '#ledger/lines.ts'

/** A share as decimal text: 0.0024 is 0.24 %. */
export const share = v.pipe(v.string(), v.regex(/^\d+(\.\d{1,12})?$/))
/** The same of a result, which may be a loss: "-0.0024". */
export const signedShare = v.pipe(v.string(), v.regex(/^-?\d+(\.\d{1,12})?$/))

/**
 * What a line pays. fixed: interest of a round, promised before it begins, and POWER beside it · power: POWER alone · share: a part
 * of the day's pot · release: coins set aside at purchase, a part of them each day · boost: no coin, it speeds up a release.
 */
export const accrual = v.picklist(['fixed', 'power', 'share', 'release', 'boost'])
export type Accrual = v.InferOutput<typeof accrual>

/** An amount with its coin. */
export const moved = v.object({ asset: v.string(), amount: exactAmount })

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

/** What an order of some amount and period would be, if bought now. */
export const quote = v.object({
  base: exactAmount,
  /** Side coin at the guide price, rounded up; "0" where none is needed. */
  side: exactAmount,
  /** The most side coin a purchase may take by the time it arrives: the price moves all the time. */
  sideMost: exactAmount,
  /** Interest of the first round, rounded down: set aside at purchase. "0" where POWER is all that is paid. */
  interest: exactAmount,
  /** Coins set aside for a package, in the coin it pays; its start sets the number anew. null where none are. */
  promised: v.nullable(moved),
  /** Order value in USDT, fixed at opening. */
  value: exactAmount,
  /** Shares of the market or the fund such an amount would be given now, and the fewest a purchase may agree to; null where none are. */
  shares: v.nullable(v.object({ now: exactAmount, least: exactAmount })),
  /** POWER a day. */
  power: exactAmount,
  /** POWER given for the side coin if auto-reinvest is off at the end. */
  sidePower: exactAmount,
  startsAt: moment,
  /** null where the order has no end of its own. */
  endsAt: v.nullable(moment),
  /**
   * Not null: it cannot be bought at once but reserved, for 1 % prepaid and so much CREDIT, behind so many orders. `problem` then says
   * what stands against the reservation.
   */
  reservation: v.nullable(v.object({ prepaid: exactAmount, credit: exactAmount, ahead: v.number() })),
  /** The failure a purchase of this amount would meet now, or null. */
  problem: v.nullable(v.object({ key: v.string(), params: v.record(v.string(), v.string()) })),
})

export const orderItem = v.object({
  orderId: v.number(),
  productId: v.number(),
  line: v.picklist(lines),
  accrual,
  state: orderState,
  base: coin,
  /** null where one coin is all. */
  side: v.nullable(coin),
  /**
   * Base coin in the order now: what was paid, and the income that joined it. Of a package: its price. Of an acceleration: what it
   * marks.
   */
  amount: exactAmount,
  sideAmount: exactAmount,
  /** The coin a package pays; null where what comes out is what went in. */
  pays: v.nullable(coin),
  /** Of a package: coins set aside in all, those not released yet, and the part of all released each day. null elsewhere. */
  release: v.nullable(v.object({ total: exactAmount, pending: exactAmount, perDay: share })),
  /** Which acceleration it is; null elsewhere. */
  boost: v.nullable(v.picklist(['1.0', '2.0'])),
  /** Stars of a node, 1 to 6; null elsewhere. */
  tier: v.nullable(v.number()),
  /** What it weighs where something is shared: hash rate of a machine, weight of a node or a term; null elsewhere. */
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
  powerPerDay: exactAmount,
  /** Its release ratio, fixed at opening: POWER a day for each USDT of its value. "0" where it grants none. */
  powerShare: share,
  /** The holder's choice; null where the line has none: the order ends with its term. */
  reinvest: v.nullable(v.boolean()),
  /** USDT value of everything paid out, each payment at its day's price, and where the order exits; null where nothing caps it. */
  paidOut: v.nullable(v.object({ value: exactAmount, cap: exactAmount })),
  boughtAt: moment,
  startsAt: moment,
  /** End of the running (or first) round; null where the order has no end of its own. */
  endsAt: v.nullable(moment),
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
   * What stands against a new round although auto-reinvest is on: the product's terms changed, it is not sold any more, or the
   * pool could not promise. "set_aside": the next round's interest is reserved.
   */
  renewal: v.nullable(v.picklist(['set_aside', 'terms_changed', 'product_ended', 'pool_short'])),
})

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

/** What a pool has, and what went through it lately. */
export const poolUse = v.object({
  pool: v.picklist(pools),
  /** How many settled days that is; 0 before the first. */
  days: v.number(),
  coins: v.array(
    v.object({
      asset: v.string(),
      /** Promised to nobody. */
      free: exactAmount,
      /** What went to orders and wallets in these days, less what came back unused. */
      used: exactAmount,
      /** What the company put in: its capital, fees, coins bought for it. */
      received: exactAmount,
    }),
  ),
  /** Days that what is free lasts if as much goes out as lately and nothing comes in; null where nothing went out or nothing is kept. */
  lastsDays: v.nullable(v.number()),
})

/** What an order's shares of a market or a fund are now. */
export const holding = v.object({
  shares: exactAmount,
  /** All there are, the company's own among them. */
  allShares: exactAmount,
  /** What they would bring now, coin by coin, rounded down. Of a fund: what redemption would pay. */
  worth: v.array(moved),
  /** Least amounts that leaving may agree to, coin by coin: the market moves. */
  least: v.array(moved),
  /** What losses of a fund took and no profit has refilled. */
  lost: exactAmount,
  /** USDT for one share of a fund today, rounded down; null elsewhere, and without one. */
  netAssetValue: v.nullable(exactAmount),
  /** Redemption is asked for: paid by then; null otherwise. */
  releasedBy: v.nullable(moment),
})

/** The market a product's coins join. */
export const jointMarket = v.object({
  pair: v.string(),
  /** What it holds. */
  reserves: v.array(moved),
  shares: exactAmount,
  /** Of all shares, the company's own. */
  houseShares: exactAmount,
  /** Company shares that may leave from a day on, as announced 30 days before; null without notice. */
  notice: v.nullable(v.object({ shares: exactAmount, from: moment })),
  /** What its liquidity shared out in the last 30 settled days, coin by coin: half of the fees its trades paid. */
  fees30d: v.array(moved),
})

/** What leaving an order early would bring now. */
export const orderExit = v.object({
  feeShare: share,
  returned: v.array(moved),
  /** Kept back of each coin. */
  fee: v.array(moved),
  /** POWER this order granted that is taken back, as far as it is there. */
  power: exactAmount,
})

/** What a node paid in all under one record code. */
export const nodeIncome = v.object({ code: v.picklist([39, 40]), amounts: v.array(moved) })

/** A movement of an order's coins. */
export const orderRecord = v.object({
  id: v.string(),
  at: moment,
  code: v.number(),
  asset: v.string(),
  amount: exactAmount,
  /** Seen from the wallet's spendable balance; inside: between parts of the order; gone: out of the order to a fee or a pool. */
  direction: v.picklist(['in', 'out', 'inside', 'gone']),
})

/** A payment of an order to its wallet. */
export const income = v.object({
  id: v.string(),
  at: moment,
  code: v.number(),
  asset: v.string(),
  amount: exactAmount,
  orderId: v.nullable(v.number()),
  /** Whether it joined the order's principal instead of the spendable balance. */
  reinvested: v.boolean(),
})
