import * as v from 'valibot'
import { priceText, tickerFeed } from './ticker.ts'

export const coinbase = tickerFeed({
  name: 'Coinbase',
  url: (symbol) => `https://api.exchange.coinbase.com/products/${symbol}/ticker`,
  schema: v.object({
    bid: priceText,
    ask: priceText,
    // Last trade's time; not used as the quote's time, because a quiet minute is not a stale price.
    time: v.string(),
  }),
  quote: ({ bid, ask }) => ({ bid, ask }),
})
