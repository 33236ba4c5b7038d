import * as v from 'valibot'
import { priceText, tickerFeed } from './ticker.ts'

const best = v.pipe(
  v.array(v.string()),
  v.transform(([price]) => price),
  priceText,
)

/** In US dollars. Kraken's answers use different pair names and have no timestamp. */
export const kraken = tickerFeed({
  name: 'Kraken',
  url: (symbol) => `https://api.kraken.com/0/public/Ticker?pair=${symbol}`,
  schema: v.object({
    error: v.pipe(v.array(v.string()), v.length(0)),
    result: v.pipe(
      v.record(v.string(), v.object({ a: best, b: best })),
      v.transform((pairs) => Object.values(pairs)),
      v.tuple([v.object({ a: v.bigint(), b: v.bigint() })]),
    ),
  }),
  quote: ({ result: [{ a, b }] }) => ({ bid: b, ask: a }),
})
