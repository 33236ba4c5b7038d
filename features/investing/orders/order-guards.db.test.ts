import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WalletId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { capTimes } from '#products/lines/machine/machine.ts'
import { cancelOrder } from '../investing.contract.ts'
import { type InvestingWorld, investingWorld } from '../test-world.ts'

const one = 100_000_000n
const nodeOf = { productId: 45, amount: '300' } as const
const machineOf = { productId: 40, amount: '500' } as const

/** Writes orders without the code's checks. */
describe('the database keeps orders within their limits:', () => {
  let world: InvestingWorld
  let ana: WalletId
  beforeEach(async () => {
    world = await investingWorld()
    ana = await world.wallet()
    await world.setStar(ana, 1)
  })
  afterEach(() => world.close())
  const set = (change: string, orderId: number) =>
    world.db.query(`UPDATE investment_order SET ${change} WHERE id = $1`, [orderId])
  const again = (orderId: number, changes: Record<string, string> = {}) => {
    const columns =
      `wallet_id, product_id, line, state, terms, card_hash, bought_at, round_started, round_ends, base_units,
      side_units, promise_units, value_units, side_value_units, reinvest`.split(/,\s*/)
    const values = columns.map((column) => changes[column] ?? column)
    return world.db.query(
      `INSERT INTO investment_order (${columns}) SELECT ${values} FROM investment_order WHERE id = $1`,
      [orderId],
    )
  }

  it('one node for each wallet, until it is over', async () => {
    const { orderId } = await world.buy(ana, nodeOf)
    await expect(again(orderId)).rejects.toThrow('investment_order_one_node')
    await again(orderId, { state: `'cancelled'` })
    await world.pass(2 * dayMs)
    await expect(again(orderId)).rejects.toThrow('investment_order_one_node')
    const ben = await world.wallet()
    await again(orderId, { wallet_id: `'${ben}'` })
  })

  it('a node that was cancelled leaves room for another', async () => {
    const { orderId } = await world.buy(ana, nodeOf)
    await world.call(cancelOrder, ana, { orderId })
    expect(await world.buy(ana, nodeOf)).toMatchObject({ state: 'to_be_started' })
  })

  it('a machine is paid three times its price at most', async () => {
    const { orderId } = await world.buy(ana, machineOf)
    await set(`paid_value_units = ${capTimes * 500n * one}`, orderId)
    await expect(set(`paid_value_units = paid_value_units + 1`, orderId)).rejects.toThrow(
      'machine_is_paid_three_times_at_most',
    )
  })

  it('no order is worth more than its own terms allow, neither when it is bought nor later', async () => {
    const { orderId } = await world.buy(ana, { amount: '10000' })
    await expect(set('value_units = value_units + 1', orderId)).rejects.toThrow('order_is_worth_its_maximum_at_most')
    await expect(again(orderId, { value_units: '1000000000001' })).rejects.toThrow('order_is_worth_its_maximum_at_most')
    await again(orderId)
  })
})
