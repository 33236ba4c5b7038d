import * as v from 'valibot'
import { priceText, tickerFeed } from './ticker.ts'

/** Best bid and ask; no timestamp. */
export const binance = tickerFeed({
  name: 'Binance',
  url: (symbol) => `https://api.binance.com/api/v3/ticker/bookTicker?symbol=${symbol}`,
  schema: v.object({ bidPrice: priceText, askPrice: priceText }),
  quote: ({ bidPrice, askPrice }) => ({ bid: bidPrice, ask: askPrice }),
})
