import { type DayStep, stepKey } from '#days/day-step.ts'
import type { Asset } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { Sql } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { Day } from '#kit/time/clock.ts'
import type { Entry, Posting } from '#ledger/posting/entry.ts'
import { postMany } from '#ledger/posting/ledger.store.ts'
import { addEvents, type EventKind, type OrderEvent } from '../orders/order-history.store.ts'
import { type Chunk, entriesFor, orderStep, type Taken } from '../orders/order-step.ts'
import { loadAccruing, lockSharing, type OrderUpdate, updateOrders } from '../orders/orders.store.ts'
import { fullWeightOf, fullWeights } from '../pots/pot-settings.ts'
import { capAt, shareOf } from '../pots/pot-share.ts'
import { addPotPayments, addPotWeights, loadPots, type PotRow } from '../pots/pots.store.ts'
import { productLines } from '../registry.ts'
import type { CompanyShare, DayFacts, ProductLine, ShareYield } from '../terms/line.ts'
import type { Order, OrderChange } from '../terms/order.ts'
import { loadDayFacts } from './facts.store.ts'
import { payRows, weighRows } from './row-share.store.ts'

function yieldOf({ share, id }: ProductLine): ShareYield {
  expect(share, `the line ${id} shares pots`)
  return share
}

const potsOf = (pots: readonly PotRow[]): readonly string[] => [...new Set(pots.map(({ pot }) => pot))]

/** First pass: sums the weights. */
async function weigh(chunk: Chunk): Promise<readonly Order[] | Taken> {
  const { tx, line, day, at, due } = chunk
  const share = yieldOf(line)
  const { pool, potOf, weight, company, fromRow, byRow } = share
  if (due.after === 0 && company) await addCompanyWeights(chunk, share, company)
  if (byRow) return weighRows(chunk, share, byRow)
  const orders = await loadAccruing(tx, due, at)
  if (orders.length === 0) return orders
  const facts = await loadDayFacts(tx, { day, at, line, orders: fromRow ? [] : orders })
  const totals = new Map<string, bigint>()
  const add = (pot: string, units: bigint) => totals.set(pot, (totals.get(pot) ?? 0n) + units)
  const weighed = orders
    .map((order) => ({ id: order.id, pot: potOf(order), weight: weight(order, facts) }))
    .filter((each) => each.weight > 0n)
  for (const each of weighed) add(each.pot, each.weight)
  if (weighed.length > 0)
    await tx.query(
      `INSERT INTO settlement_weight (day, order_id, pool, pot, weight)
       SELECT $1, id, $2, pot, weight::numeric FROM unnest($3::int8[], $4::text[], $5::text[]) AS w (id, pot, weight)`,
      [
        day,
        pool,
        weighed.map(({ id }) => id),
        weighed.map(({ pot }) => pot),
        weighed.map((each) => each.weight.toString()),
      ],
    )
  await addPotWeights(tx, day, pool, totals)
  return orders
}

async function addCompanyWeights(
  { tx, day, at, line }: Chunk,
  { pool }: ShareYield,
  company: CompanyShare,
): Promise<void> {
  const facts = await loadDayFacts(tx, { day, at, line, orders: [] })
  const pots = potsOf(await loadPots(tx, day, pool))
  await addPotWeights(tx, day, pool, new Map(pots.map((pot) => [pot, company.weight(pot, facts)])))
}

async function loadWeights(sql: Sql, day: Day, orders: readonly Order[]): Promise<ReadonlyMap<number, bigint>> {
  const rows = await sql.query<{ id: bigint; weight: string }>(
    'SELECT order_id AS id, weight::text AS weight FROM settlement_weight WHERE day = $1 AND order_id = ANY ($2::int8[])',
    [day, orders.map(({ id }) => id)],
  )
  return new Map(rows.map(({ id, weight }) => [Number(id), BigInt(weight)]))
}

/** Never pays more than the pots contain. */
function openPots(rows: readonly PotRow[], full: bigint) {
  const left = new Map(rows.map((row) => [row, row.units - row.paid]))
  return {
    names: potsOf(rows),
    coins: (pot: string) => rows.filter((row) => row.pot === pot),
    /** Computes a part without reserving it. */
    partOf: (row: PotRow, weight: bigint): bigint => {
      const units = shareOf(row, weight, full)
      const most = left.get(row) ?? 0n
      return units < most ? units : most
    },
    take: (row: PotRow, units: bigint): void => void left.set(row, (left.get(row) ?? 0n) - units),
    paid: () => rows.map((row) => ({ ...row, units: row.units - row.paid - (left.get(row) ?? 0n) })),
  }
}
type Pots = ReturnType<typeof openPots>

