import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Coin } from '#kit/amount/coins.ts'
import { Refusal } from '#kit/failure.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { available, company, poolFree, principal } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { cancelOrder, getOrder, getProduct, listIncomes } from './investing.contract.ts'
import { acknowledgeExit } from './machines/machines.contract.ts'
import { type InvestingWorld, investingWorld } from './test-world.ts'

const one = 100_000_000n
const machineOf = { productId: 40, amount: '500' } as const
const nodeOf = (tier: 1 | 2) => ({ productId: 44 + tier, amount: tier === 1 ? '300' : '1000' })

describe('machines and nodes', () => {
  let world: InvestingWorld
  let ana: WalletId
  beforeEach(async () => {
    world = await investingWorld()
    ana = await star(2)
  })
  afterEach(async () => {
    expect(await findOrderProblems(world.db)).toEqual([])
    expect(await audit(world.db)).toEqual([])
    await world.close()
  })
  const star = async (level: 0 | 1 | 2) => {
    const wallet = await world.wallet()
    if (level > 0) await world.setStar(wallet, level)
    return wallet
  }
  const refusal = (act: Promise<unknown>) =>
    act.then(
      () => undefined,
      (error: unknown) => (error instanceof Refusal ? error.key : String(error)),
    )
  const stateOf = async (wallet: WalletId, order: { orderId: number }) => {
    const { order: item, timeline } = await world.call(getOrder, wallet, order)
    return [item.state, timeline.at(-1)?.kind]
  }

  it('are sold to star users alone, at their price; a node of at most the own star, one for each wallet', async () => {
    const nobody = await star(0)
    expect(await refusal(world.buy(nobody, machineOf))).toBe('invest.star_needed')
    const { quote } = await world.call(getProduct, nobody, { productId: 45, amount: '300' })
    expect(quote?.problem?.key).toBe('invest.star_needed')
    const ben = await star(1)
    expect(await refusal(world.buy(ben, nodeOf(2)))).toBe('invest.node_level_wrong')
    expect(await refusal(world.buy(ben, { ...nodeOf(1), amount: '299' }))).toBe('invest.minimum')
    expect(await refusal(world.buy(ben, { ...nodeOf(1), amount: '301' }))).toBe('invest.maximum')
    const { orderId } = await world.buy(ben, nodeOf(1))
    expect(await refusal(world.buy(ben, nodeOf(1)))).toBe('invest.already_node_user')
    await world.call(cancelOrder, ben, { orderId })
    expect(await world.balance(ben, 'USDT')).toBe(20_000n * one)
    expect(await refusal(world.buy(ben, nodeOf(1)))).toBeUndefined()
    await world.buy(ben, machineOf)
    await world.buy(ben, machineOf)
  })

  it('are income from their start on, and then cannot be cancelled', async () => {
    const order = await world.buy(ana, machineOf)
    const account = principal(order.orderId as OrderId, ana, 'machine')
    expect(await balanceOf(world.db, account, 'USDT')).toBe(500n * one)
    await world.pass(2 * dayMs)
    expect(await balanceOf(world.db, account, 'USDT')).toBe(0n)
    expect(await balanceOf(world.db, company('sales'), 'USDT')).toBe(500n * one)
    expect(await refusal(world.call(cancelOrder, ana, order))).toBe('invest.order_cannot_close')
    expect(await stateOf(ana, order)).toEqual(['earning', 'earns'])
  })

  it('a machine gets its part of 1 % of the pool by hash rate, at most 1 % of its price a day', async () => {
    await world.fund({ ATMC: '100000' }, 'machine')
    const ben = await star(1)
    const first = await world.buy(ana, machineOf)
    const second = await world.buy(ben, { productId: 41, amount: '1000' })
    // With a full hash rate of 1,000, the hash rates 10 and 22 get 10 and 22 of the 1,000 ATMC.
    await world.pass(3 * dayMs)
    expect(await world.balance(ana, 'ATMC')).toBe(100_010n * one)
    expect(await world.balance(ben, 'ATMC')).toBe(100_022n * one)
    expect(await balanceOf(world.db, poolFree('machine'), 'ATMC')).toBe(99_968n * one)
    const { order, records } = await world.call(getOrder, ana, first)
    expect(order).toMatchObject({ state: 'earning', paidOut: { value: '0.5', cap: '1500' } })
    const { product } = await world.call(getProduct, ana, { productId: 40 })
    expect(product.emission).toEqual({ asset: 'ATMC', amount: '90000' })
    expect(records[0]).toMatchObject({ code: 35, asset: 'ATMC', amount: '10', direction: 'in' })
    expect((await world.call(listIncomes, ben, {})).items[0]).toMatchObject({ code: 35, orderId: second.orderId })
    // 1 % of 500 USDT is 5 USDT: 100 ATMC at 0.05.
    await world.fund({ ATMC: '10000000' }, 'machine')
    await world.pass(dayMs)
    expect(await world.balance(ana, 'ATMC')).toBe(100_110n * one)
  })

  it('a machine pauses without a pot or a price, says why, and goes on when there is one', async () => {
    const order = await world.buy(ana, machineOf)
    await world.pass(3 * dayMs)
    expect(await stateOf(ana, order)).toEqual(['paused', 'paused_no_pot'])
    await world.fund({ ATMC: '100000' }, 'machine')
    await world.pass(dayMs)
    expect(await stateOf(ana, order)).toEqual(['earning', 'earns_again'])
    world.clock.advance(9 * dayMs)
    await world.settle()
    expect(await stateOf(ana, order)).toEqual(['paused', 'paused_no_price'])
    await world.pass(dayMs)
    await world.pass(dayMs)
    expect(await stateOf(ana, order)).toEqual(['earning', 'earns_again'])
  })

  it('a machine exits when it was paid three times its price, the last payment cut there; then it is acknowledged', async () => {
    await world.fund({ ATMC: '100000000' }, 'machine')
    const order = await world.buy(ana, machineOf)
    await world.pass(2 * dayMs)
    // At 1 % of 500 USDT per day, 1,500 USDT take 300 days.
    await world.db.query('UPDATE investment_order SET paid_value_units = $1', [1_497n * one + 1n])
    const before = await world.balance(ana, 'ATMC')
    await world.pass(dayMs)
    expect((await world.balance(ana, 'ATMC')) - before).toBe(60n * one - 20n)
    expect(await stateOf(ana, order)).toEqual(['exited', 'exited'])
    expect((await world.call(getOrder, ana, order)).order.paidOut).toEqual({ value: '1500', cap: '1500' })
    await world.pass(dayMs)
    expect((await world.balance(ana, 'ATMC')) - before).toBe(60n * one - 20n)
    expect(await refusal(world.buy(ana, machineOf))).toBe('invest.exit_before_reinvest')
    await world.call(acknowledgeExit, ana, order)
    await world.call(acknowledgeExit, ana, order)
    expect(await refusal(world.buy(ana, machineOf))).toBeUndefined()
    const other = await world.buy(ana, machineOf)
    expect(await refusal(world.call(acknowledgeExit, ana, other))).toBe('invest.order_cannot_close')
  })

  let trades = 0
  const paysFee = (walletId: WalletId, units: bigint, asset: Coin = 'USDT') =>
    world.db.transaction((tx) => {
      trades += 1
      const postings = [{ from: available(walletId), to: company('fees'), asset, units, code: 105 } as const]
      return post(tx, { key: `fee:${trades}`, at: world.clock.now(), ref: `trade:${9_000 + trades}`, postings })
    })

  it('a node gets its part of ¾ of its pool’s fees of a day and of all the operator gave, by weight; the rest stays', async () => {
    const ben = await star(1)
    await world.buy(ana, nodeOf(2))
    await world.buy(ben, nodeOf(1))
    await world.pass(2 * dayMs)
    // On the 23rd the pool shares 100 USDT and ¾ of 100 in fees: 175 × 3.5 ÷ 100 and 175 × 1 ÷ 100.
    await world.fund({ USDT: '100' }, 'node')
    await paysFee(await world.wallet(), 500n * one)
    await world.pass(dayMs)
    expect(await world.balance(ana, 'USDT')).toBe(19_000n * one + 612_500_000n)
    expect(await world.balance(ben, 'USDT')).toBe(19_700n * one + 175_000_000n)
    await world.pass(dayMs)
    expect(await world.balance(ben, 'USDT')).toBe(19_700n * one + 175_000_000n)
    expect(await balanceOf(world.db, poolFree('node'), 'USDT')).toBe(200n * one - 787_500_000n)
  })

  it('says before anybody has a node what the fees of late would have paid it, and then what they really did', async () => {
    const wayOf = async () => (await world.call(getProduct, ana, { productId: 45, amount: '300' })).quote?.ways[0]
    expect(await wayOf()).toMatchObject({ usdt: '-300', breaksEven: null })
    await paysFee(await world.wallet(), 8_000n * one)
    await world.pass(dayMs)
    // Nodes get 20 % of 8,000 a day, ¾ of it by weight: 1 of 100 is 12 USDT, so 300 take 25 days.
    expect(await wayOf()).toMatchObject({ usdt: '-300', breaksEven: 25 })
  })

  it('counts every coin that fees bring at its price', async () => {
    const wayOf = async () => (await world.call(getProduct, ana, { productId: 45, amount: '300' })).quote?.ways[0]
    const payer = await world.wallet()
    // The same 8,000 a day: 4,000 USDT, 1,600 WLD at 1.25, 20,000 ATMC at 0.05 and 50,000 ATMX at 0.02.
    await paysFee(payer, 4_000n * one)
    await paysFee(payer, 1_600n * one, 'WLD')
    await paysFee(payer, 20_000n * one, 'ATMC')
    await paysFee(payer, 50_000n * one, 'ATMX')
    await world.pass(dayMs)
    expect(await wayOf()).toMatchObject({ usdt: '-300', priced: true, breaksEven: 25 })
  })

  it('the last quarter of a week goes by the fees each node’s team paid in it', async () => {
    const ben = await star(1)
    const [below, further] = [await world.wallet(undefined, ana), await world.wallet(undefined, ben)]
    const deep = await world.wallet(undefined, further)
    await world.buy(ana, nodeOf(1))
    await world.buy(ben, nodeOf(1))
    await world.pass(2 * dayMs)
    // The pool gets 800 of 4,000 USDT of fees: 600 to share daily, 200 weekly. Only fees pay for team activity.
    await paysFee(below, 500n * one)
    await paysFee(further, 1_000n * one)
    await paysFee(deep, 500n * one)
    // A holder's own fees do not count for the team.
    await paysFee(ana, 2_000n * one)
    const before = [await world.balance(ana, 'USDT'), await world.balance(ben, 'USDT')]
    // On the first day each gets 6 of 600 USDT, by weight.
    await world.pass(7 * dayMs)
    const gained = [await world.balance(ana, 'USDT'), await world.balance(ben, 'USDT')].map(
      (units, index) => units - (before[index] ?? 0n),
    )
    // The week's 200 are shared in proportion to 500 and 1,500 of 4,000 USDT paid. The rest stays in the pool.
    expect(gained).toEqual([25n * one + 6n * one, 75n * one + 6n * one])
    const weekly = (await world.call(listIncomes, ben, {})).items.filter(({ code }) => code === 40)
    expect(weekly).toMatchObject([{ amount: '75', at: '2026-11-30T00:00:00.000Z' }])
  })

  it('of that quarter nothing is paid to who lives where referral is off: it stays in the pool', async () => {
    const ben = await star(1)
    const [below, further] = [await world.wallet(undefined, ana), await world.wallet(undefined, ben)]
    await world.buy(ana, nodeOf(1))
    await world.buy(ben, nodeOf(1))
    await world.pass(2 * dayMs)
    await world.fund({ USDT: '100' }, 'node')
    await paysFee(below, 500n * one)
    await paysFee(further, 1_500n * one)
    await world.db.query(`UPDATE wallet SET region = 'US' WHERE id = $1`, [ben])
    const before = [await world.balance(ana, 'USDT'), await world.balance(ben, 'USDT')]
    await world.pass(7 * dayMs)
    expect((await world.balance(ana, 'USDT')) - (before[0] ?? 0n)).toBe(25n * one + 4n * one)
    expect((await world.balance(ben, 'USDT')) - (before[1] ?? 0n)).toBe(4n * one)
    expect(await balanceOf(world.db, poolFree('node'), 'USDT')).toBe(500n * one - 33n * one)
  })
})
