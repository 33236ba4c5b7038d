import { available, issued } from '#ledger/chart.ts'
import { postMany } from '#ledger/ledger.store.ts'
import { coinsText } from '../coins-text.ts'
import type { Order } from '../orders/order.ts'
import { addEvents } from '../orders/order-history.store.ts'
import {
  linesRunning,
  loadAccruing,
  loadPowerOfDay,
  lockPayingOut,
  type PowerOfDay,
  updateOrders,
} from '../orders/orders.store.ts'
import { productLines } from '../products/registry.ts'
import { loadDayFacts } from './facts.store.ts'
import { type Chunk, entriesFor, orderStep } from './order-step.ts'

/** What a whole day brought, for every order that ran all of it. Nothing of an order changes, unless its line pays it out bit by bit. */
async function accrue(chunk: Chunk): Promise<readonly Pick<Order, 'id'>[]> {
  if (chunk.line.accruesPower !== undefined) return accruePower(chunk, chunk.line.accruesPower)
  const { tx, line, day, at, due } = chunk
  const { isDone } = line
  const orders = isDone ? await lockPayingOut(tx, due, at) : await loadAccruing(tx, due, at)
  if (orders.length === 0) return orders
  const facts = await loadDayFacts(tx, { day, at, line, orders })
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

/** Of a line that pays the POWER of its terms alone: a million orders are read as three numbers each. */
async function accruePower(chunk: Chunk, code: number): Promise<readonly PowerOfDay[]> {
  const { tx, due, at } = chunk
  const orders = await loadPowerOfDay(tx, due, at)
  const entries = orders.flatMap(({ id, walletId, units }) =>
    units === 0n
      ? []
      : entriesFor(chunk, { id }, [{ from: issued, to: available(walletId), asset: 'POWER', units, code }]),
  )
  await postMany(tx, entries)
  return orders
}

const lines = productLines.filter(({ accruesNothing }) => !accruesNothing)
export const accrueStep = orderStep('accrue', 'midnight', lines, accrue, linesRunning)
