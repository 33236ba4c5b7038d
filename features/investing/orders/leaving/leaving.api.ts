import { showUnits } from '#kit/amount/amount.ts'
import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { loadLeavingFacts } from '#products/leaving/leaving-days.server.ts'
import { leavingOf } from '#products/leaving/leaving-days.ts'
import { loadOrder } from '#products/orders/orders.store.ts'
import { loadProduct } from '#products/orders/products.store.ts'
import type { Moved } from '#products/terms/line.ts'
import { listLeavingDays } from './leaving.contract.ts'

const show = (moved: readonly Moved[]) => moved.map(({ asset, units }) => ({ asset, amount: showUnits(units) }))
const showIfKnown = (units: bigint | undefined): string | null => (units === undefined ? null : showUnits(units))

const listLeavingDaysApi = implementRead(listLeavingDays, async ({ orderId }, { db, walletId, now }) => {
  const order = await loadOrder(db, walletId, orderId)
  const facts = await loadLeavingFacts(db, order, await loadProduct(db, order.productId), now)
  return {
    days: leavingOf(order, facts, now).map(({ at, back, lost, usdt, about }) => ({
      at: at.toISOString(),
      back: show(back),
      lost: show(lost),
      usdt: showIfKnown(usdt),
      about: showIfKnown(about),
    })),
  }
})

export const leavingCalls: readonly Implementation[] = [listLeavingDaysApi]
