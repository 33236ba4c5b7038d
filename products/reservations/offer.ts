import { showUnits } from '#kit/amount/amount.ts'
import { fail, Refusal } from '#kit/failure.ts'
import { decideAtOnce, type Quota } from '../orders/quota.ts'
import { lineOf } from '../registry.ts'
import type { Product } from '../terms/order.ts'
import { expectBounds, type Figures } from '../terms/purchase.ts'
import { creditFor, expectFreeToReserve, expectMeans, type Means, prepaymentOf, type Waiting } from './reservation.ts'

/** The ledger supports reservations for dual only. */
export const mayQueue = (product: Product): boolean => lineOf(product.line).fixed?.pool === 'dual'

export function barredAtOnce(product: Product, quota: Quota, units: bigint): Refusal | undefined {
  try {
    decideAtOnce(product, quota, units)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return undefined
}

export const priceOfPlace = ({ baseUnits, limitUnits }: Figures) => ({
  prepaidUnits: prepaymentOf(baseUnits),
  creditUnits: creditFor(limitUnits),
})

/** `quota` is the displayed value, so reserving reveals no exact one. */
export type Reserving = { readonly quota: Quota; readonly waiting: Waiting; readonly means: Means }

/**
 * An order above a full day's quota would block the queue forever. @throws invest.reservation_not_needed, invest.quota_small,
 * invest.minimum, invest.maximum, invest.pending_order_waiting, invest.already_in_queue, balance.insufficient, balance.credit_limit
 */
export function decideReservation(product: Product, figures: Figures, { quota, waiting, means }: Reserving): void {
  const { baseUnits } = figures
  if (!mayQueue(product)) fail('invest.reservation_not_needed')
  if (product.quotaUnits !== undefined && baseUnits > product.quotaUnits)
    fail('invest.quota_small', { quota: showUnits(product.quotaUnits), coin: product.base })
  if (!barredAtOnce(product, quota, baseUnits)) fail('invest.reservation_not_needed')
  expectBounds(figures)
  expectFreeToReserve(waiting)
  expectMeans(priceOfPlace(figures), means, product.base)
}
