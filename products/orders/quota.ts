import { lesser, showUnits } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import { firstDigit, mostOfDigit } from '#kit/text/privacy.ts'
import type { Product } from '../terms/order.ts'

/** `left`: units of the base coin. `queued`: number of reservations. */
export type Quota = {
  /** undefined: no quota. */
  readonly left: bigint | undefined
  readonly queued: number
}

/** Rounds `left` down to its first digit. */
export const shownQuota = ({ left, queued }: Quota): Quota => ({
  left: left === undefined ? left : firstDigit(left),
  queued,
})

/** Largest remaining quota with the same first digit, at most the daily quota. */
export const mostQuota = ({ quotaUnits }: Product, { left, queued }: Quota): Quota => ({
  left: left === undefined || quotaUnits === undefined ? left : lesser(mostOfDigit(left), quotaUnits),
  queued,
})

/**
 * Assumed: no purchase bypasses the queue, even with quota left, and the first reservation blocks all later ones. @throws
 * invest.reservation_needed, invest.quota_full
 */
export function decideAtOnce(product: Product, quota: Quota, units: bigint): void {
  if (product.needsReservation || quota.queued > 0) fail('invest.reservation_needed')
  if (quota.left !== undefined && units > quota.left)
    fail('invest.quota_full', { left: showUnits(firstDigit(quota.left)), coin: product.base })
}
