import { fail } from '#kit/failure.ts'
import { showPrice } from './prices.ts'

/** So many a wallet may have, gone off or not. */
export const alertsMax = 20

export const alertSides = ['above', 'below'] as const
export type AlertSide = (typeof alertSides)[number]

/** Whether a price is where an alert waits for it. */
export const isReached = (side: AlertSide, level: bigint, price: bigint): boolean =>
  side === 'above' ? price >= level : price <= level

export type AlertFacts = {
  readonly side: AlertSide
  readonly level: bigint
  /** The price that the pair's page shows; undefined where nobody traded yet. */
  readonly price: bigint | undefined
  /** Alerts the wallet has. */
  readonly count: number
}

/**
 * Whether an alert may be made. It waits for a price that is still to come, so whatever reaches it later has passed it since.
 * @throws alerts.too_many, alerts.no_price, alerts.reached
 */
export function decideAlert({ side, level, price, count }: AlertFacts): void {
  if (count >= alertsMax) fail('alerts.too_many', { most: `${alertsMax}` })
  if (price === undefined) fail('alerts.no_price')
  if (isReached(side, level, price)) fail('alerts.reached', { price: showPrice(price) })
}
