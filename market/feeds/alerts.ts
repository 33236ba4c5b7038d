import { fail } from '#kit/failure.ts'
import { showPrice } from '../prices/prices.ts'

/** Maximum per wallet, including fired alerts. */
export const alertsMax = 20

export const alertSides = ['above', 'below'] as const
export type AlertSide = (typeof alertSides)[number]

export const isReached = (side: AlertSide, level: bigint, price: bigint): boolean =>
  side === 'above' ? price >= level : price <= level

export type AlertFacts = {
  readonly side: AlertSide
  readonly level: bigint
  /** Undefined without a trade. */
  readonly price: bigint | undefined
  readonly count: number
}

/** The level must not be reached yet. @throws alerts.too_many, alerts.no_price, alerts.reached */
export function decideAlert({ side, level, price, count }: AlertFacts): void {
  if (count >= alertsMax) fail('alerts.too_many', { most: `${alertsMax}` })
  if (price === undefined) fail('alerts.no_price')
  if (isReached(side, level, price)) fail('alerts.reached', { price: showPrice(price) })
}
