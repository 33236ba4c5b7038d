import * as v from 'valibot'
import { type Coin, coinRow, coins, type FeedName } from '#kit/amount/coins.ts'
import { type Feed, feedScale, type Quote } from './port.ts'

const timeoutMs = 2_000
const scaleDigits = feedScale.toString().length - 1

/** Truncated to 10⁻¹². Rejects all other input ("NaN", "-1", 1e-7). */
export const priceText = v.pipe(
  v.string(),
  v.regex(/^\d{1,9}(\.\d{1,18})?$/),
  v.transform((text) => {
    const [whole = '0', part = ''] = text.split('.')
    return BigInt(whole) * feedScale + BigInt(part.slice(0, scaleDigits).padEnd(scaleDigits, '0'))
  }),
)

/** Milliseconds since 1970, as a number or string. */
export const millis = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))]),
  v.integer(),
  v.transform((ms) => new Date(ms)),
)

const symbolOf = (name: FeedName, coin: Coin): string | undefined => coinRow(coin).feeds[name]

type Ticker<Schema extends v.GenericSchema> = {
  readonly name: FeedName
  url(symbol: string): string
  readonly schema: Schema
  /** Omit `at` if the exchange sends no time. */
  quote(answer: v.InferOutput<Schema>): Omit<Quote, 'at'> & { readonly at?: Date | undefined }
}

/** Reads a public ticker with one request of at most two seconds. Rejects unexpected shapes. */
export function tickerFeed<Schema extends v.GenericSchema>(ticker: Ticker<Schema>): Feed {
  const { name, url, schema, quote } = ticker
  return {
    name,
    demo: false,
    coins: coins.filter((coin) => symbolOf(name, coin)),
    async read(coin, now) {
      const symbol = symbolOf(name, coin)
      if (symbol === undefined) throw new Error(`${name} has no price of ${coin}`)
      const response = await fetch(url(symbol), { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
      if (!response.ok) throw new Error(`${name} answered ${response.status}`)
      return { at: now, ...dropUnknown(quote(v.parse(schema, await response.json()))) }
    },
  }
}

const dropUnknown = ({ at, ...rest }: { bid: bigint; ask: bigint; at?: Date | undefined }) =>
  at ? { ...rest, at } : rest
