import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelOrder } from '#features/investing/investing.contract.ts'
import { openMarket } from '#features/investing/liquidity/test-liquidity.ts'
import { type InvestingWorld, investingWorld } from '#features/investing/test-world.ts'
import { dayMs } from '#kit/time/clock.ts'
import { company } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { operate } from '../../test/test-operator.ts'

const one = 100_000_000n

describe('company money that comes back', () => {
  let world: InvestingWorld
  const type = (line: string) => operate(world, line)
  beforeAll(async () => {
    world = await investingWorld({ USDT: '1000' })
    await openMarket(world, 'USDT-ATMC', 10_000n, 200_000n)
  })
  afterAll(() => world.close())

  it('leaves a pool only when its line is closed: nothing of it is sold, and no order runs', async () => {
    const ana = await world.wallet()
    const { orderId } = await world.buy(ana)
    expect((await type('pool close dual USDT the line is closed')).text).toContain('2 products of dual are sold')
    expect((await type('product end 1 the line is closed')).code).toBe(0)
    expect((await type('product open 2 it comes later --from 2026-12-24')).code).toBe(0)
    expect((await type('pool close dual USDT the line is closed')).text).toContain('1 products of dual are sold')
    expect((await type('product end 2 the line is closed')).code).toBe(0)
    expect((await type('pool close dual USDT the line is closed')).text).toContain('1 orders of dual are not over')
    await world.call(cancelOrder, ana, { orderId })
    expect(await type('pool close dual USDT the line is closed')).toMatchObject({ code: 0 })
    expect(await balanceOf(world.db, company('capital'), 'USDT')).toBe(1_000n * one)
    expect((await type('pool close dual USDT the line is closed')).text).toContain(
      'Nothing of pool dual may return in USDT',
    )
    expect((await type('pool close fund USDT the line is closed')).code).toBe(2)
    expect((await type('pool close compute ATMC the line is closed')).code).toBe(2)
  })

  it('leaves a market 30 days after its notice', async () => {
    expect((await type('market take-back USDT-ATMC others trade here now')).text).toContain('No notice stands')
    expect((await type('market notice USDT-ATMC 22360.67977499 others trade here now')).code).toBe(0)
    await world.pass(29 * dayMs)
    expect((await type('market take-back USDT-ATMC others trade here now')).text).toContain(
      'runs until 2026-12-21T10:00:00.000Z',
    )
    await world.pass(dayMs)
    const { code, text } = await type('market take-back USDT-ATMC others trade here now')
    expect(code).toBe(0)
    expect(text).toContain('4999.99999999 USDT and 99999.99999997 ATMC are capital again')
    expect((await type('ledger verify')).code).toBe(0)
  })
})
