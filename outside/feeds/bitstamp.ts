import * as v from 'valibot'
import { priceText, tickerFeed } from './ticker.ts'

/** In US dollars; timestamps in seconds. */
export const bitstamp = tickerFeed({
  name: 'Bitstamp',
  url: (symbol) => `https://www.bitstamp.net/api/v2/ticker/${symbol}/`,
  schema: v.object({
    bid: priceText,
    ask: priceText,
    timestamp: v.pipe(
      v.string(),
      v.regex(/^\d{1,12}$/),
      v.transform((seconds) => new Date(Number(seconds) * 1_000)),
    ),
  }),
  quote: ({ bid, ask, timestamp }) => ({ bid, ask, at: timestamp }),
})
