import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { coin, exactAmount, language, moment, text } from '#kit/wire/fields.ts'

/** A share such as "0.0123" or "-0.5" (0.0123 is 1.23 %), rounded towards zero at the fourth decimal. */
export const signedShare = v.pipe(v.string(), v.regex(/^-?\d+(\.\d{1,4})?$/))

const marketRow = v.object({
  coin,
  /** The pair whose trades these are, as the calls of exchanging number them. */
  exchangeId: v.number(),
  /** USDT for one coin, at the last trade; null when nobody traded it yet (shown as a dash). */
  price: v.nullable(exactAmount),
  /** When that trade was. */
  pricedAt: v.nullable(moment),
  /** 24 h time-weighted average of trades, at most 7 days old. */
  guidePrice: v.nullable(exactAmount),
  /** Against the price 24 h ago; null when there was none. */
  rise: v.nullable(signedShare),
  /** The last 24 h in even steps, oldest first; empty when the coin has no price. */
  spark: v.array(v.object({ at: moment, price: exactAmount })),
})

/** Market overview: every coin that has a price in USDT. */
export const getMarket = contract({
  method: 'GET',
  path: '/main/market',
  access: 'open',
  summary: 'Latest price, 24 h rise and a day of prices for each coin, from trades in the own market.',
  input: v.object({}),
  output: v.object({ items: v.array(marketRow) }),
  failures: [],
  always: true,
})

const link = v.object({
  id: text(40),
  kind: v.picklist(['link', 'social']),
  /** A route of the app ("pages/…"), an https address, or null where the operator took it away. */
  target: v.nullable(v.string()),
  /** Whether the app may show that address in its own frame (main/web-hosts). */
  framed: v.boolean(),
})

/** What the home screen shows besides the wallet's own figures. */
export const getHome = contract({
  method: 'GET',
  path: '/main/home',
  access: 'open',
  summary: 'The latest notices, the links and the market overview of the home screen.',
  input: v.object({ language }),
  output: v.object({
    notices: v.array(v.object({ id: v.number(), title: v.string(), publishedAt: moment })),
    links: v.array(link),
    market: v.array(marketRow),
  }),
  failures: [],
  always: true,
})
