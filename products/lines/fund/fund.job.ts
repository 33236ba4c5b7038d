import { type DayStep, endOf, stepKey, wholeStep } from '#days/day-step.ts'
import { showUnits } from '#kit/amount/amount.ts'
import { expect } from '#kit/expect.ts'
import type { Tx } from '#kit/store/db.ts'
import { addDays, addMs, type Day, dayMs } from '#kit/time/clock.ts'
import { available, company, poolFree, principal } from '#ledger/posting/chart.ts'
import type { Entry, Posting } from '#ledger/posting/entry.ts'
import { balanceOf, postMany } from '#ledger/posting/ledger.store.ts'
import { addEvents, type OrderEvent } from '../../orders/order-history.store.ts'
import { type Chunk, entriesFor, orderStep } from '../../orders/order-step.ts'
import {
  lockOrdersById,
  lockReleasing,
  lockStarting,
  type OrderUpdate,
  updateOrders,
} from '../../orders/orders.store.ts'
import { loadFundHold, loadFundWorth } from '../../orders/share-facts.store.ts'
import { coinsText } from '../../terms/coins-text.ts'
import type { Order } from '../../terms/order.ts'
import {
  insertSplit,
  keepValue,
  loadFundIds,
  loadParts,
  loadUplines,
  loadWhereabouts,
  lockSharingOrders,
  type PartRow,
  takeRefilled,
} from './fund.store.ts'
import { fund, fundCodes, joinFund } from './fund.ts'
import { splitProfit } from './profit.ts'

const usdt = { asset: 'USDT' } as const
const pool = poolFree('fund')

/** Decides the whole split before any payment; posts our fee immediately. */
const plan = wholeStep('plan_fund_profit', 'midnight', async (tx, day) => {
  const at = endOf(day)
  let planned = 0
  for (const productId of await loadFundIds(tx)) {
    const { undivided } = await loadWhereabouts(tx, productId, at)
    if (undivided === 0n) continue
    const held = await lockSharingOrders(tx, productId, at)
    const uplines = await loadUplines(tx, [...new Set(held.map(({ walletId }) => walletId))])
    const split = splitProfit(undivided, held, at, uplines)
    if (split.left === undivided || !(await insertSplit(tx, productId, day, undivided, split))) continue
    planned += 1
    if (split.fee === 0n) continue
    const postings = [{ from: pool, to: company('fees'), ...usdt, units: split.fee }]
    await postMany(tx, [{ key: stepKey('plan_fund_profit', day, productId), at, ref: `fund:${productId}`, postings }])
  }
  return planned
})

function postingOf({ kind, orderId, walletId, units }: PartRow): Posting {
  if (kind === 'bonus') return { from: pool, to: available(walletId), ...usdt, units, code: fundCodes.bonus }
  if (kind === 'dividend') return { from: pool, to: available(walletId), ...usdt, units, code: fundCodes.dividend }
  expect(orderId !== null, 'a refill is of an order')
  return {
    from: pool,
    to: principal(Number(orderId) as Order['id'], walletId, 'fund'),
    ...usdt,
    units,
    code: fundCodes.lost,
  }
}

const pay: DayStep = {
  name: 'pay_fund_profit',
  parts: [''],
  when: 'midnight',
  chunk: async (tx, { day, after, limit }) => {
    const parts = await loadParts(tx, day, BigInt(after || '0'), limit)
    if (parts.length > 0) await payParts(tx, day, parts)
    return { last: String(parts.at(-1)?.id ?? after), done: parts.length, finished: parts.length < limit }
  },
}

