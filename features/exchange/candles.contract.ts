import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import * as f from '#kit/wire/fields.ts'
import { candlePeriods } from '#market/candles.ts'

/** What a pair's chart is drawn from, and what its market holds. Base coins for one quoted coin throughout. */
export const exchangeCandles = contract({
  method: 'GET',
  path: '/main/candles',
  access: 'open',
  summary: 'Candles of a pair from 1 minute to 1 week, its last 24 h in figures, and what its market holds.',
  input: v.object({
    exchangeId: f.wholeNumber,
    period: v.optional(v.pipe(v.string('format'), v.picklist(candlePeriods, 'format')), '1h'),
  }),
  wire: { period: 'span' },
  output: v.object({
    exchangeId: v.number(),
    period: v.picklist(candlePeriods),
    /** The minute up to which it is told, on the business clock. */
    asOf: f.moment,
    /** Oldest first; a time in which nobody traded has none. */
    items: v.array(
      v.object({
        /** When it opened, UTC. */
        at: f.moment,
        open: f.exactAmount,
        high: f.exactAmount,
        low: f.exactAmount,
        close: f.exactAmount,
        /** What moved in the reserves, fees left out. */
        baseVolume: f.exactAmount,
        quotedVolume: f.exactAmount,
      }),
    ),
    /** The last 24 h to the minute; null when nobody traded in them. */
    day: v.nullable(
      v.object({
        high: f.exactAmount,
        low: f.exactAmount,
        baseVolume: f.exactAmount,
        quotedVolume: f.exactAmount,
        trades: v.number(),
      }),
    ),
    /** What the market holds of either coin now. */
    baseReserve: f.exactAmount,
    quotedReserve: f.exactAmount,
  }),
  failures: ['exchange.pair_missing'],
  always: true,
})
