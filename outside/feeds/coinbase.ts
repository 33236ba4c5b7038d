import * as v from 'valibot'
import { priceText, tickerFeed } from './ticker.ts'

/** Spot tickers of Coinbase, in US dollars. */
export const coinbase = tickerFeed({
  name: 'Coinbase',
  url: (symbol) => `https://api.exchange.coinbase.com/products/${symbol}/ticker`,
  schema: v.object({
    bid: priceText,
    ask: priceText,
    // The moment of the last trade; a quiet minute is not a stale price, so it is not taken for the moment of the quote.
    time: v.string(),
  }),
  quote: ({ bid, ask }) => ({ bid, ask }),
})
