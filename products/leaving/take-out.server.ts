import { showUnits } from '#kit/amount/amount.ts'
import { expect } from '#kit/expect.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { available, principal } from '#ledger/posting/chart.ts'
import type { Entry } from '#ledger/posting/entry.ts'
import { balanceOf, postMany } from '#ledger/posting/ledger.store.ts'
import { refreshMarks } from '../lines/acceleration/marks.store.ts'
import { addEvents, type OrderEvent } from '../orders/order-history.store.ts'
import { type OrderUpdate, updateOrders } from '../orders/orders.store.ts'
import { lineOf } from '../registry.ts'
import { coinsText } from '../terms/coins-text.ts'
import type { Order } from '../terms/order.ts'
import { decideTake } from './take-out.ts'

export const principalOf = (sql: Sql, order: Order): Promise<bigint> =>
  balanceOf(sql, principal(order.id, order.walletId, order.terms.line), order.terms.base)

export type TakeOut = {
  /** The caller has locked the order and its wallet. */
  readonly order: Order
  /** Default: everything. */
  readonly units?: bigint | undefined
  readonly key: string
  readonly at: Date
}

/** Pauses accelerations that the principal no longer covers. @throws like `decideTake`. */
export async function takeOut(tx: Tx, { order, units, key, at }: TakeOut): Promise<{ order: Order; power: bigint }> {
  const held = await principalOf(tx, order)
  const { orders, power } = await takeOutOf(tx, [{ order, units: units ?? held, held, key }], at)
  const [changed] = orders
  expect(changed, 'one order is taken out of')
  return { order: changed, power }
}

/** `key` is unique per order. */
export type TakenFrom = { readonly order: Order; readonly units: bigint; readonly held: bigint; readonly key: string }

/** Withdraws from several orders of one wallet. @param marks 'covered' if no acceleration can change. @throws like `decideTake`. */
export async function takeOutOf(
  tx: Tx,
  parts: readonly TakenFrom[],
  at: Date,
  marks: 'covered' | 'unknown' = 'unknown',
): Promise<{ orders: Order[]; power: bigint }> {
  const [first] = parts
  if (!first) return { orders: [], power: 0n }
  const { walletId } = first.order
  let left = await balanceOf(tx, available(walletId), 'POWER')
  const entries: Entry[] = []
  const updates: OrderUpdate[] = []
  const events: OrderEvent[] = []
  let given = 0n
  for (const { order, units, held, key } of parts) {
    decideTake(order, units, held, at)
    const { take } = lineOf(order.terms.line)
    expect(take, `parts may be taken out of order ${order.id}`)
    const { postings, power, change } = take(order, units, { principal: held, power: left })
    left -= power
    given += power
    entries.push({ key, at, ref: `order:${order.id}`, postings })
    updates.push({ order, change: { ...change, ...(change.state ? { overAt: at } : {}) } })
    const params = { returned: coinsText({ asset: order.terms.base, units }), power: showUnits(power) }
    events.push({ order, at, kind: 'taken_out', params })
  }
  await postMany(tx, entries)
  const orders = await updateOrders(tx, updates)
  await addEvents(tx, events)
  if (marks === 'unknown') await refreshMarks(tx, [walletId], at)
  return { orders, power: given }
}
