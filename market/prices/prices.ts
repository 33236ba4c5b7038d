import { divide, showUnits } from '#kit/amount/amount.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import { priceScale } from '../market.ts'

/** From 10⁻¹² USDT; 8 decimals, rounded down. */
export const showPrice = (price: bigint): string => showUnits(divide(price * 100_000_000n, priceScale, 'down'))

/** At most 4 decimals, rounded towards zero: "-0.0312". */
export function riseOf(price: bigint, earlier: bigint): string {
  const change = price - earlier
  const size = divide((change < 0n ? -change : change) * 10_000n, earlier, 'down')
  return showUnits((change < 0n ? -size : size) * 10_000n)
}

/** Hourly, oldest first. */
export const sparkMoments = (now: Date): Date[] =>
  Array.from({ length: dayMs / hourMs + 1 }, (_, index) => addMs(now, index * hourMs - dayMs))
