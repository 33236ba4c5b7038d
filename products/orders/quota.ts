import { lesser, showUnits } from '#kit/amount.ts'
import { fail } from '#kit/failure.ts'
import { firstDigit, mostOfDigit } from '#kit/privacy.ts'
import type { Product } from '../terms/order.ts'

/** What a product can still sell today, and who waits for it. Units of the base coin. */
export type Quota = {
  /** undefined: no quota. */
  readonly left: bigint | undefined
  /** Orders in its queue. */
  readonly queued: number
}

/** A quota as it is shown: the first digit of the rest. */
export const shownQuota = ({ left, queued }: Quota): Quota => ({
  left: left === undefined ? left : firstDigit(left),
  queued,
})

/** The largest quota with the same first digit, at most the whole daily quota. */
export const mostQuota = ({ quotaUnits }: Product, { left, queued }: Quota): Quota => ({
  left: left === undefined || quotaUnits === undefined ? left : lesser(mostOfDigit(left), quotaUnits),
  queued,
})

/**
 * Whether an order may be bought at once.
 * Assumed: nobody passes those who queue, however much is left of the day; and who is first blocks who is behind, however small.
 * A refusal names an amount that fits: the first digit of the rest.
 * @throws invest.reservation_needed, invest.quota_full
 */
export function decideAtOnce(product: Product, quota: Quota, units: bigint): void {
  if (product.needsReservation || quota.queued > 0) fail('invest.reservation_needed')
  if (quota.left !== undefined && units > quota.left)
    fail('invest.quota_full', { left: showUnits(firstDigit(quota.left)), coin: product.base })
}
