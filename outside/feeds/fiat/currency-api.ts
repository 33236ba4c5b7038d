import * as v from 'valibot'
import type { FiatFeed } from './port.ts'
import { dayText, fetchTable, readRates } from './table.ts'

const schema = v.object({ date: dayText, usd: v.record(v.string(), v.unknown()) })

/** The second URL is the publisher's recommended fallback. */
const places = [
  'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@latest/v1/currencies/usd.min.json',
  'https://currency-api.pages.dev/v1/currencies/usd.min.json',
] as const

/** Updated daily, public domain. */
export const currencyApi: FiatFeed = {
  name: 'Currency-API',
  demo: false,
  async read() {
    const [first, second] = places
    const { date, usd } = await fetchTable(this.name, first, schema).catch(() => fetchTable(this.name, second, schema))
    return readRates(
      (fiat) => usd[fiat.toLowerCase()],
      () => date,
    )
  },
}
