import { endOf } from '#days/day-step.ts'
import { lockPart } from '#days/days.store.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { Tx } from '#kit/store/db.ts'
import { addMs, dayOf } from '#kit/time/clock.ts'
import { poolFree } from '#ledger/posting/chart.ts'
import type { Entry } from '#ledger/posting/entry.ts'
import { balanceOf, postMany } from '#ledger/posting/ledger.store.ts'
import { renewalBarredBy } from '../orders/order-actions.ts'
import { addEvents, type OrderEvent } from '../orders/order-history.store.ts'
import { type Chunk, entriesFor, orderStep } from '../orders/order-step.ts'
import { lockRenewing, type OrderUpdate, updateOrders } from '../orders/orders.store.ts'
import { loadProductsById, lockPoolOf } from '../orders/products.store.ts'
import { productLines } from '../registry.ts'
import { coinsText } from '../terms/coins-text.ts'
import type { Order } from '../terms/order.ts'
import { untold } from './renewal-told.store.ts'

const name = 'set_aside'

/** Reserves interest from the pool, oldest order first. Marks orders that do not fit. */
async function setAside(chunk: Chunk): Promise<readonly Order[]> {
  const { tx, line, day, at, due } = chunk
  const { fixed } = line
  if (!fixed) return []
  const orders = await lockRenewing(tx, due, endOf(day))
  if (orders.length === 0) return orders
  await lockPoolOf(tx, line.id)
  const productOf = await loadProductsById(tx)
  const free = new Map<Coin, bigint>()
  const entries: Entry[] = []
  const updates: OrderUpdate[] = []
  const events: OrderEvent[] = await untold(tx, orders, productOf, at)
  for (const order of orders) {
    if (renewalBarredBy(order, productOf(order))) continue
    const coin = order.terms.base
    const left = free.get(coin) ?? (await balanceOf(tx, poolFree(fixed.pool), coin))
    const promise = fixed.nextPromise(order)
    const fits = promise <= left
    free.set(coin, fits ? left - promise : left)
    if (fits) entries.push(...entriesFor(chunk, order, fixed.setAside(order, promise)))
    updates.push({ order, change: fits ? { nextPromiseUnits: promise } : { poolShort: true } })
    const kind = fits ? 'renewal_set_aside' : 'renewal_pool_short'
    events.push({ order, at, kind, params: { interest: coinsText({ asset: coin, units: promise }) } })
  }
  await postMany(tx, entries)
  await updateOrders(tx, updates)
  await addEvents(tx, events)
  return orders
}

/** Runs for every line, because it locks the rounds that end with the day. */
export const setAsideStep = orderStep(name, 'lock', productLines, setAside)

/**
 * Blocks settlement from locking the round until the transaction ends. Settlement sees the holder's change, or the change is refused.
 * Acquire it before the order's lock, as settlement does.
 */
export async function isRoundLocked(tx: Tx, { id, terms, roundEnds }: Order): Promise<boolean> {
  if (!roundEnds) return false
  const mark = await lockPart(tx, dayOf(addMs(roundEnds, -1)), { step: name, part: terms.line })
  return mark.finished || Number(mark.last) >= id
}
