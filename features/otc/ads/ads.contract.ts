import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import * as f from '#kit/wire/fields.ts'
import { marginMax, windows } from '#otc/otc-terms.ts'
import { adRow, details, fiat, optionalCode, paymentMethod, side, typedPrice, words } from '../otc-fields.ts'

export const otcRules = contract({
  method: 'GET',
  path: '/otc/rules',
  access: 'session',
  summary: 'Returns P2P trading limits, currencies with their guide prices, and the wallet’s P2P trading status.',
  input: v.object({}),
  output: v.object({
    coin: f.coin,
    /** The declared region, or null. `off`: its ads are hidden and cannot be taken. */
    region: v.nullable(v.string()),
    state: v.picklist(['undeclared', 'on', 'off']),
    fiats: v.array(v.object({ fiat: v.string(), guide: f.exactAmount, lowest: f.exactAmount, highest: f.exactAmount })),
    minimum: f.exactAmount,
    maximum: f.exactAmount,
    /** Maximum until the wallet has traded with `firstTrades` different people. */
    firstMaximum: f.exactAmount,
    firstTrades: v.number(),
    openMax: v.number(),
    cancelsMax: v.number(),
    /** A share (0.002 is 0.2 %), paid by the taker. */
    takerFee: f.exactAmount,
    available: f.heldAmount,
    /** `withoutCodeLeft`: USDT value that can still leave within 24 hours without a code. */
    googleBound: v.boolean(),
    withoutCodeLeft: f.exactAmount,
    open: v.number(),
    cancels: v.number(),
    partners: v.number(),
  }),
  failures: [],
})

export const listAds = contract({
  method: 'GET',
  path: '/otc/ads',
  access: 'session',
  summary: 'Lists other users’ P2P ads in a currency, best price first, one ad (id), or the wallet’s own ads (mine).',
  input: v.object({
    id: v.optional(f.wholeNumber),
    mine: v.optional(v.picklist(['1'], 'format')),
    /** The reader's side: `buy` lists sell ads. */
    side: v.optional(side, 'buy'),
    fiat: v.optional(fiat, 'USD'),
    /** Only ads that allow this amount of USDT. */
    amount: v.optional(f.typedAmount),
    paymentMethod: v.optional(paymentMethod),
    cursor: f.cursor,
  }),
  output: f.page(adRow),
  failures: ['otc.ad_missing', 'identity.region_needed', 'identity.region_off'],
})

/** In user-perceived characters. */
export const termsMax = 500

export const postAd = contract({
  method: 'POST',
  path: '/otc/ad',
  access: 'money',
  orPasskey: true,
  summary:
    'Posts or edits an ad, locking coins for sell ads, which need transfer confirmation, and showing new payment details after 24 hours.',
  input: v.object({
    /** A disabled ad of the caller; omit it for a new ad. */
    id: v.optional(f.wholeNumber),
    side,
    fiat,
    /** In USDT; ignored when an ad changes. */
    amount: f.typedAmount,
    /** Either a fixed price or a margin on the guide price, in hundredths of a percent. */
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
    /** For a sell ad: the Google code, if required. */
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
  summary: 'Enables one of the wallet’s P2P ads again.',
  failures: ['otc.ad_missing', 'otc.enable_failed', 'otc.price', 'identity.region_needed', 'identity.region_off'],
})
export const disableAd = contract({
  ...own,
  method: 'POST',
  path: '/otc/ad-disable',
  access: 'session',
  summary: 'Disables one of the wallet’s P2P ads for new trades without affecting open trades.',
  failures: ['otc.ad_missing', 'otc.disable_failed'],
  evenWhenStopped: true,
  always: true,
})
export const removeAd = contract({
  ...own,
  method: 'POST',
  path: '/otc/ad-remove',
  access: 'session',
  summary: 'Removes a disabled P2P ad permanently and returns its locked coins.',
  failures: ['otc.ad_missing', 'otc.remove_first', 'otc.remove_failed'],
  evenWhenStopped: true,
  always: true,
})
