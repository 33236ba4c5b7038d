import { type Fiat, inFiat, isFiat, readFiatPrice } from '#kit/amount/fiats.ts'
import { dayMs, hourMs } from '#kit/time/clock.ts'
import { numberFormat } from './format.ts'

export type FiatRate = {
  readonly fiat: Fiat
  /** 10⁻¹² USDT per unit. */
  readonly price: bigint
  /** ISO 8601 time when sources agreed, and their names. */
  readonly at: string
  readonly from: readonly string[]
}

type Told = {
  readonly at?: unknown
  readonly from?: unknown
  readonly prices?: Readonly<Record<string, unknown>> | null
}

/** Reads a rate from untrusted server data, at most a day old. Returns undefined for invalid data and never throws. */
export function fiatRate(told: unknown, fiat: string, nowMs: number): FiatRate | undefined {
  if (!isFiat(fiat) || !Array.isArray(told)) return undefined
  for (const round of told as readonly (Told | null)[]) {
    const { at, from, prices } = round ?? {}
    const price = readFiatPrice(prices?.[fiat])
    if (price === undefined || typeof at !== 'string' || !Array.isArray(from)) continue
    const ageMs = nowMs - Date.parse(at)
    // Allows clock skew. NaN fails both comparisons.
    if (ageMs <= dayMs && ageMs >= -hourMs)
      return { fiat, price, at, from: from.filter((name) => typeof name === 'string') }
  }
  return undefined
}

/** Formats a USDT value in a currency: "€86.95". Never rounds in the reader's favor. */
export function showFiat(worth: string, { fiat, price }: FiatRate): string | undefined {
  const amount = inFiat(worth, price)
  return (
    amount && numberFormat({ style: 'currency', currency: fiat, roundingMode: 'floor' }).format(amount as `${number}`)
  )
}
