import { lockWallet, refuseWhileStopped } from '#identity/wallet.store.ts'
import { showUnits } from '#kit/amount.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { post } from '#ledger/ledger.store.ts'
import { coinsText } from '../coins-text.ts'
import { cancelOrder, getOrder, listIncomes, listOrders, redeemOrder, setReinvest } from '../investing.contract.ts'
import type { OrderState } from '../investing.fields.ts'
import { showCard } from '../products/card.ts'
import { legsOf } from '../products/legs.ts'
import { loadCard, loadProduct, loadProductsById } from '../products/products.store.ts'
import { lineOf } from '../products/registry.ts'
import { isRoundLocked } from '../settlement/settlement.store.ts'
import { decideCancel, decideReinvest } from './order-actions.ts'
import { decideExit, exitOf, showExit } from './order-exit.ts'
import { addEvent, loadTimeline } from './order-history.store.ts'
import { overStates, runningStates } from './order-state.ts'
import { outcomesOf, showOrder } from './order-view.ts'
import { loadOrder, loadOrders, lockOrder, updateOrder } from './orders.store.ts'
import { loadIncomes, loadOrderRecords, loadPowerFacts } from './records.store.ts'

/** Rows on one page of a list. */
const pageSize = 20

const statesOf = (filter: 'running' | 'over' | 'all' | OrderState): { states?: readonly OrderState[] } => {
  if (filter === 'all') return {}
  if (filter === 'running') return { states: runningStates }
  return { states: filter === 'over' ? overStates : [filter] }
}

const listOrdersApi = implementRead(listOrders, async ({ state, line, cursor }, { db, walletId, now }) => {
  const orders = await loadOrders(db, walletId, {
    ...statesOf(state),
    ...(line ? { line } : {}),
    ...(/^\d{1,15}$/.test(cursor) ? { before: Number(cursor) } : {}),
    limit: pageSize,
  })
  const productOf = await loadProductsById(db)
  const next = orders.length === pageSize ? String(orders.at(-1)?.id ?? '') : ''
  return { items: orders.map((order) => showOrder(order, productOf(order), now)), next }
})

const getOrderApi = implementRead(getOrder, async ({ orderId }, { db, walletId, now }) => {
  const order = await loadOrder(db, walletId, orderId)
  const product = await loadProduct(db, order.productId)
  return {
    order: showOrder(order, product, now),
    card: showCard(await loadCard(db, order.cardHash)),
    outcomes: outcomesOf(order),
    exit: showExit(order, await loadPowerFacts(db, order)),
    timeline: await loadTimeline(db, order),
    records: await loadOrderRecords(db, order),
  }
})

const setReinvestApi = implement(setReinvest, async ({ orderId, reinvest }, { tx, walletId, now }) => {
  const wallet = await lockWallet(tx, walletId)
  // A suspended or frozen wallet may leave, but not go on into another round.
  if (reinvest) refuseWhileStopped(wallet)
  const isLocked = await isRoundLocked(tx, await loadOrder(tx, walletId, orderId))
  const order = await lockOrder(tx, walletId, orderId)
  if (!lineOf(order.terms.line).fixed) fail('invest.conditions_not_met')
  decideReinvest(order, now, isLocked)
  const product = await loadProduct(tx, order.productId)
  if (order.reinvest === reinvest) return { order: showOrder(order, product, now) }
  const changed = await updateOrder(tx, order, { reinvest })
  await addEvent(tx, { order, at: now, kind: reinvest ? 'reinvest_on' : 'reinvest_off' })
  return { order: showOrder(changed, product, now) }
})

const cancelOrderApi = implement(cancelOrder, async ({ orderId }, { tx, walletId, requestId, now }) => {
  await lockWallet(tx, walletId)
  const order = await lockOrder(tx, walletId, orderId)
  decideCancel(order, now)
  await post(tx, {
    key: requestId,
    at: now,
    ref: `order:${order.id}`,
    postings: lineOf(order.terms.line).cancel(order),
  })
  const cancelled = await updateOrder(tx, order, { state: 'cancelled', overAt: now, promiseUnits: 0n })
  const returned = coinsText(...legsOf(order))
  await addEvent(tx, { order, at: now, kind: 'cancelled', params: { returned } })
  return { order: showOrder(cancelled, await loadProduct(tx, order.productId), now) }
})

const redeemOrderApi = implement(redeemOrder, async ({ orderId }, { tx, walletId, requestId, now }) => {
  await lockWallet(tx, walletId)
  const isLocked = await isRoundLocked(tx, await loadOrder(tx, walletId, orderId))
  const order = await lockOrder(tx, walletId, orderId)
  decideExit(order, now, isLocked)
  const exit = exitOf(order, await loadPowerFacts(tx, order))
  expect(exit, `order ${order.id} may be left`)
  await post(tx, { key: requestId, at: now, ref: `order:${order.id}`, postings: exit.postings })
  const left = await updateOrder(tx, order, { state: 'cancelled', overAt: now })
  const params = { returned: coinsText(...exit.returned), fee: coinsText(...exit.fee), power: showUnits(exit.power) }
  await addEvent(tx, { order, at: now, kind: 'left_early', params })
  return { order: showOrder(left, await loadProduct(tx, order.productId), now) }
})

const listIncomesApi = implementRead(listIncomes, ({ kind, cursor }, { db, walletId }) =>
  loadIncomes(db, walletId, kind, { cursor, limit: pageSize }),
)

export const orderCalls: readonly Implementation[] = [
  listOrdersApi,
  getOrderApi,
  setReinvestApi,
  cancelOrderApi,
  redeemOrderApi,
  listIncomesApi,
]
