import * as v from 'valibot'
import { millis, priceText, tickerFeed } from './ticker.ts'

export const bybit = tickerFeed({
  name: 'Bybit',
  url: (symbol) => `https://api.bybit.com/v5/market/tickers?category=spot&symbol=${symbol}`,
  schema: v.object({
    retCode: v.literal(0),
    result: v.object({ list: v.tuple([v.object({ bid1Price: priceText, ask1Price: priceText })]) }),
    time: millis,
  }),
  quote: ({ result, time }) => ({ bid: result.list[0].bid1Price, ask: result.list[0].ask1Price, at: time }),
})
