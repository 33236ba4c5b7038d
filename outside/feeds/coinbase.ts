import * as v from 'valibot'
import { priceText, tickerFeed } from './ticker.ts'

export const coinbase = tickerFeed({
  name: 'Coinbase',
  url: (symbol) => `https://api.exchange.coinbase.com/products/${symbol}/ticker`,
  schema: v.object({
    bid: priceText,
    ask: priceText,
    // Time of the last trade. It is not the quote's time, because a quiet minute does not make a price stale.
    time: v.string(),
  }),
  quote: ({ bid, ask }) => ({ bid, ask }),
})
