import * as v from 'valibot'
import { type Fiat, fiatNames } from '#kit/amount/fiats.ts'
import type { FiatFeed } from './port.ts'
import { dayText, fetchTable, readRates } from './table.ts'

const schema = v.array(
  v.object({ date: dayText, base: v.literal('USD'), quote: v.string(), rate: v.union([v.number(), v.string()]) }),
)

const quotes = fiatNames.filter((fiat) => fiat !== 'USD').join(',')

/** Central bank reference rates, updated on working days. */
export const frankfurter: FiatFeed = {
  name: 'Frankfurter',
  demo: false,
  async read(now) {
    const url = `https://api.frankfurter.dev/v2/rates?base=USD&quotes=${quotes}`
    const rows = new Map((await fetchTable(this.name, url, schema)).map((row) => [row.quote as Fiat, row]))
    return readRates(
      (fiat) => rows.get(fiat)?.rate,
      (fiat) => rows.get(fiat)?.date ?? now,
    )
  },
}
