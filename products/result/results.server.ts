import type * as v from 'valibot'
import { dayOf } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { worthOfOrder } from '../lines/liquidity/liquidity.ts'
import { loadOrders } from '../orders/orders.store.ts'
import { loadPresent } from '../orders/present.store.ts'
import { loadShared } from '../orders/share-facts.store.ts'
import { lineOf, linesThat } from '../registry.ts'
import type { booked } from '../terms/fields.ts'
import type { Moved } from '../terms/line.ts'
import type { Order } from '../terms/order.ts'
import { isOver, isReservation } from '../terms/order-state.ts'
import { loadFlows } from './booked.store.ts'
import { bookedOf, type Flow, netOf, worthNow } from './booked.ts'
import { countedByDay } from './by-day.ts'
import { usdtOf } from './result.ts'
import { loadUsdt } from './today.server.ts'

/** More than any wallet may have. */
export const ordersMost = 20_000

/** Lines whose running orders hold something outside the wallet and their own principal. */
const heldElsewhere = linesThat(({ joinsMarket, source }) => joinsMarket === true || source !== undefined)

/** What a running order holds outside the wallet and its own principal: its part of a market, or coins that are still to be released. */
async function loadWorth(sql: Sql, order: Order, now: Date): Promise<readonly Moved[]> {
  if (isOver(order.state) || isReservation(order.state) || order.state === 'to_be_started') return []
  const line = lineOf(order.terms.line)
  const { base, side, pays } = order.terms
  if (line.joinsMarket && side) {
    const worth = worthOfOrder(order, await loadShared(sql, { ...order.terms, productId: order.productId }, now))
    return [
      { asset: base, units: worth.base },
      { asset: side, units: worth.quoted },
    ]
  }
  if (!line.source) return []
  return [{ asset: pays ?? base, units: (await loadPresent(sql, [order]))(order).promised }]
}

/** What running orders hold outside the wallet, as flows of today. */
export async function loadWorths(sql: Sql, orders: readonly Order[], now: Date): Promise<readonly Flow[]> {
  const worth: Flow[] = []
  for (const order of orders) worth.push(...worthNow(order.id, dayOf(now), await loadWorth(sql, order, now)))
  return worth
}

/** What all orders of a wallet brought. */
export type Nets = {
  /** In units of USDT, running orders as they are now. undefined: a coin has no price. */
  readonly all: bigint | undefined
  /** Net of what was given up, by the day of the calendar, newest first (by-day.ts). */
  readonly days: readonly Flow[]
}

/** The net result of all orders of a wallet, in all and by day. */
export async function loadNets(sql: Sql, walletId: WalletId, now: Date): Promise<Nets> {
  const booked = await loadFlows(sql, walletId, { rule: 'calendar' })
  const elsewhere: Order[] = []
  for (const line of heldElsewhere) elsewhere.push(...(await loadOrders(sql, walletId, { line, limit: ordersMost })))
  const flows = [...booked, ...(await loadWorths(sql, elsewhere, now))]
  return {
    all: usdtOf(
      flows.map(({ asset, net }) => ({ asset, units: net })),
      await loadUsdt(sql, now),
    ),
    days: countedByDay(booked, elsewhere, 'calendar'),
  }
}

/** What one order took and brought so far. */
export const loadBooked = async (sql: Sql, order: Order, now: Date): Promise<v.InferOutput<typeof booked>> =>
  bookedOf(
    [...(await loadFlows(sql, order.walletId, { orderIds: [order.id] })), ...(await loadWorths(sql, [order], now))],
    await loadUsdt(sql, now),
  )

/** The results of orders that are over, in USDT; null for others. */
export async function loadResults(
  sql: Sql,
  walletId: WalletId,
  orders: readonly Order[],
  now: Date,
): Promise<(order: Order) => string | null> {
  const over = orders.filter(({ state }) => isOver(state))
  if (over.length === 0) return () => null
  const ids = over.map(({ id }) => id)
  const flows = await loadFlows(sql, walletId, { orderIds: ids })
  const usdt = await loadUsdt(sql, now)
  return ({ id }) =>
    ids.includes(id)
      ? netOf(
          flows.filter(({ orderId }) => orderId === id),
          usdt,
        ).usdt
      : null
}
