import type * as v from 'valibot'
import { showUnits } from '#kit/amount/amount.ts'
import { netAssetValue } from '../lines/fund/fund.ts'
import { leastOf, worthOfOrder } from '../lines/liquidity/liquidity.ts'
import type { holding } from '../terms/fields.ts'
import type { Moved, SharedFacts } from '../terms/line.ts'
import type { Order } from '../terms/order.ts'
import { isOver } from '../terms/order-state.ts'

type Holding = v.InferOutput<typeof holding> | null

const show = (moved: readonly Moved[]) => moved.map(({ asset, units }) => ({ asset, amount: showUnits(units) }))

/** Null without shares. */
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
