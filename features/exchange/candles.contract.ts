import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import * as f from '#kit/wire/fields.ts'
import { candlePeriods } from '#market/prices/candles.ts'

/** In base coins per quoted coin. */
export const exchangeCandles = contract({
  method: 'GET',
  path: '/main/candles',
  access: 'open',
  summary:
    'Returns a pair’s candles at intervals from 1 minute to 1 week, its 24-hour statistics and its market reserves.',
  input: v.object({
    exchangeId: f.wholeNumber,
    period: v.optional(v.pipe(v.string('format'), v.picklist(candlePeriods, 'format')), '1h'),
  }),
  wire: { period: 'span' },
  output: v.object({
    exchangeId: v.number(),
    period: v.picklist(candlePeriods),
    /** Complete up to this minute of the business clock. */
    asOf: f.moment,
    /** Oldest first; periods without trades are missing. */
    items: v.array(
      v.object({
        /** Period start, UTC. */
        at: f.moment,
        open: f.exactAmount,
        high: f.exactAmount,
        low: f.exactAmount,
        close: f.exactAmount,
        /** Without fees. */
        baseVolume: f.exactAmount,
        quotedVolume: f.exactAmount,
      }),
    ),
    /** Null without trades. */
    day: v.nullable(
      v.object({
        high: f.exactAmount,
        low: f.exactAmount,
        baseVolume: f.exactAmount,
        quotedVolume: f.exactAmount,
        trades: v.number(),
      }),
    ),
    baseReserve: f.exactAmount,
    quotedReserve: f.exactAmount,
  }),
  failures: ['exchange.pair_missing'],
  always: true,
})
