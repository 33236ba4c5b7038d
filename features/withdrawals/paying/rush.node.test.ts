import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { holdWithdrawals } from '#identity/wallet.store.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import { testChain } from '#outside/chains/test/test-chain.ts'
import { credit, type Holder, newHolder } from '#server/test/test-funds.ts'
import { home, type MoneyWorld, moneyWorld } from '#server/test/test-money-world.ts'
import { cancelWithdrawal, requestWithdrawal, withdrawals } from '../withdrawals.contract.ts'

describe('somebody who wants to stop everybody else', () => {
  let world: MoneyWorld
  let mallory: Holder
  beforeEach(async () => {
    world = await moneyWorld(await testChain(), { homes: { bsc: home }, usdt: '100' })
    mallory = await newHolder(world.app)
    await mallory.bind('bsc', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359')
    world.app.clock.advance(dayMs)
    await credit(world.app, mallory, 'bsc', 'USDT', '50000')
  })
  afterEach(() => world.close())

  const askMuch = async () => {
    const asked: number[] = []
    for (let count = 0; count < 5; count += 1) {
      const code = mallory.code()
      await mallory.client.confirm()
      const one = { chain: 'bsc', coin: 'USDT', amount: '10000', code } as const
      asked.push((await mallory.client.call(requestWithdrawal, one)).id)
    }
    return asked
  }

  it('asks for 50,000 USDT from one wallet, and the next 20 USDT of another leave at once', async () => {
    const asked = await askMuch()
    const { id, waits } = await world.ask('20')
    expect(waits).toEqual([])
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'confirming' })
    expect(await openIncidents(world.app.db)).toEqual([])

    for (const each of asked) await mallory.client.call(cancelWithdrawal, { id: each })
    world.app.clock.advance(14 * dayMs)
    await world.payer.run()
    expect((await world.ask('20')).waits).toEqual([])
    expect(await openIncidents(world.app.db)).toEqual([])
  })

  it('asks for 50,000 USDT that a hold keeps back, and nobody waits for what cannot leave', async () => {
    const until = addMs(world.app.clock.now(), hourMs)
    await world.app.db.transaction((tx) => holdWithdrawals(tx, mallory.walletId, until, 'password'))
    const [first = 0] = await askMuch()
    const { items } = await mallory.client.call(withdrawals, { id: first })
    expect(items[0]?.waits.map(({ reason }) => reason)).toContain('security')
    expect((await world.ask('20')).waits).toEqual([])
  })
})
