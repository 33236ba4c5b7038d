import { lockWallet, refuseWhileStopped } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import type { Tx } from '#kit/store/db.ts'
import { type Implementation, implement, implementRead, type SessionCall } from '#kit/wire/implement.api.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { cancelEventOf } from '#products/leaving/cancel-event.ts'
import { leaveOrder } from '#products/leaving/leave.server.ts'
import { loadLately } from '#products/leaving/leaving-days.server.ts'
import { decideExit, showExit } from '#products/leaving/order-exit.ts'
import { showHolding } from '#products/leaving/order-holding.ts'
import { principalOf, takeOut } from '#products/leaving/take-out.server.ts'
import { mayTake, showTake } from '#products/leaving/take-out.ts'
import { showCard } from '#products/orders/card.ts'
import { decideCancel, decideReinvest } from '#products/orders/order-actions.ts'
import { addEvent, loadTimeline } from '#products/orders/order-history.store.ts'
import { loadOrder, loadOrders, lockOrder, updateOrder } from '#products/orders/orders.store.ts'
import { loadPresent } from '#products/orders/present.store.ts'
import { loadCard, loadProduct, loadProductsById } from '#products/orders/products.store.ts'
import { returnQuota } from '#products/orders/quota.store.ts'
import { loadIncomes, loadNodeIncome, loadOrderRecords, loadPowerFacts } from '#products/orders/records.store.ts'
import { loadFundLost, loadShared } from '#products/orders/share-facts.store.ts'
import { lineOf } from '#products/registry.ts'
import { loseHeldCredit } from '#products/reservations/lost-credit.server.ts'
import { showLately } from '#products/result/lately.ts'
import { outcomesOf, showOutcome } from '#products/result/outcomes.ts'
import { realisedOf } from '#products/result/realised.ts'
import { loadAllFlows, loadResults } from '#products/result/results.server.ts'
import { sinceStart } from '#products/result/since-start.ts'
import { loadToday } from '#products/result/today.server.ts'
import { isRoundLocked } from '#products/settlement/lock.server.ts'
import type { OrderState } from '#products/terms/fields.ts'
import type { Order } from '#products/terms/order.ts'
import { isOver, overStates, runningStates } from '#products/terms/order-state.ts'
import { cancelOrder, getOrder, listIncomes, listOrders, redeemOrder, setReinvest } from '../investing.contract.ts'
import { orderOutcomes, showOrder } from './detail/order-view.ts'

type WritingCall = SessionCall & { readonly tx: Tx }

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
  const productOf = await loadProductsById(db, orders)
  const presentOf = await loadPresent(db, orders)
  const next = orders.length === pageSize ? String(orders.at(-1)?.id ?? '') : ''
  const resultOf = await loadResults(db, walletId, orders, now)
  return {
    items: orders.map((order) => showOrder(order, productOf(order), now, presentOf(order), resultOf(order))),
    next,
  }
})

const getOrderApi = implementRead(getOrder, async ({ orderId }, { db, walletId, now }) => {
  const order = await loadOrder(db, walletId, orderId)
  const product = await loadProduct(db, order.productId)
  const shared = await loadShared(db, { ...order.terms, productId: order.productId }, now)
  const present = (await loadPresent(db, [order]))(order)
  const flows = await loadAllFlows(db, order, now)
  const today = await loadToday(db, product, now)
  const { usdt } = today
  const result = realisedOf(flows, usdt)
  const ways = outcomesOf(order, today).map((way) => showOutcome(sinceStart(way, { order, present, flows, usdt })))
  const power = await loadPowerFacts(db, order)
  const lately = await loadLately(db, order, { product, present, shared, now })
  return {
    order: showOrder(order, product, now, present, isOver(order.state) ? result.usdt : null),
    card: showCard(await loadCard(db, order.cardHash)),
    outcomes: orderOutcomes(order),
    ways: isOver(order.state) ? [] : ways,
    booked: result,
    lately: showLately(lately),
    exit: showExit(order, power, shared) ?? showTake(order, await principalOf(db, order), power.available),
    holding: showHolding(order, shared, await loadFundLost(db, order)),
    income: await loadNodeIncome(db, order),
    timeline: await loadTimeline(db, order),
    records: await loadOrderRecords(db, order),
  }
})

const setReinvestApi = implement(setReinvest, async ({ orderId, reinvest }, { tx, walletId, now }) => {
  const wallet = await lockWallet(tx, walletId)
  // A suspended or frozen wallet may leave, but not start another round.
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
  const postings = lineOf(order.terms.line).cancel(order)
  if (postings.length > 0) await post(tx, { key: requestId, at: now, ref: `order:${order.id}`, postings })
  const cancelled = await updateOrder(tx, order, { state: 'cancelled', overAt: now, promiseUnits: 0n })
  await returnQuota(tx, order, now)
  await loseHeldCredit(tx, order, { key: requestId, at: now })
  await addEvent(tx, { order, at: now, ...cancelEventOf(order) })
  return { order: showOrder(cancelled, await loadProduct(tx, order.productId), now) }
})

async function takeFrom(taking: { order: Order; amount: string | undefined }, call: WritingCall) {
  const { tx, requestId, now } = call
  const units = taking.amount === undefined ? undefined : parseUnits(taking.amount)
  const { order } = await takeOut(tx, { order: taking.order, units, key: requestId, at: now })
  const present = (await loadPresent(tx, [order]))(order)
  return { order: showOrder(order, await loadProduct(tx, order.productId), now, present) }
}

const redeemOrderApi = implement(redeemOrder, async ({ orderId, amount, leastBase, leastSide }, call) => {
  const { tx, walletId, requestId, now } = call
  await lockWallet(tx, walletId)
  if (mayTake(await loadOrder(tx, walletId, orderId)))
    return takeFrom({ order: await lockOrder(tx, walletId, orderId), amount }, call)
  if (amount !== undefined) fail('field.format', { field: 'number' })
  const isLocked = await isRoundLocked(tx, await loadOrder(tx, walletId, orderId))
  const order = await lockOrder(tx, walletId, orderId)
  decideExit(order, now, isLocked)
  const left = await leaveOrder(tx, { order, least: [leastBase, leastSide], key: requestId, at: now })
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