async function payParts(tx: Tx, day: Day, parts: readonly PartRow[]): Promise<void> {
  const at = endOf(day)
  const entries = parts.map((part): Entry => {
    const ref = part.orderId === null ? `fund:${part.productId}` : `order:${part.orderId}`
    return { key: stepKey('pay_fund_profit', day, String(part.id)), at, ref, postings: [postingOf(part)] }
  })
  // Lock orders before accounts, like all other callers.
  const ids = [...new Set(parts.flatMap(({ orderId }) => (orderId === null ? [] : [Number(orderId)])))]
  const orders = await lockOrdersById(tx, ids)
  await postMany(tx, entries)
  const updates: OrderUpdate[] = []
  const events: OrderEvent[] = []
  const refilled: { orderId: number; units: bigint }[] = []
  for (const order of orders) {
    const own = parts.filter(({ orderId }) => orderId === BigInt(order.id))
    const sum = (kind: PartRow['kind']) => own.reduce((all, part) => all + (part.kind === kind ? part.units : 0n), 0n)
    const [refill, dividend] = [sum('refill'), sum('dividend')]
    updates.push({
      order,
      change: { baseUnits: order.baseUnits + refill, paidUnits: order.paidUnits + dividend },
    })
    if (refill === 0n) continue
    refilled.push({ orderId: order.id, units: refill })
    events.push({ order, at, kind: 'fund_refilled', params: { amount: coinsText({ ...usdt, units: refill }) } })
  }
  await updateOrders(tx, updates)
  await takeRefilled(tx, refilled)
  await addEvents(tx, events)
}

/** Without a net asset value, orders wait a day. */
async function start(chunk: Chunk): Promise<readonly Order[]> {
  const { tx, at, due } = chunk
  const orders = await lockStarting(tx, due, at)
  const entries: Entry[] = []
  const updates: OrderUpdate[] = []
  const events: OrderEvent[] = []
  for (const [productId, own] of Map.groupBy(orders, (order) => order.productId)) {
    const held = await loadFundHold(tx, productId, at)
    const worth = await loadFundWorth(tx, productId)
    for (const order of own) {
      if (held) {
        updates.push({ order, change: { roundStarted: addMs(at, dayMs) } })
        continue
      }
      const { postings, change, cancelled } = joinFund(order, worth)
      entries.push(...entriesFor(chunk, order, postings))
      if (cancelled) {
        updates.push({ order, change: { state: 'cancelled', overAt: at } })
        const returned = coinsText(...postings.map(({ asset, units }) => ({ asset, units })))
        events.push({ order, at, kind: 'cancelled', params: { returned } })
      } else {
        updates.push({ order, change: { ...change, state: 'earning', round: 1 } })
        const shares = showUnits(change?.shareUnits ?? 0n)
        events.push({ order, at: order.roundStarted, kind: 'fund_started', params: { shares } })
      }
    }
  }
  await postMany(tx, entries)
  await updateOrders(tx, updates)
  await addEvents(tx, events)
  return orders
}

/** Pays the oldest redemptions first, limited to coins the venue returned. */
const release = wholeStep('release_fund', 'midnight', async (tx, day) => {
  let paid = 0
  for (const productId of await loadFundIds(tx)) paid += await releaseOf(tx, productId, day)
  return paid
})

async function releaseOf(tx: Tx, productId: number, day: Day): Promise<number> {
  const at = endOf(day)
  const { atVenue, running, releasing } = await loadWhereabouts(tx, productId, at)
  let here = running + releasing - atVenue
  // Assumed: after its last day a redemption is paid even if the venue is late, provided company capital covers it.
  const capital = await balanceOf(tx, company('capital'), 'USDT')
  const entries: Entry[] = []
  const updates: OrderUpdate[] = []
  const events: OrderEvent[] = []
  for (const order of await lockReleasing(tx, productId, at)) {
    const isLate = order.roundEnds !== undefined && order.roundEnds <= at
    if (order.baseUnits > here + (isLate ? capital : 0n)) break
    here -= order.baseUnits
    const closing = fund.close(order, 'reinvest_off')
    entries.push(...entriesFor({ step: 'release_fund', day, at }, order, closing.postings))
    updates.push({ order, change: { state: 'ended', overAt: at } })
    events.push({ order, at, kind: 'redeemed', params: { returned: coinsText(...closing.returned) } })
  }
  await postMany(tx, entries)
  await updateOrders(tx, updates)
  await addEvents(tx, events)
  return updates.length
}

const value = wholeStep('value_fund', 'midnight', async (tx, day) => {
  const ids = await loadFundIds(tx)
  for (const productId of ids) await keepValue(tx, productId, addDays(day, 1))
  return ids.length
})

export const fundProfitSteps: readonly DayStep[] = [plan, pay]
export const fundEndSteps: readonly DayStep[] = [orderStep('start_fund', 'midnight', [fund], start), release, value]
