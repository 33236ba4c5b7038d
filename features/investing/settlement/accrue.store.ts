import { postMany } from '#ledger/ledger.store.ts'
import { coinsText } from '../coins-text.ts'
import type { Order } from '../orders/order.ts'
import { addEvents } from '../orders/order-history.store.ts'
import { linesRunning, loadAccruing, lockPayingOut, updateOrders } from '../orders/orders.store.ts'
import { productLines } from '../products/registry.ts'
import { loadDayFacts } from './facts.store.ts'
import { type Chunk, entriesFor, orderStep } from './order-step.ts'

/** What a whole day brought, for every order that ran all of it. Nothing of an order changes, unless its line pays it out bit by bit. */
async function accrue(chunk: Chunk): Promise<readonly Order[]> {
  const { tx, line, day, at, due } = chunk
  const { isDone } = line
  const orders = isDone ? await lockPayingOut(tx, due, at) : await loadAccruing(tx, due, at)
  if (orders.length === 0) return orders
  const facts = await loadDayFacts(tx, { day, at, line, orders, reads: !line.accruesFromOrder })
  const entries = orders.flatMap((order) => entriesFor(chunk, order, line.accrue(order, facts)))
  const done = isDone ? orders.filter((order) => isDone(order, facts)) : []
  await postMany(tx, entries)
  await updateOrders(
    tx,
    done.map((order) => ({ order, change: { state: 'ended', overAt: at } })),
  )
  await addEvents(
    tx,
    done.map((order) => {
      const coins = { asset: order.terms.pays ?? order.terms.base, units: order.promiseUnits }
      return { order, at, kind: 'all_released', params: { coins: coinsText(coins) } }
    }),
  )
  return orders
}

export const accrueStep = orderStep('accrue', 'midnight', productLines, accrue, linesRunning)