type Paid = { readonly postings: readonly Posting[]; readonly change: OrderChange; readonly event?: EventKind }
const paused = (order: Order, event: EventKind): Paid =>
  order.state === 'paused' ? { postings: [], change: {} } : { postings: [], change: { state: 'paused' }, event }

function payOrder(share: ShareYield, pots: Pots, order: Order, weight: bigint, facts: DayFacts): Paid {
  const coins = pots.coins(share.potOf(order))
  if (coins.length === 0) return paused(order, 'paused_no_pot')
  if (share.needsPrice && !facts.usdt(share.needsPrice, 'handedOut')) return paused(order, 'paused_no_price')
  const postings: Posting[] = []
  let { paidValueUnits } = order
  let isOut = false
  for (const row of coins) {
    let units = pots.partOf(row, weight)
    const most = share.most?.(order, row.asset, facts)
    if (most !== undefined && most < units) units = most
    if (share.cap) {
      const paid = capAt(share.cap(order) - paidValueUnits, units, priceOf(row.asset, share, facts))
      units = paid.units
      paidValueUnits += paid.valueUnits
      isOut = paid.last
    }
    pots.take(row, units)
    if (units > 0n) postings.push(...share.pay(order, row.asset, units))
  }
  const counted = paidValueUnits === order.paidValueUnits ? {} : { paidValueUnits }
  if (isOut) return { postings, change: { ...counted, state: 'exited', overAt: facts.at }, event: 'exited' }
  if (order.state === 'paused') return { postings, change: { ...counted, state: 'earning' }, event: 'earns_again' }
  return { postings, change: counted }
}

/** Caps are in USDT. */
function priceOf(asset: Asset, { needsPrice }: ShareYield, facts: DayFacts) {
  expect(asset === needsPrice, 'a line with a cap pays the coin whose price it needs')
  const price = facts.usdt(needsPrice, 'handedOut')
  expect(price, 'an order without a price is not paid')
  return price
}

/** Second pass. Shares of orders that left stay in the pool. */
async function pay(chunk: Chunk): Promise<readonly Order[] | Taken> {
  const { tx, line, day, at, due } = chunk
  const share = yieldOf(line)
  if (due.after === 0 && share.company) await payCompany(chunk, share, share.company)
  if (share.byRow) return payRows(chunk, share, share.byRow)
  const orders = await lockSharing(tx, due, at)
  if (orders.length === 0) return orders
  const pots = openPots(
    await loadPots(tx, day, share.pool),
    fullWeightOf(share.pool, await readSetting(tx, fullWeights)),
  )
  const facts = await loadDayFacts(tx, { day, at, line, orders: share.fromRow ? [] : orders })
  const weights = await loadWeights(tx, day, orders)
  const entries: Entry[] = []
  const updates: OrderUpdate[] = []
  const events: OrderEvent[] = []
  for (const order of orders) {
    const weight = weights.get(order.id)
    if (weight === undefined) continue
    const { postings, change, event } = payOrder(share, pots, order, weight, facts)
    entries.push(...entriesFor(chunk, order, postings))
    if (Object.keys(change).length > 0) updates.push({ order, change })
    if (event) events.push({ order, at, kind: event })
  }
  await postMany(tx, entries)
  await addPotPayments(tx, day, share.pool, pots.paid())
  await updateOrders(tx, updates)
  await addEvents(tx, events)
  return orders
}

/** Runs before any order is paid. */
async function payCompany(
  { tx, step, day, at, line }: Chunk,
  { pool }: ShareYield,
  company: CompanyShare,
): Promise<void> {
  const full = fullWeightOf(pool, await readSetting(tx, fullWeights))
  const pots = openPots(await loadPots(tx, day, pool), full)
  const facts = await loadDayFacts(tx, { day, at, line, orders: [] })
  const entries = pots.names.flatMap((pot) => {
    const weight = company.weight(pot, facts)
    const postings = pots.coins(pot).flatMap((row) => {
      const units = pots.partOf(row, weight)
      pots.take(row, units)
      return units > 0n ? company.pay(pot, row.asset, units) : []
    })
    const key = stepKey(step, day, `house:${pot}`)
    return postings.length > 0 ? [{ key, at, ref: `pool:${pool}`, postings }] : []
  })
  await postMany(tx, entries)
  await addPotPayments(tx, day, pool, pots.paid())
}

const sharing = productLines.filter(({ share }) => share)
/** Weighing runs in parallel, because weights do not depend on POWER granted that day. */
export const shareSteps: readonly DayStep[] = [
  { ...orderStep('weigh', 'midnight', sharing, weigh), beside: true },
  orderStep('share', 'midnight', sharing, pay),
]
