import { showUnits } from '#kit/amount.ts'
import type { Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import { available, principal } from '#ledger/chart.ts'
import { balanceOf, post } from '#ledger/ledger.store.ts'
import { refreshMarks } from '../acceleration/marks.store.ts'
import { coinsText } from '../coins-text.ts'
import { lineOf } from '../products/registry.ts'
import type { Order } from './order.ts'
import { addEvent } from './order-history.store.ts'
import { updateOrder } from './orders.store.ts'
import { decideTake } from './take-out.ts'

/** What is in an order's principal account of its base coin now. */
export const principalOf = (tx: Tx, order: Order): Promise<bigint> =>
  balanceOf(tx, principal(order.id, order.walletId, order.terms.line), order.terms.base)

export type TakeOut = {
  /** Locked by the caller, as is its wallet. */
  readonly order: Order
  /** Left out: everything. */
  readonly units?: bigint | undefined
  readonly key: string
  readonly at: Date
}

/**
 * Takes a part out of a running order, into the wallet. Accelerations it no longer covers pause.
 * @throws as `decideTake` does.
 */
export async function takeOut(tx: Tx, { order, units, key, at }: TakeOut): Promise<{ order: Order; power: bigint }> {
  const held = {
    principal: await principalOf(tx, order),
    power: await balanceOf(tx, available(order.walletId), 'POWER'),
  }
  const taken = units ?? held.principal
  decideTake(order, taken, held.principal, at)
  const { take } = lineOf(order.terms.line)
  expect(take, `parts may be taken out of order ${order.id}`)
  const { postings, power, change } = take(order, taken, held)
  await post(tx, { key, at, ref: `order:${order.id}`, postings })
  const changed = await updateOrder(tx, order, { ...change, ...(change.state ? { overAt: at } : {}) })
  const params = { returned: coinsText({ asset: order.terms.base, units: taken }), power: showUnits(power) }
  await addEvent(tx, { order, at, kind: 'taken_out', params })
  await refreshMarks(tx, [order.walletId], at)
  return { order: changed, power }
}
