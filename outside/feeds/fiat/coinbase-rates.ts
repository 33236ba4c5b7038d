import * as v from 'valibot'
import type { FiatFeed } from './port.ts'
import { fetchTable, readRates } from './table.ts'

const schema = v.object({ data: v.object({ currency: v.literal('USD'), rates: v.record(v.string(), v.unknown()) }) })

/** Public exchange rates, without a timestamp. */
export const coinbaseRates: FiatFeed = {
  name: 'Coinbase',
  demo: false,
  async read(now) {
    const { data } = await fetchTable(this.name, 'https://api.coinbase.com/v2/exchange-rates?currency=USD', schema)
    return readRates(
      (fiat) => data.rates[fiat],
      () => now,
    )
  },
}
