import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { investingWorld } from '#features/investing/test-world.ts'
import { poolCalls } from '#features/proof/pools/pools.api.ts'
import { poolSums } from '#features/proof/pools/pools.contract.ts'
import { spentOf } from '#features/proof/pools/spent-products.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { available, company } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { shareText } from '#products/terms/share.ts'
import { buildProofs } from '#proofs/days/build.job.ts'
import { flowsOfRows, readFlows } from '#proofs/flows/flows.ts'
import { testCall } from '../../test/test-call.ts'

const one = 100_000_000n

/** Expected numbers are calculated by hand. 1 ATMC = 0.05 USDT. */
describe('what machines, nodes and packages advertise, and really paid since the first day', () => {
  let world: Awaited<ReturnType<typeof investingWorld>>
  let ana: WalletId
  beforeEach(async () => {
    world = await investingWorld()
    ana = await world.wallet()
  })
  afterEach(() => world.close())

  const ask = async () => {
    await buildProofs(world.db, world.clock.now())
    const found = poolCalls.find(({ contract }) => contract === poolSums)
    if (!found) throw new Error('the call is implemented')
    const sums = v.parse(poolSums.output, await found.run({}, testCall({ ...world, walletId: ana })))
    const days = [
      { day: null, flows: flowsOfRows(sums.before) },
      ...sums.days.map(({ day, text }) => ({ day, flows: readFlows(text).flows })),
    ]
    return { ...sums, days, rate: (productId: number) => sums.rates.find((each) => each.productId === productId) }
  }

  it('a machine: at most 1 % of its price a day, and far less came', async () => {
    const ben = await world.wallet()
    for (const wallet of [ana, ben]) await world.setStar(wallet, 1)
    await world.fund({ ATMC: '100000' }, 'machine')
    await world.buy(ana, { productId: 40, amount: '500' })
    await world.buy(ben, { productId: 41, amount: '1000' })
    expect((await ask()).rate(40)).toBeUndefined()
    await world.pass(3 * dayMs)
    await world.pass(dayMs)
    const { days, worths, rate } = await ask()
    expect(rate(40)).toMatchObject({ period: null, advertised: '0.01', most: true, realised: '0.000999', count: 2 })
    expect(rate(41)).toMatchObject({ advertised: '0.01', most: true, realised: '0.001099', count: 2 })
    const received = [{ coin: 'ATMC', units: 32n * one }]
    const figures = spentOf(days, 'machine')
    expect(figures).toEqual({ price: 1_500n * one, received, waiting: [] })
    expect(worths).toEqual([{ line: 'machine', worth: '1.6' }])
    expect(shareText(160_000_000n - (figures?.price ?? 0n), figures?.price ?? 1n)).toBe('-0.998934')
  })

  it('a node: nothing is advertised; what fees paid stands beside its price', async () => {
    await world.setStar(ana, 1)
    await world.buy(ana, { productId: 45, amount: '300' })
    await world.pass(2 * dayMs + dayMs / 4)
    const fee = { from: available(ana), to: company('fees'), asset: 'USDT', units: 100n * one, code: 105 } as const
    await world.db.transaction((tx) => post(tx, { key: 'fee', at: world.clock.now(), ref: 'trade:1', postings: [fee] }))
    const before = await world.balance(ana, 'USDT')
    await world.pass(dayMs)
    const paid = (await world.balance(ana, 'USDT')) - before
    expect(paid).toBe(7_500_000n)
    await world.pass(dayMs)
    const { days, worths, rate } = await ask()
    expect(rate(45)).toBeUndefined()
    expect(spentOf(days, 'node')).toEqual({
      price: 300n * one,
      received: [{ coin: 'USDT', units: paid }],
      waiting: [],
    })
    expect(worths).toEqual([{ line: 'node', worth: '0.075' }])
  })

  it('a package: 0.5 % a day, and so much came, of all that were set aside', async () => {
    await world.capital({ ATMC: '100000' })
    await world.buy(ana, { productId: 26, amount: '100' })
    await world.pass(3 * dayMs)
    await world.pass(dayMs)
    const { days, worths, rate } = await ask()
    const { side, ...told } = rate(26) ?? {}
    expect([side, told]).toEqual([
      'ATMC',
      {
        productId: 26,
        line: 'package',
        base: 'USDT',
        period: null,
        advertised: '0.005',
        most: false,
        realised: '0.005',
        count: 2,
      },
    ])
    expect(spentOf(days, 'package')).toEqual({
      price: 100n * one,
      received: [{ coin: 'ATMC', units: 10n * one }],
      waiting: [{ coin: 'ATMC', units: 1_990n * one }],
    })
    expect(worths).toEqual([{ line: 'package', worth: '0.5' }])
    const ben = await world.wallet()
    await world.buy(ben, { productId: 26, amount: '100' })
    await world.pass(2 * dayMs)
    expect((await ask()).rate(26)).toMatchObject({ realised: '0.005', count: 4 })
  })
})
