import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { liquidityWorld } from '#features/investing/liquidity/test-liquidity.ts'
import { loadTeamSummary, loadTrend } from '#features/team/team.contract.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { available, company, issued, outside, poolFree, poolRetired } from '#ledger/posting/chart.ts'
import type { Entry } from '#ledger/posting/entry.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { callAs } from '../../test/test-implementations.ts'

const one = 100_000_000n

describe('the page of income, net of what was given up', () => {
  let world: Awaited<ReturnType<typeof liquidityWorld>>
  let ana: WalletId
  beforeEach(async () => {
    world = await liquidityWorld()
    ana = await world.wallet()
  })
  afterEach(() => world.close())
  const summary = () => callAs({ ...world, nextKey: world.newKey }, loadTeamSummary, ana, {})
  const moved = async () =>
    (await callAs({ ...world, nextKey: world.newKey }, loadTrend, ana, {})).days
      .filter(({ net, received }) => net !== '0' || received !== '0')
      .map(({ day, net, received }) => `${day} ${net} of ${received}`)

  it('is a loss on the day a side coin is given up, whatever interest was paid', async () => {
    await world.buy(ana)
    await world.goTo('2026-11-30T10:00:00Z')
    await world.settle()
    // Interest of 0.1, less 400 ATMC worth 20.
    expect(await summary()).toMatchObject({
      total: { value: '0.1', today: '0.1' },
      net: { orders: '-19.9', all: '-19.9', ordersToday: '-19.9', today: '-19.9' },
    })
    expect(await moved()).toEqual(['2026-11-30 -19.9 of 0.1'])
    await world.pass(dayMs)
    expect((await summary()).net).toMatchObject({ all: '-19.9', ordersToday: '0', today: '0' })
    expect(await moved()).toEqual(['2026-11-30 -19.9 of 0.1'])
  })

  it('counts what POWER cost beside what POWER earned', async () => {
    const move = (key: string, postings: Entry['postings']) =>
      world.db.transaction((tx) => post(tx, { key, at: world.clock.now(), ref: 'pool:compute', postings }))
    await move('cost', [
      { from: available(ana), to: poolRetired(), asset: 'ATMC', units: 1_000n * one, code: 27 },
      { from: issued, to: available(ana), asset: 'POWER', units: 1_000n * one, code: 17 },
    ])
    await move('earned', [
      { from: outside('bsc'), to: company('capital'), asset: 'ATMC', units: 10n * one },
      { from: company('capital'), to: poolFree('compute'), asset: 'ATMC', units: 10n * one },
      { from: poolFree('compute'), to: available(ana), asset: 'ATMC', units: 10n * one, code: 26 },
    ])
    // 1,000 ATMC are worth 50, and 10 of them 0.5.
    expect((await summary()).net).toMatchObject({ orders: '0', all: '-49.5', ordersToday: '0', today: '-49.5' })
    expect(await moved()).toEqual([expect.stringMatching(/ -49\.5 of 0\.5$/)])
    await world.pass(dayMs)
    expect((await summary()).net).toMatchObject({ all: '-49.5', today: '0' })
  })

  it('loses nothing to a market on the day coins join it', async () => {
    await world.join(ana)
    await world.pass(3 * dayMs)
    expect(await moved()).toEqual([])
    expect((await summary()).net).toMatchObject({ ordersToday: '0', today: '0' })
  })

  it('counts what others brought beside it, and what a node’s team brought once', async () => {
    const below = await world.wallet(undefined, ana)
    await world.setStar(ana, 1)
    await world.buy(ana, { productId: 45, amount: '300' })
    await world.pass(2 * dayMs)
    const fee = { from: available(below), to: company('fees'), asset: 'USDT', units: 2_000n * one, code: 105 } as const
    await world.db.transaction((tx) =>
      post(tx, { key: 'fee', at: world.clock.now(), ref: 'trade:9001', postings: [fee] }),
    )
    await world.goTo('2026-11-30T10:00:00Z')
    await world.settle()
    // Weight 1 of 100 earns 3 of 300 per day. The only team earns 100 per week. The price was 300.
    const { total, net, incomes } = await summary()
    expect(incomes.filter(({ value }) => value !== '0').map(({ source, value }) => [source, value])).toEqual([
      ['investment', '3'],
      ['team', '100'],
    ])
    expect([total.value, net]).toEqual(['103', { orders: '-197', all: '-197', ordersToday: '100', today: '100' }])
    expect(await moved()).toEqual(['2026-11-23 -300 of 0', '2026-11-24 3 of 3', '2026-11-30 100 of 100'])
  })
})
