import { dayMs, hourMs } from '#kit/clock.ts'
import { type Fiat, inFiat, isFiat, readFiatPrice } from '#kit/fiats.ts'
import { numberFormat } from './format.ts'

/** What a currency costs, as it may be shown. */
export type FiatRate = {
  readonly fiat: Fiat
  /** 10⁻¹² USDT for one unit. */
  readonly price: bigint
  /** When the sources agreed on it, ISO 8601, and who they are. */
  readonly at: string
  readonly from: readonly string[]
}

type Told = {
  readonly at?: unknown
  readonly from?: unknown
  readonly prices?: Readonly<Record<string, unknown>> | null
}

/**
 * The rate of a currency out of what a server told, at most a day old. Whatever it told is looked at as if nobody had checked it: what
 * cannot be right is no rate, and nothing breaks.
 */
export function fiatRate(told: unknown, fiat: string, nowMs: number): FiatRate | undefined {
  if (!isFiat(fiat) || !Array.isArray(told)) return undefined
  for (const round of told as readonly (Told | null)[]) {
    const { at, from, prices } = round ?? {}
    const price = readFiatPrice(prices?.[fiat])
    if (price === undefined || typeof at !== 'string' || !Array.isArray(from)) continue
    const ageMs = nowMs - Date.parse(at)
    // Clocks differ; no number is neither too old nor too new.
    if (ageMs <= dayMs && ageMs >= -hourMs)
      return { fiat, price, at, from: from.filter((name) => typeof name === 'string') }
  }
  return undefined
}

/** A worth in USDT as one reads it in a currency, with its decimals: "€86.95". Never rounded in favour of whoever reads it. */
export function showFiat(worth: string, { fiat, price }: FiatRate): string | undefined {
  const amount = inFiat(worth, price)
  return (
    amount && numberFormat({ style: 'currency', currency: fiat, roundingMode: 'floor' }).format(amount as `${number}`)
  )
}
