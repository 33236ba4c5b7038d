import * as v from 'valibot'
import { type StopReason, saleStops } from '#custody/sale-stops.ts'

export type StoppedCoins = { readonly why: StopReason; readonly coins: readonly string[] }

/** Coins with stopped sales after the change, by reason; empty if all resumed. Undefined for other settings. */
export function stoppedCoins(change: { readonly setting: string; readonly value: string }): StoppedCoins[] | undefined {
  if (change.setting !== saleStops.name) return undefined
  const read = v.safeParse(saleStops.schema, JSON.parse(change.value))
  if (!read.success) return undefined
  const stops = Object.entries(read.output)
  const byWhy = (['reserves', 'proof'] as const).map((why) => ({
    why,
    coins: stops.flatMap(([coin, each]) => (each === why ? [coin] : [])),
  }))
  return byWhy.filter(({ coins }) => coins.length > 0)
}
