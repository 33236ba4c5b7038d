import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import * as f from '#kit/wire/fields.ts'
import { marginMax, windows } from '#otc/otc-terms.ts'
import { adRow, details, fiat, optionalCode, paymentMethod, side, typedPrice, words } from './otc-fields.ts'

/** Everything that bounds a trade over the counter, shown before anything is typed. */
export const otcRules = contract({
  method: 'GET',
  path: '/otc/rules',
  access: 'session',
  summary: 'Limits, currencies with their guide prices, and the own standing in trades over the counter.',
  input: v.object({}),
  output: v.object({
    coin: f.coin,
    /** Where one lives; null before it was declared. And whether it is on there: off means ads are neither seen nor taken. */
    region: v.nullable(v.string()),
    state: v.picklist(['undeclared', 'on', 'off']),
    fiats: v.array(v.object({ fiat: v.string(), guide: f.exactAmount, lowest: f.exactAmount, highest: f.exactAmount })),
    minimum: f.exactAmount,
    maximum: f.exactAmount,
    /** The most until so many different people have traded with one. */
    firstMaximum: f.exactAmount,
    firstTrades: v.number(),
    openMax: v.number(),
    cancelsMax: v.number(),
    /** A share: 0.002 is 0.2 %. The taker pays it. */
    takerFee: f.exactAmount,
    available: f.heldAmount,
    /** Whether an authenticator is bound, and the USDT value that may still leave in 24 hours without its code. */
    googleBound: v.boolean(),
    withoutCodeLeft: f.exactAmount,
    open: v.number(),
    cancels: v.number(),
    partners: v.number(),
  }),
  failures: [],
})

/** Ads that can be taken, one of them, or the wallet's own. */
export const listAds = contract({
  method: 'GET',
  path: '/otc/ads',
  access: 'session',
  summary: 'Ads of others in a currency, the best price first; with id only that one, with mine the wallet’s own.',
  input: v.object({
    id: v.optional(f.wholeNumber),
    mine: v.optional(v.picklist(['1'], 'format')),
    /** What the reader wants to do: buy shows ads that sell. */
    side: v.optional(side, 'buy'),
    fiat: v.optional(fiat, 'USD'),
    /** Only what so much USDT can be taken of. */
    amount: v.optional(f.typedAmount),
    paymentMethod: v.optional(paymentMethod),
    cursor: f.cursor,
  }),
  output: f.page(adRow),
  failures: ['otc.ad_missing', 'identity.region_needed', 'identity.region_off'],
})

/** Characters of an ad's terms, as a person counts them. */
export const termsMax = 500

/** Posts an ad, or changes the terms of one that is disabled. */
export const postAd = contract({
  method: 'POST',
  path: '/otc/ad',
  access: 'money',
  orPasskey: true,
  summary:
    'Posts an ad; a sell ad holds its coins and asks what sending them asks, again when its terms change. New payment details are shown after 24 hours.',
  input: v.object({
    /** An own, disabled ad; left out: a new one. */
    id: v.optional(f.wholeNumber),
    side,
    fiat,
    /** The quantity, in USDT. Of an ad that is changed it stays as it was. */
    amount: f.typedAmount,
    /** A fixed price, or a margin on the guide price in hundredths of a percent: one of the two. */
    price: v.optional(v.union([v.literal(''), typedPrice]), ''),
    margin: v.optional(
      v.pipe(
        v.number('format'),
        v.integer('format'),
        v.minValue(-marginMax, 'format'),
        v.maxValue(marginMax, 'format'),
      ),
    ),
    least: f.typedAmount,
    most: f.typedAmount,
    window: v.picklist(windows, 'format'),
    terms: v.optional(words(termsMax), ''),
    methods: v.pipe(
      v.array(v.object({ paymentMethod, details: v.optional(details, {}) }), 'format'),
      v.minLength(1, 'required'),
      v.maxLength(4, 'format'),
    ),
    /** Of a sell ad: the Google code, where the rules ask for it. */
    code: optionalCode,
  }),
  secondFactor: { field: 'code', purpose: 'move' },
  output: adRow,
  failures: [
    'field.format',
    'otc.ad_missing',
    'otc.disable_first',
    'otc.enable_first',
    'otc.order_minimum',
    'otc.order_maximum',
    'otc.limits_crossed',
    'otc.price',
    'otc.fiat_missing',
    'balance.insufficient',
    'otc.held',
    'identity.banned',
    'identity.frozen',
    'identity.withdrawal_banned',
    'identity.code_needed',
    'identity.code_wrong',
    'identity.code_used',
    'identity.google_not_bound',
    'identity.region_needed',
    'identity.region_off',
  ],
})

const own = { input: v.object({ id: f.wholeNumber }), output: adRow } as const

export const enableAd = contract({
  ...own,
  method: 'POST',
  path: '/otc/ad-enable',
  access: 'session',
  summary: 'Lets an own ad be taken again.',
  failures: ['otc.ad_missing', 'otc.enable_failed', 'otc.price', 'identity.region_needed', 'identity.region_off'],
})
export const disableAd = contract({
  ...own,
  method: 'POST',
  path: '/otc/ad-disable',
  access: 'session',
  summary: 'Lets nobody take an own ad any more. Open transactions go on.',
  failures: ['otc.ad_missing', 'otc.disable_failed'],
  evenWhenStopped: true,
  always: true,
})
export const removeAd = contract({
  ...own,
  method: 'POST',
  path: '/otc/ad-remove',
  access: 'session',
  summary: 'Removes a disabled ad for good; what it holds comes back.',
  failures: ['otc.ad_missing', 'otc.remove_first', 'otc.remove_failed'],
  evenWhenStopped: true,
  always: true,
})
