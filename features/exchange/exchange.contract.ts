import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import * as f from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'

const share = v.pipe(v.string(), v.regex(/^-?\d+(\.\d{1,8})?$/))
const direction = v.pipe(v.string('format'), v.picklist(['buy', 'sell'], 'format'))

/** Every pair with its prices, and the rules of a trade, shown before anything is typed. */
export const exchangePairs = contract({
  method: 'GET',
  path: '/exchange/pairs',
  access: 'open',
  summary: 'The pairs with latest price, 24 h rise and guide price, and what bounds a trade.',
  input: v.object({}),
  output: v.object({
    items: v.array(
      named(
        v.object({
          id: v.number(),
          base: f.coin,
          quoted: f.coin,
          /** Base coins for one quoted coin at the last trade; null when nobody traded yet. */
          price: v.nullable(f.exactAmount),
          pricedAt: v.nullable(f.moment),
          /** 24 h time-weighted average of trades, at most 7 days old. */
          guidePrice: v.nullable(f.exactAmount),
          /** What named feeds outside say one quoted coin costs, for comparison alone; null where there are none, or they do not agree. */
          reference: v.nullable(
            v.object({
              price: f.exactAmount,
              at: f.moment,
              /** Whose prices it is the median of. */
              feeds: v.array(v.string()),
              /** True where the feeds exist only in the demo. */
              simulated: v.boolean(),
            }),
          ),
          /** Against the price 24 h ago. */
          rise: v.nullable(share),
          /** The last 24 h in even steps, oldest first. */
          spark: v.array(v.object({ at: f.moment, price: f.exactAmount })),
          /** False while the switch or window is closed, or the market is empty. */
          open: v.boolean(),
          opensAt: v.string(),
          closesAt: v.string(),
          closing: f.closing,
        }),
        { id: 'exchange_id' },
      ),
    ),
    /** USDT value of one trade. */
    minimumValue: f.exactAmount,
    maximumValue: f.exactAmount,
    /** The largest price impact of one trade, as a share. */
    impactMax: share,
    /** Above this value a trade waits after a security change. */
    heldAboveValue: f.exactAmount,
    /** Of what is given. */
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
  /** In the coin given, and part of the amount. */
  fee: f.exactAmount,
  received: f.exactAmount,
  /** Less is not accepted. */
  least: f.exactAmount,
  /** Received for one given, fee and impact included. */
  rate: f.exactAmount,
  /** How far the trade moves the price, as a share, rounded up. */
  impact: share,
  /** Received for one given at the guide price; null where there is none. */
  guideRate: v.nullable(f.exactAmount),
  /** What arrives against the guide price, as a share. */
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

/** What a trade would give now. */
export const exchangeQuote = contract({
  method: 'GET',
  path: '/exchange/quote',
  access: 'open',
  fresh: true,
  summary: 'What a trade would give now: received, rate, price impact, fee, difference to the guide price.',
  input: v.object({ exchangeId: f.wholeNumber, direction, amount: f.typedAmount }),
  output: v.object({
    exchangeId: v.number(),
    ...figures,
    /** USDT value of the trade, which limits and the Google code go by. */
    value: f.exactAmount,
  }),
  failures: [...ruleFailures],
})

/** What this wallet may still exchange and transfer before the code of its authenticator is asked for, shown before anything is typed. */
export const exchangeCodeRule = contract({
  method: 'GET',
  path: '/exchange/code-rule',
  access: 'session',
  summary: 'What the wallet may still exchange and transfer in 24 hours without its Google code.',
  input: v.object({}),
  output: v.object({
    googleBound: v.boolean(),
    /** USDT value that may be moved in 24 hours without the code of a bound authenticator, transfers and exchanges together. */
    withoutCodeValue: f.exactAmount,
    /** And what is left of it now. */
    withoutCodeLeft: f.exactAmount,
  }),
  failures: [],
  always: true,
})

const receipt = v.object({ id: v.number(), exchangeId: v.number(), ...figures })

/** Trades on a pair's market: at least `least` arrives, or nothing happens. */
export const makeTrade = contract({
  method: 'POST',
  path: '/exchange/trade',
  access: 'money',
  orPasskey: true,
  summary: 'Exchanges one coin for another; refused when less than the least accepted would arrive.',
  input: v.object({
    exchangeId: f.wholeNumber,
    direction,
    amount: f.typedAmount,
    least: v.pipe(v.string('format'), v.regex(/^\d{1,12}(\.\d{1,8})?$/, 'format')),
    /** The Google code, where the rules ask for it. */
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

/** The wallet's trades, the newest first; with `id` only that one, with a pair only its own. */
export const exchangeLogs = contract({
  method: 'GET',
  path: '/exchange/logs',
  access: 'session',
  summary: 'Receipts of the wallet’s trades, with everything the quote said.',
  input: v.object({ id: v.optional(f.wholeNumber), exchangeId: v.optional(f.wholeNumber), cursor: f.cursor }),
  output: f.page(receipt),
  failures: ['exchange.pair_missing'],
  always: true,
})
