import type { Sql } from '#kit/store/db.ts'
import { worthOfOrder } from '../lines/liquidity/liquidity.ts'
import { loadPresent } from '../orders/present.store.ts'
import { loadPowerFacts } from '../orders/records.store.ts'
import { loadShared } from '../orders/share-facts.store.ts'
import { loadRealisedADay } from '../purchase/pool-use.store.ts'
import { loadRealised } from '../purchase/realised.store.ts'
import { type Lately, latelyOf } from '../result/lately.ts'
import { loadAllFlows } from '../result/results.server.ts'
import { isBegun } from '../result/since-start.ts'
import { loadToday } from '../result/today.server.ts'
import type { Moved, SharedFacts } from '../terms/line.ts'
import type { Order, Present, Product } from '../terms/order.ts'
import type { LeavingFacts } from './leaving-days.ts'

/** Principal, or the order's market share. */
function earning(order: Order, { principal }: Present, shared: SharedFacts): readonly Moved[] {
  const { base, side } = order.terms
  if (!shared.market) return [{ asset: base, units: principal }]
  const worth = worthOfOrder(order, shared)
  return [{ asset: base, units: worth.base }, ...(side ? [{ asset: side, units: worth.quoted }] : [])]
}

/** Estimated earnings, if recent results continue. */
export async function loadLately(
  sql: Sql,
  order: Order,
  { product, present, shared, now }: { product: Product; present: Present; shared: SharedFacts; now: Date },
): Promise<Lately | undefined> {
  if (!isBegun(order)) return undefined
  // A fund's results change its principal, which the order row stores.
  const principal = shared.fund ? order.baseUnits : present.principal
  return latelyOf(order, earning(order, { ...present, principal }, shared), {
    product,
    lately: await (await loadRealised(sql, now))(product),
    realisedADay: await loadRealisedADay(sql, product, now),
  })
}

export async function loadLeavingFacts(sql: Sql, order: Order, product: Product, now: Date): Promise<LeavingFacts> {
  const present = (await loadPresent(sql, [order]))(order)
  const shared = await loadShared(sql, { ...order.terms, productId: order.productId }, now)
  return {
    product,
    present,
    shared,
    flows: await loadAllFlows(sql, order, now),
    power: await loadPowerFacts(sql, order),
    today: await loadToday(sql, product, now),
    lately: await loadLately(sql, order, { product, present, shared, now }),
  }
}
