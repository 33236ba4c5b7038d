import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WalletId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { company } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { grantPackage } from '#products/lines/package/grant.server.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { cancelOrder, getOrder } from '../investing.contract.ts'
import { type InvestingWorld, investingWorld } from '../test-world.ts'

const one = 100_000_000n
const packageAtmc = 26

describe('a package that was given', () => {
  let world: InvestingWorld
  let ana: WalletId
  beforeEach(async () => {
    world = await investingWorld()
    await world.capital({ ATMC: '100000' })
    ana = await world.wallet()
  })
  afterEach(async () => {
    expect(await findOrderProblems(world.db)).toEqual([])
    await world.close()
  })
  const give = () => {
    const grant = { walletId: ana, productId: packageAtmc, units: 200n * one, reason: 'Found a fault', key: 'gift' }
    return world.db.transaction((tx) => grantPackage(tx, { ...grant, at: world.clock.now() }))
  }
  const buy = () => world.buy(ana, { productId: packageAtmc, amount: '100' })

  it('takes nobody’s day to think it over: the first package that is bought still waits 24 hours', async () => {
    const gift = await give()
    expect(gift.roundStarted).toEqual(new Date('2026-11-22T00:00:00Z'))
    expect((await buy()).startsAt).toBe('2026-11-23T00:00:00.000Z')
  })

  it('nor once it has begun to be released', async () => {
    await give()
    await world.pass(dayMs)
    expect((await buy()).startsAt).toBe('2026-11-24T00:00:00.000Z')
    // The order waits for the line's first order, which is in cooling-off.
    expect((await buy()).startsAt).toBe('2026-11-24T00:00:00.000Z')
  })

  it('is given up before its start: its coins go back to the company, and the order says so', async () => {
    const { id: orderId } = await give()
    const before = await world.balance(ana, 'ATMC')
    const shown = (await world.call(getOrder, ana, { orderId })).order
    expect(shown).toMatchObject({ cancellable: true, amount: '0', pays: 'ATMC', release: { total: '200' } })
    await world.call(cancelOrder, ana, { orderId })
    expect(await world.balance(ana, 'ATMC')).toBe(before)
    expect(await balanceOf(world.db, company('capital'), 'ATMC')).toBe(100_000n * one)
    const { timeline } = await world.call(getOrder, ana, { orderId })
    expect(timeline.at(-1)).toMatchObject({ kind: 'gift_declined', params: { coins: '200 ATMC' } })
  })

  it('is not what a bought one is: cancelling that says what came back', async () => {
    const { orderId } = await buy()
    await world.call(cancelOrder, ana, { orderId })
    const { timeline } = await world.call(getOrder, ana, { orderId })
    expect(timeline.at(-1)).toMatchObject({ kind: 'cancelled', params: { returned: '100 USDT' } })
  })
})
