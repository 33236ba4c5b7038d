import * as v from 'valibot'
import { type Fiat, fiatNames } from '#kit/fiats.ts'
import { feedScale } from '../port.ts'
import { priceText } from '../ticker.ts'
import type { FiatReading } from './port.ts'

/** Longer than this nobody waits for a table of rates. */
const timeoutMs = 5_000

/** Fetches a public JSON document and reads it by its shape. @throws when it does not come in time, or has another shape */
export async function fetchTable<Schema extends v.GenericSchema>(
  name: string,
  url: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  if (!response.ok) throw new Error(`${name} answered ${response.status}`)
  return v.parse(schema, await response.json())
}

/** A day as it is written ("2026-11-23"), as its first moment in UTC. */
export const dayText = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d$/),
  v.transform((day) => new Date(`${day}T00:00:00Z`)),
)

/** Rates per dollar as somebody wrote them, by the names of currencies; a dollar costs a dollar. What is no rate is left out. */
export function readRates(written: (fiat: Fiat) => unknown, at: (fiat: Fiat) => Date): Map<Fiat, FiatReading> {
  const readings = new Map<Fiat, FiatReading>()
  for (const fiat of fiatNames) {
    const said = fiat === 'USD' ? 1 : written(fiat)
    // As text, so that nothing is computed with it as a float.
    const rate = v.safeParse(priceText, typeof said === 'number' ? `${said}` : said)
    if (rate.success) readings.set(fiat, { perDollar: rate.output, at: at(fiat) })
  }
  readings.set('USD', { perDollar: feedScale, at: at('USD') })
  return readings
}
