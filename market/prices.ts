import { divide, showUnits } from '#kit/amount.ts'
import { addMs, dayMs, hourMs } from '#kit/clock.ts'
import { priceScale } from './market.ts'

/** A price in 10⁻¹² of USDT as text of 8 decimals, rounded down. */
export const showPrice = (price: bigint): string => showUnits(divide(price * 100_000_000n, priceScale, 'down'))

/** How much a price rose against an earlier one, as a share of at most 4 decimals, rounded towards zero: "-0.0312". */
export function riseOf(price: bigint, earlier: bigint): string {
  const change = price - earlier
  const size = divide((change < 0n ? -change : change) * 10_000n, earlier, 'down')
  return showUnits((change < 0n ? -size : size) * 10_000n)
}

/** Even steps of the last 24 h at which the price is drawn: one an hour, oldest first, the last one now. */
export const sparkMoments = (now: Date): Date[] =>
  Array.from({ length: dayMs / hourMs + 1 }, (_, index) => addMs(now, index * hourMs - dayMs))
