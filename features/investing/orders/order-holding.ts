import { showUnits } from '#kit/amount.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { getOrder } from '../investing.contract.ts'
import { netAssetValue } from '../products/fund.ts'
import type { Moved, SharedFacts } from '../products/line.ts'
import { leastOf, worthOfOrder } from '../products/liquidity.ts'
import type { Order } from './order.ts'
import { isOver } from './order-state.ts'

type Holding = OutputOf<typeof getOrder>['holding']

const show = (moved: readonly Moved[]) => moved.map(({ asset, units }) => ({ asset, amount: showUnits(units) }))

/** What an order's shares are now; null where it has none, or none yet. */
export function showHolding(order: Order, shared: SharedFacts, lost = 0n): Holding {
  if (order.shareUnits === 0n || isOver(order.state)) return null
  const { base, side = base } = order.terms
  if (shared.market) {
    const worth = worthOfOrder(order, shared)
    const coins = [
      { asset: base, units: worth.base },
      { asset: side, units: worth.quoted },
    ]
    return {
      shares: showUnits(order.shareUnits),
      allShares: showUnits(shared.market.shares),
      worth: show(coins),
      least: show(coins.map(({ asset, units }) => ({ asset, units: leastOf(units) }))),
      lost: '0',
      netAssetValue: null,
      releasedBy: null,
    }
  }
  return {
    shares: showUnits(order.shareUnits),
    allShares: showUnits(shared.fund?.shares ?? 0n),
    worth: show([{ asset: base, units: order.baseUnits }]),
    least: [],
    lost: showUnits(lost),
    netAssetValue: shared.fund ? showUnits(netAssetValue(shared.fund)) : null,
    releasedBy: order.state === 'to_be_released' ? (order.roundEnds?.toISOString() ?? null) : null,
  }
}
