import * as v from 'valibot'
import { millis, priceText, tickerFeed } from './ticker.ts'

export const okx = tickerFeed({
  name: 'OKX',
  url: (symbol) => `https://www.okx.com/api/v5/market/ticker?instId=${symbol}`,
  schema: v.object({
    code: v.literal('0'),
    data: v.tuple([v.object({ bidPx: priceText, askPx: priceText, ts: millis })]),
  }),
  quote: ({ data: [{ bidPx, askPx, ts }] }) => ({ bid: bidPx, ask: askPx, at: ts }),
})
