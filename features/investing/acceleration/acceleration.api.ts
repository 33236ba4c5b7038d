import { lockWallet } from '#identity/wallet.store.ts'
import { parseUnits, type Rate, showUnits } from '#kit/amount/amount.ts'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { askingOnce } from '#kit/asking-once.ts'
import { fail } from '#kit/failure.ts'
import type { Sql } from '#kit/store/db.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { rateFor } from '#market/prices/value.store.ts'
import { takeOutOf } from '#products/leaving/take-out.server.ts'
import { loadCompound, loadMarkables } from '#products/lines/acceleration/marks.store.ts'
import { decideUnmark, ordersAtOnce } from '#products/lines/acceleration/marks.ts'
import { loadSpeeds } from '#products/lines/acceleration/speed.store.ts'
import { addEvent } from '#products/orders/order-history.store.ts'
import { loadOrder, loadOrders, lockOrder, lockOwnOrders, updateOrder } from '#products/orders/orders.store.ts'
import { loadProduct } from '#products/orders/products.store.ts'
import { coinsText } from '#products/terms/coins-text.ts'
import { overStates, runningStates } from '#products/terms/order-state.ts'
import { speedSteps, stepAfterDays } from '#products/terms/speed.ts'
import { openOrder } from '../products/open-orders.server.ts'
import { accelerate, cancelAcceleration, listAccelerations } from './acceleration.contract.ts'
import { showAcceleration, showMarkable, showSpeed } from './acceleration-view.ts'

const accelerateApi = implement(accelerate, async ({ productId, amount, card }, call) => {
  const { line } = await loadProduct(call.tx, productId)
  if (line !== 'acceleration') fail('invest.product_missing')
  const { order } = await openOrder(call.tx, { input: { productId, amount, card }, call })
  return { acceleration: showAcceleration(order) }
})

const cancelApi = implement(cancelAcceleration, async ({ orderId, amount }, { tx, walletId, requestId, now }) => {
  await lockWallet(tx, walletId)
  const order = await lockOrder(tx, walletId, orderId)
  const units = parseUnits(amount) ?? fail('field.format', { field: 'number' })
  const asset = order.terms.base
  const load = () => loadCompound(tx, walletId, asset, ordersAtOnce)
  const locked = await lockOwnOrders(
    tx,
    walletId,
    (await load()).map(({ id }) => id),
  )
  const compound = (await load()).filter(({ id }) => locked.some((each) => each.id === id))
  const { parts, change, taken } = decideUnmark(order, units, compound)
  await updateOrder(tx, order, { ...change, ...(change.state ? { overAt: now } : {}) })
  await addEvent(tx, { order, at: now, kind: 'unmarked', params: { amount: coinsText({ asset, units: taken }) } })
  const taking = parts.flatMap(({ id, units: part }) => {
    const from = locked.find((each) => each.id === id)
    const held = compound.find((each) => each.id === id)?.principal ?? 0n
    return from ? [{ order: from, units: part, held, key: `${requestId}:${id}` }] : []
  })
  // Mark and principal shrink equally, so the mark stays covered without adding up many orders.
  const stays = order.state === 'earning' && compound.length === ordersAtOnce
  const { power } = await takeOutOf(tx, taking, now, stays ? 'covered' : 'unknown')
  return {
    acceleration: showAcceleration(await loadOrder(tx, walletId, orderId)),
    returned: { asset, amount: showUnits(taken) },
    power: showUnits(power),
  }
})

const overMax = 50

async function pricesNow(sql: Sql, now: Date): Promise<(coin: Coin) => Rate | undefined> {
  const once = askingOnce(sql)
  const prices = new Map<Coin, Rate | undefined>()
  for (const coin of coins) prices.set(coin, await rateFor(once, 'handedOut', coin, now))
  return (coin) => prices.get(coin)
}

const listApi = implementRead(listAccelerations, async (_, { db, walletId, now }) => {
  const line = 'acceleration' as const
  const running = await loadOrders(db, walletId, { line, states: runningStates, limit: 100 })
  const over = await loadOrders(db, walletId, { line, states: overStates, limit: overMax })
  const speeds = await loadSpeeds(db, [walletId], { at: now, since: now, usdt: await pricesNow(db, now) })
  return {
    items: [...running, ...over].map(showAcceleration),
    principal: (await loadMarkables(db, walletId)).map(showMarkable),
    speed: showSpeed(speeds(walletId)),
    steps: speedSteps.map((step) => ({ ...step })),
    stepAfterDays,
  }
})

export const accelerationCalls: readonly Implementation[] = [accelerateApi, cancelApi, listApi]
