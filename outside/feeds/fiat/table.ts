import * as v from 'valibot'
import { type Fiat, fiatNames } from '#kit/amount/fiats.ts'
import { feedScale } from '../port.ts'
import { priceText } from '../ticker.ts'
import type { FiatReading } from './port.ts'

const timeoutMs = 5_000

/** @throws on a timeout or an unexpected shape */
export async function fetchTable<Schema extends v.GenericSchema>(
  name: string,
  url: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  if (!response.ok) throw new Error(`${name} answered ${response.status}`)
  return v.parse(schema, await response.json())
}

/** Parses "2026-11-23" as midnight UTC. */
export const dayText = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d$/),
  v.transform((day) => new Date(`${day}T00:00:00Z`)),
)

/** Per dollar; the dollar itself is 1. Skips invalid rates. */
export function readRates(written: (fiat: Fiat) => unknown, at: (fiat: Fiat) => Date): Map<Fiat, FiatReading> {
  const readings = new Map<Fiat, FiatReading>()
  for (const fiat of fiatNames) {
    const said = fiat === 'USD' ? 1 : written(fiat)
    // As text, to avoid float arithmetic.
    const rate = v.safeParse(priceText, typeof said === 'number' ? `${said}` : said)
    if (rate.success) readings.set(fiat, { perDollar: rate.output, at: at(fiat) })
  }
  readings.set('USD', { perDollar: feedScale, at: at('USD') })
  return readings
}
