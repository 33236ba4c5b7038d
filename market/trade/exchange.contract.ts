import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import * as f from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'

const share = v.pipe(v.string(), v.regex(/^-?\d+(\.\d{1,8})?$/))
const direction = v.pipe(v.string('format'), v.picklist(['buy', 'sell'], 'format'))

export const exchangePairs = contract({
  method: 'GET',
  path: '/exchange/pairs',
  access: 'open',
  summary: 'Lists the exchange pairs with their latest price, 24-hour change, guide price and trade limits.',
  input: v.object({}),
  output: v.object({
    items: v.array(
      named(
        v.object({
          id: v.number(),
          base: f.coin,
          quoted: f.coin,
          /** Base coins per quoted coin at the last trade; null before the first. */
          price: v.nullable(f.exactAmount),
          pricedAt: v.nullable(f.moment),
          /** 24 h time-weighted average of trades, at most 7 days old. */
          guidePrice: v.nullable(f.exactAmount),
          /** Price at external feeds, for comparison only; null if missing or contradictory. */
          reference: v.nullable(
            v.object({
              price: f.exactAmount,
              at: f.moment,
              /** The price is the median of these. */
              feeds: v.array(v.string()),
              /** True for demo feeds. */
              simulated: v.boolean(),
            }),
          ),
          /** Price change over 24 h, as a share. */
          rise: v.nullable(share),
          /** The last 24 h in even steps, oldest first. */
          spark: v.array(v.object({ at: f.moment, price: f.exactAmount })),
          /** False outside opening hours, while switched off, or if the market is empty. */
          open: v.boolean(),
          opensAt: v.string(),
          closesAt: v.string(),
          closing: f.closing,
        }),
        { id: 'exchange_id' },
      ),
    ),
    /** USDT value per trade. */
    minimumValue: f.exactAmount,
    maximumValue: f.exactAmount,
    /** Maximum price impact, as a share. */
    impactMax: share,
    /** After a security change, trades above this USDT value must wait. */
    heldAboveValue: f.exactAmount,
    /** Share of the amount given. */
    feeShare: share,
  }),
  failures: [],
  always: true,
})

const figures = {
  direction: v.picklist(['buy', 'sell']),
  give: f.coin,
  receive: f.coin,
  amount: f.exactAmount,
  /** In the coin given, included in the amount. */
  fee: f.exactAmount,
  received: f.exactAmount,
  /** The trade fails if less arrives. */
  least: f.exactAmount,
  /** Coins received per coin given, after fee and impact. */
  rate: f.exactAmount,
  /** Price change as a share, rounded up. */
  impact: share,
  /** Coins received per coin given at the guide price; null if none. */
  guideRate: v.nullable(f.exactAmount),
  /** Difference from the guide price, as a share. */
  guideDifference: v.nullable(share),
  at: f.moment,
}

const ruleFailures = [
  'exchange.pair_missing',
  'exchange.not_open',
  'exchange.wrong_time',
  'exchange.amount',
  'exchange.impact',
  'exchange.calculation',
] as const

export const exchangeQuote = contract({
  method: 'GET',
  path: '/exchange/quote',
  access: 'open',
  fresh: true,
  summary:
    'Returns a trade’s current quote with the amount received, rate, price impact, fee and difference from the guide price.',
  input: v.object({ exchangeId: f.wholeNumber, direction, amount: f.typedAmount }),
  output: v.object({
    exchangeId: v.number(),
    ...figures,
    /** In USDT, for limits and the Google code. */
    value: f.exactAmount,
  }),
  failures: [...ruleFailures],
})

export const exchangeCodeRule = contract({
  method: 'GET',
  path: '/exchange/code-rule',
  access: 'session',
  summary: 'Returns the amount the wallet can still exchange and transfer within 24 hours without a Google code.',
  input: v.object({}),
  output: v.object({
    googleBound: v.boolean(),
    /** USDT per 24 hours without the authenticator code, transfers and exchanges together. */
    withoutCodeValue: f.exactAmount,
    withoutCodeLeft: f.exactAmount,
  }),
  failures: [],
  always: true,
})

const receipt = v.object({ id: v.number(), exchangeId: v.number(), ...figures })

/** At least `least` arrives, or the trade fails. */
export const makeTrade = contract({
  method: 'POST',
  path: '/exchange/trade',
  access: 'money',
  orPasskey: true,
  summary: 'Exchanges one coin for another, and fails if less than the specified minimum would be received.',
  input: v.object({
    exchangeId: f.wholeNumber,
    direction,
    amount: f.typedAmount,
    least: v.pipe(v.string('format'), v.regex(/^\d{1,12}(\.\d{1,8})?$/, 'format')),
    /** The Google code, if required. */
    code: v.optional(v.pipe(v.string('format'), v.regex(/^(\d{6})?$/, 'format')), ''),
  }),
  secondFactor: { field: 'code', purpose: 'move' },
  output: receipt,
  failures: [
    ...ruleFailures,
    'exchange.held',
    'exchange.price_moved',
    'balance.insufficient',
    'identity.code_needed',
    'identity.code_wrong',
    'identity.code_used',
  ],
})

/** Newest first; filtered by `id` or pair. */
export const exchangeLogs = contract({
  method: 'GET',
  path: '/exchange/logs',
  access: 'session',
  summary: 'Lists receipts for the wallet’s trades, with all details from the quote.',
  input: v.object({ id: v.optional(f.wholeNumber), exchangeId: v.optional(f.wholeNumber), cursor: f.cursor }),
  output: f.page(receipt),
  failures: ['exchange.pair_missing'],
  always: true,
})
