import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { type Day, startOf } from '#kit/time/clock.ts'
import type { LineId } from '#ledger/posting/lines.ts'
import { worthOfOrder } from '../lines/liquidity/liquidity.ts'
import { loadPresent } from '../orders/present.store.ts'
import { loadShared } from '../orders/share-facts.store.ts'
import { loadEach } from '../orders/wallet-orders.store.ts'
import { lineOf, linesThat } from '../registry.ts'
import type { Moved, SharedFacts } from '../terms/line.ts'
import type { Order } from '../terms/order.ts'
import { isOver, runningStates } from '../terms/order-state.ts'
import { countedByDay, type DayRule } from './by-day.ts'
import { loadDayFlows, loadLineFlows, loadOrderFlows } from './realised.store.ts'
import { type DayFlow, type Flow, netOf, worthNow } from './realised.ts'
import { usdtOf } from './result.ts'
import { isBegun } from './since-start.ts'
import { loadUsdt } from './today.server.ts'

const heldElsewhere = linesThat(({ joinsMarket, source }) => joinsMarket === true || source !== undefined)

/** Current values of market shares and unreleased coins. */
export async function loadWorths(
  sql: Sql,
  walletId: WalletId,
  now: Date,
): Promise<readonly (Flow & { readonly line: LineId })[]> {
  const orders = (await loadEach(sql, walletId, { lines: heldElsewhere, states: runningStates })).filter(isBegun)
  return worthsOf(sql, orders, now)
}

async function worthsOf(sql: Sql, orders: readonly Order[], now: Date) {
  const presentOf = await loadPresent(
    sql,
    orders.filter(({ terms }) => lineOf(terms.line).source),
  )
  const markets = new Map<string, SharedFacts>()
  const flows: (Flow & { readonly line: LineId })[] = []
  for (const order of orders) {
    const { line, base, side, pays } = order.terms
    const { joinsMarket, source } = lineOf(line)
    const worth: Moved[] = []
    if (joinsMarket && side) {
      const market =
        markets.get(`${base}-${side}`) ?? (await loadShared(sql, { ...order.terms, productId: order.productId }, now))
      markets.set(`${base}-${side}`, market)
      const part = worthOfOrder(order, market)
      worth.push({ asset: base, units: part.base }, { asset: side, units: part.quoted })
    } else if (source) worth.push({ asset: pays ?? base, units: presentOf(order).promised })
    flows.push(...worthNow(worth).map((flow) => ({ ...flow, line })))
  }
  return flows
}

export type Nets = {
  /** USDT units, with running orders at current values. Undefined if a coin has no price. */
  readonly all: bigint | undefined
  /** Newest first (by-day.ts). */
  readonly days: readonly DayFlow[]
}

export async function loadNetDays(
  sql: Sql,
  walletId: WalletId,
  span: { readonly from: Day; readonly rule: DayRule },
): Promise<readonly DayFlow[]> {
  // A midnight may belong to the previous day.
  const elsewhere = await loadEach(sql, walletId, { lines: heldElsewhere, movedFrom: startOf(span.from) })
  return countedByDay(await loadDayFlows(sql, walletId, span), elsewhere, span)
}

export async function loadNets(sql: Sql, walletId: WalletId, now: Date, from: Day): Promise<Nets> {
  const flows = [...(await loadLineFlows(sql, walletId)), ...(await loadWorths(sql, walletId, now))]
  return {
    all: usdtOf(
      flows.map(({ asset, net }) => ({ asset, units: net })),
      await loadUsdt(sql, now),
    ),
    days: await loadNetDays(sql, walletId, { from, rule: 'calendar' }),
  }
}

export const loadAllFlows = async (sql: Sql, order: Order, now: Date): Promise<readonly Flow[]> => [
  ...(await loadOrderFlows(sql, order.walletId, [order.id])),
  ...(await worthsOf(sql, [order].filter(isBegun), now)),
]

/** In USDT. Null for orders that are still open. */
export async function loadResults(
  sql: Sql,
  walletId: WalletId,
  orders: readonly Order[],
  now: Date,
): Promise<(order: Order) => string | null> {
  const over = orders.filter(({ state }) => isOver(state))
  if (over.length === 0) return () => null
  const ids = over.map(({ id }) => id)
  const flows = await loadOrderFlows(sql, walletId, ids)
  const usdt = await loadUsdt(sql, now)
  return ({ id }) =>
    ids.includes(id)
      ? netOf(
          flows.filter(({ orderId }) => orderId === id),
          usdt,
        ).usdt
      : null
}
