import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { coin, exactAmount, language, moment, text } from '#kit/wire/fields.ts'

/** For example "0.0123" (1.23 %) or "-0.5", rounded toward zero at four decimals. */
export const signedShare = v.pipe(v.string(), v.regex(/^-?\d+(\.\d{1,4})?$/))

const marketRow = v.object({
  coin,
  /** As in the exchange calls. */
  exchangeId: v.number(),
  /** USDT per coin at the last trade; null before the first (shown as a dash). */
  price: v.nullable(exactAmount),
  pricedAt: v.nullable(moment),
  /** 24 h time-weighted average of trades, at most 7 days old. */
  guidePrice: v.nullable(exactAmount),
  /** Over 24 h; null without an earlier price. */
  rise: v.nullable(signedShare),
  /** The last 24 h in even steps, oldest first; empty without a price. */
  spark: v.array(v.object({ at: moment, price: exactAmount })),
})

export const getMarket = contract({
  method: 'GET',
  path: '/main/market',
  access: 'open',
  summary:
    'Returns each coin’s latest price, 24-hour change and 24-hour price series, based on trades in our own market.',
  input: v.object({}),
  output: v.object({ items: v.array(marketRow) }),
  failures: [],
  always: true,
})

const link = v.object({
  id: text(40),
  kind: v.picklist(['link', 'social']),
  /** App route ("pages/…"), https address, or null if removed. */
  target: v.nullable(v.string()),
  /** Whether the app may frame it (main/web-hosts). */
  framed: v.boolean(),
})

export const getHome = contract({
  method: 'GET',
  path: '/main/home',
  access: 'open',
  summary: 'Returns the latest notices, links and market overview for the home screen.',
  input: v.object({ language }),
  output: v.object({
    notices: v.array(v.object({ id: v.number(), title: v.string(), publishedAt: moment })),
    links: v.array(link),
    market: v.array(marketRow),
  }),
  failures: [],
  always: true,
})
