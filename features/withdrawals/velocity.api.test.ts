import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { holdWithdrawals } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount.ts'
import { addMs, dayMs, hourMs, minuteMs } from '#kit/clock.ts'
import { changeSetting } from '#kit/settings.store.ts'
import { openIncidents, resolveIncident } from '#outside/chains/incident.store.ts'
import { testChain } from '#outside/chains/test-chain.ts'
import { credit, newHolder } from '#server/test-funds.ts'
import { home, type MoneyWorld, moneyWorld } from '#server/test-money-world.ts'
import { withdrawalVelocity } from './withdrawal-settings.ts'
import { cancelWithdrawal, requestWithdrawal } from './withdrawals.contract.ts'

describe('when much is asked to leave', () => {
  let world: MoneyWorld
  beforeEach(async () => {
    world = await moneyWorld(await testChain(), { homes: { bsc: home }, usdt: '3000' })
    await limit({})
  })
  afterEach(() => world.close())

  const limit = (change: Partial<typeof withdrawalVelocity.initial>) => {
    const value = { hourValue: '100', dayValue: '150', rushPercent: 30, rushFloorValue: '1000', ...change }
    const why = { reason: 'a test', at: world.app.clock.now() }
    return world.app.db.transaction((tx) => changeSetting(tx, withdrawalVelocity, { value, ...why }))
  }
  const kinds = async () => (await openIncidents(world.app.db)).map(({ kind, chain: where }) => `${kind} ${where}`)
  const release = async () => {
    for (const { id } of await openIncidents(world.app.db))
      await world.app.db.transaction((tx) => resolveIncident(tx, id, 'a test', world.app.clock.now()))
  }
  const velocity = [{ reason: 'velocity', until: null }]

  it('everything stops beyond the limit of an hour, is taken down all the same, and goes on when it is released', async () => {
    expect((await world.ask('60')).waits).toEqual([])
    await world.payer.run()
    expect((await world.ask('40')).waits).toEqual([])
    const over = await world.ask('10')
    expect(over).toMatchObject({ state: 'sending', waits: velocity })
    expect(await kinds()).toEqual(['velocity eth', 'velocity bsc'])
    expect(await world.ask('10')).toMatchObject({ waits: velocity })
    expect(await kinds()).toHaveLength(2)
    await world.payer.run()
    expect(await world.read(over.id)).toMatchObject({ hash: '' })
    world.app.clock.advance(1)
    await release()
    await world.payer.run()
    expect(await world.read(over.id)).toMatchObject({ state: 'confirming' })
    // What was looked at counts no more.
    world.app.clock.advance(1)
    expect((await world.ask('90')).waits).toEqual([])
    expect((await world.ask('20')).waits.map(({ reason }) => reason)).toContain('velocity')
  })

  it('everything stops beyond the limit of a day, though no hour had too much', async () => {
    for (const amount of ['90', '60']) {
      expect((await world.ask(amount)).waits).toEqual([])
      world.app.clock.advance(hourMs + minuteMs)
    }
    expect(await world.ask('10')).toMatchObject({ waits: velocity })
  })

  it('what is taken back does not count', async () => {
    const until = addMs(world.app.clock.now(), hourMs)
    await world.app.db.transaction((tx) => holdWithdrawals(tx, world.holder.walletId, until, 'password'))
    const { id } = await world.ask('90')
    await world.holder.client.call(cancelWithdrawal, { id })
    expect((await world.ask('90')).waits.map(({ reason }) => reason)).toEqual(['security'])
  })

  it('two wallets that ask at the same moment do not pass the limit between them', async () => {
    const other = await newHolder(world.app)
    await other.bind('bsc', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359')
    world.app.clock.advance(dayMs)
    await credit(world.app, other, 'bsc', 'USDT', '3000')
    const codes = [world.holder.code()]
    // One moment for both.
    world.app.wall.advance(-minuteMs)
    codes.push(other.code())
    for (const { client } of [world.holder, other]) await client.confirm()
    const asked = [world.holder, other].map(({ client }, index) =>
      client.call(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount: '60', code: codes[index] ?? '' }),
    )
    await Promise.all(asked)
    expect(await kinds()).toEqual(['velocity eth', 'velocity bsc'])
  })

  it('a coin of which 30 % of a week’s recharges leave within an hour is looked at first', async () => {
    await limit({ hourValue: '100000', dayValue: '100000', rushFloorValue: '50' })
    const { serial, id } = { serial: 1, id: world.holder.walletId }
    await world.app.db.query(
      `INSERT INTO deposit (chain, tx_hash, ordinal, block_number, block_hash, coin, from_address, to_address, base_units, units, remainder,
         kind, wallet_id, state, seen_at, credited_at) VALUES ('bsc', '0x01', 0, $1, '0x02', 'USDT', '', '', 1, $2, 0, 'wallet', $3, 'credited', $4, $4)`,
      [serial, parseUnits('1000'), id, world.app.clock.now()],
    )
    expect((await world.ask('300')).waits).toEqual([])
    expect((await world.ask('20')).waits.map(({ reason }) => reason)).toEqual(['review'])
    world.app.clock.advance(hourMs)
    expect((await world.ask('20')).waits).toEqual([])
  })
})
