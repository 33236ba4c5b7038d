import { stepKey } from '#days/day-step.ts'
import { assetNumber } from '#kit/amount/coins.ts'
import { issued } from '#ledger/posting/chart.ts'
import { postFound } from '#ledger/posting/found.store.ts'
import { postMany } from '#ledger/posting/ledger.store.ts'
import { addEvents } from '../orders/order-history.store.ts'
import { type Chunk, entriesFor, orderStep, type Taken } from '../orders/order-step.ts'
import {
  accruing,
  accruingParams,
  linesRunning,
  loadAccruing,
  lockPayingOut,
  updateOrders,
} from '../orders/orders.store.ts'
import { productLines } from '../registry.ts'
import { coinsText } from '../terms/coins-text.ts'
import type { Order } from '../terms/order.ts'
import { loadDayFacts } from './facts.store.ts'

/** Updates order rows only in lines that pay out gradually. */
async function accrue(chunk: Chunk): Promise<readonly Order[] | Taken> {
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

const power = assetNumber('POWER')
/** Runs in SQL alone, so a million orders never leave the database. */
async function accruePower({ tx, step, day, due, at }: Chunk, code: number): Promise<Taken> {
  const { last, done } = await postFound(tx, {
    text: `SELECT o.id AS place, '' AS part, $5::text || o.id AS key, 'order:' || o.id AS ref, o.wallet_id AS wallet, ${power}::int2 AS asset, o.power_units AS units
      FROM (${accruing}) o`,
    params: [...accruingParams(due, at), stepKey(step, day, '')],
    side: { from: issued },
    code,
    at,
  })
  return { last: Number(last ?? due.after), done }
}

const lines = productLines.filter(({ accruesNothing }) => !accruesNothing)
export const accrueStep = orderStep('accrue', 'midnight', lines, accrue, linesRunning)
