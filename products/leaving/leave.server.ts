import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import type { Tx } from '#kit/store/db.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { addOrderShares, lockLiquidity } from '#market/market.store.ts'
import { releaseDays } from '../lines/fund/fund.ts'
import { expectAtLeast, pairOf } from '../lines/liquidity/liquidity.ts'
import { addEvent } from '../orders/order-history.store.ts'
import { updateOrder } from '../orders/orders.store.ts'
import { loadPowerFacts } from '../orders/records.store.ts'
import { loadShared } from '../orders/share-facts.store.ts'
import { lineOf } from '../registry.ts'
import { coinsText } from '../terms/coins-text.ts'
import type { Exit, SharedFacts } from '../terms/line.ts'
import type { Order } from '../terms/order.ts'
import { exitOf } from './order-exit.ts'

type Leaving = {
  readonly order: Order
  /** Minimum per returned coin, decimal string; undefined accepts any amount. */
  readonly least: readonly (string | undefined)[]
  readonly key: string
  readonly at: Date
}

const unitsOf = (text: string | undefined): bigint | undefined =>
  text === undefined ? undefined : (parseUnits(text) ?? fail('field.format', { field: 'least' }))

/** Locks shared state, such as a market, until the transaction ends. */
async function lockShared(tx: Tx, { terms, productId }: Order, now: Date): Promise<SharedFacts> {
  if (lineOf(terms.line).joinsMarket) return { market: await lockLiquidity(tx, pairOf(terms)) }
  return loadShared(tx, { ...terms, productId }, now)
}

/** The caller has checked and locked the order. @throws exchange.price_moved if less would return than agreed, invest.fund_data_wrong */
export async function leaveOrder(tx: Tx, { order, least, key, at }: Leaving): Promise<Order> {
  const exit = exitOf(order, await loadPowerFacts(tx, order), await lockShared(tx, order, at))
  expect(exit, `order ${order.id} may be left`)
  expectAtLeast(exit.returned, least.map(unitsOf))
  const { postings } = exit
  if (postings.length > 0) await post(tx, { key, at, ref: `order:${order.id}`, postings })
  if (exit.later) return askRelease(tx, order, exit, at)
  const returned = coinsText(...exit.returned)
  if (lineOf(order.terms.line).joinsMarket) {
    await addOrderShares(tx, pairOf(order.terms), new Map([[order.walletId, -order.shareUnits]]))
    await addEvent(tx, { order, at, kind: 'market_left', params: { returned } })
    if (exit.power > 0n)
      await addEvent(tx, { order, at, kind: 'power_taken_back', params: { power: showUnits(exit.power) } })
  } else {
    const params = { returned, fee: coinsText(...exit.fee), power: showUnits(exit.power) }
    await addEvent(tx, { order, at, kind: 'left_early', params })
  }
  return updateOrder(tx, order, { state: 'cancelled', overAt: at, shareUnits: 0n })
}

/** Today's value leaves the fund; the coins are due in a few days. */
async function askRelease(tx: Tx, order: Order, exit: Exit, at: Date): Promise<Order> {
  const until = addMs(at, releaseDays * dayMs)
  const params = { amount: coinsText(...exit.returned), until: until.toISOString() }
  await addEvent(tx, { order, at, kind: 'redemption_asked', params })
  return updateOrder(tx, order, { state: 'to_be_released', roundEnds: until })
}
