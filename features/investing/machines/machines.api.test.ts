import { expect, it } from 'vitest'
import { dayMs } from '#kit/time/clock.ts'
import { available, company } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { getOrder } from '../investing.contract.ts'
import { investingWorld } from '../test-world.ts'
import { acknowledgeExit } from './machines.contract.ts'

const one = 100_000_000n

it('a machine says that its exit was noted, once; a node says what it paid by day and by week', async () => {
  const world = await investingWorld()
  const ana = await world.wallet()
  const below = await world.wallet(undefined, ana)
  await world.setStar(ana, 1)
  await world.fund({ ATMC: '100000000' }, 'machine')
  const machine = await world.buy(ana, { productId: 40, amount: '500' })
  const node = await world.buy(ana, { productId: 45, amount: '300' })
  expect((await world.call(getOrder, ana, node)).income).toEqual([
    { code: 39, amounts: [] },
    { code: 40, amounts: [] },
  ])
  await world.pass(2 * dayMs)
  await world.db.query('UPDATE investment_order SET paid_value_units = $1 WHERE id = $2', [
    1_500n * one - 1n,
    machine.orderId,
  ])
  await world.fund({ USDT: '100' }, 'node')
  await world.db.transaction((tx) => {
    const fee = { from: available(below), to: company('fees'), asset: 'USDT', units: 2_000n * one, code: 105 } as const
    return post(tx, { key: 'fee', at: world.clock.now(), ref: 'trade:9001', postings: [fee] })
  })
  await world.pass(7 * dayMs)
  const exited = await world.call(getOrder, ana, machine)
  expect(exited.order.state).toBe('exited')
  expect(exited.income).toBeNull()
  expect(exited.timeline.at(-1)?.kind).toBe('exited')
  await world.call(acknowledgeExit, ana, machine)
  await world.call(acknowledgeExit, ana, machine)
  const noted = await world.call(getOrder, ana, machine)
  expect(noted.timeline.filter(({ kind }) => kind === 'acknowledged')).toHaveLength(1)
  // Daily 4: weight 1 of 100, from ¾ of 400 in fees and all of 100 given. Weekly 100: ¼ of the fees, for the only node whose team paid any.
  expect((await world.call(getOrder, ana, node)).income).toEqual([
    { code: 39, amounts: [{ asset: 'USDT', amount: '4' }] },
    { code: 40, amounts: [{ asset: 'USDT', amount: '100' }] },
  ])
  await world.close()
})
