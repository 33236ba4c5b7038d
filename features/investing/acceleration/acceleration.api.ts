import { lockWallet } from '#identity/wallet.store.ts'
import { parseUnits, type Rate, showUnits } from '#kit/amount.ts'
import { type Coin, coins } from '#kit/assets.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { rateFor } from '#ledger/value.store.ts'
import { coinsText } from '../coins-text.ts'
import { addEvent } from '../orders/order-history.store.ts'
import { overStates, runningStates } from '../orders/order-state.ts'
import { loadOrder, loadOrders, lockOrder, updateOrder } from '../orders/orders.store.ts'
import { takeOut } from '../orders/take-out.store.ts'
import { openOrder } from '../products/products.api.ts'
import { loadProduct } from '../products/products.store.ts'
import { accelerate, cancelAcceleration, listAccelerations } from './acceleration.contract.ts'
import { showAcceleration, showMarkable, showSpeed } from './acceleration-view.ts'
import { loadCompound, loadMarkables, refreshMarks } from './marks.store.ts'
import { decideUnmark, type Part } from './marks.ts'
import { loadSpeeds } from './speed.store.ts'
import { speedSteps, stepAfterDays } from './speed.ts'

const accelerateApi = implement(accelerate, async ({ productId, amount, card }, call) => {
  const { line } = await loadProduct(call.tx, productId)
  if (line !== 'acceleration') fail('invest.product_missing')
  const { order } = await openOrder({ productId, amount, card }, call)
  return { acceleration: showAcceleration(order) }
})

type Leaving = { walletId: WalletId; parts: readonly Part[]; key: string; at: Date }

/** Takes coins out of several compound orders. @returns the POWER taken back with them. */
async function takeParts(tx: Tx, { walletId, parts, key, at }: Leaving): Promise<bigint> {
  let power = 0n
  for (const { id, units } of parts) {
    const order = await lockOrder(tx, walletId, id)
    power += (await takeOut(tx, { order, units, key: `${key}:${id}`, at })).power
  }
  return power
}

const cancelApi = implement(cancelAcceleration, async ({ orderId, amount }, { tx, walletId, requestId, now }) => {
  await lockWallet(tx, walletId)
  const order = await lockOrder(tx, walletId, orderId)
  const units = parseUnits(amount) ?? fail('field.format', { field: 'number' })
  const asset = order.terms.base
  const { parts, change } = decideUnmark(order, units, await loadCompound(tx, walletId, asset))
  await updateOrder(tx, order, { ...change, ...(change.state ? { overAt: now } : {}) })
  await addEvent(tx, { order, at: now, kind: 'unmarked', params: { amount: coinsText({ asset, units }) } })
  const power = await takeParts(tx, { walletId, parts, key: requestId, at: now })
  await refreshMarks(tx, [walletId], now)
  return {
    acceleration: showAcceleration(await loadOrder(tx, walletId, orderId)),
    returned: { asset, amount: showUnits(units) },
    power: showUnits(power),
  }
})

/** Accelerations that are over and are still listed. */
const overMax = 50

async function pricesNow(sql: Sql, now: Date): Promise<(coin: Coin) => Rate | undefined> {
  const prices = new Map<Coin, Rate | undefined>()
  for (const coin of coins) prices.set(coin, await rateFor(sql, 'handedOut', coin, now))
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
