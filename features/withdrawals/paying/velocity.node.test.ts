import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { approveWithdrawal } from '#custody/payments/approving/review.store.ts'
import { withdrawalLimits, withdrawalVelocity } from '#custody/payments/withdrawal-settings.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import { testChain } from '#outside/chains/test/test-chain.ts'
import { credit, newHolder } from '#server/test/test-funds.ts'
import { home, type MoneyWorld, moneyWorld } from '#server/test/test-money-world.ts'
import { cancelWithdrawal, requestWithdrawal, withdrawalRules } from '../withdrawals.contract.ts'

describe('when much leaves within an hour', () => {
  let world: MoneyWorld
  beforeEach(async () => {
    world = await moneyWorld(await testChain(), { homes: { bsc: home }, usdt: '60000' })
    await set(withdrawalVelocity, { hourValue: '10000', rushFloorValue: '100000' })
    await set(withdrawalLimits, { reviewAboveValue: '20000', reviewAboveDayValue: '50000', reviewAboveCount: 50 })
  })
  afterEach(() => world.close())

  const set = (setting: typeof withdrawalVelocity | typeof withdrawalLimits, change: Record<string, unknown>) => {
    const why = { reason: 'a test', at: world.app.clock.now() }
    const value = { ...setting.initial, ...change }
    return world.app.db.transaction((tx) => changeSetting<unknown>(tx, setting, { value, ...why }))
  }
  const inAnHour = () => new Date(world.app.clock.now().getTime() + hourMs).toISOString()
  const velocity = () => [{ reason: 'velocity', until: inAnHour() }]
  const rules = () => world.holder.client.call(withdrawalRules, { chain: 'bsc', coin: 'USDT' })

  it('what goes beyond the bound waits, says until when, and is let go by itself when the hour is over', async () => {
    expect((await world.ask('6000')).waits).toEqual([])
    expect((await world.ask('4000')).waits).toEqual([])
    expect((await rules()).waits).toEqual(velocity())
    const over = await world.ask('10')
    expect(over).toMatchObject({ state: 'reviewing', waits: velocity(), cancellable: true })
    await world.payer.run()
    expect(await world.read(over.id)).toMatchObject({ state: 'reviewing', hash: '' })
    expect(await openIncidents(world.app.db)).toEqual([])
    world.app.clock.advance(hourMs)
    await world.payer.run()
    expect(await world.read(over.id)).toMatchObject({ state: 'confirming', waits: [] })
    expect((await rules()).waits).toEqual([])
  })

  it('nobody waits twice: after an hour it goes, however much leaves then', async () => {
    await world.ask('9999')
    const over = await world.ask('9900')
    const behind = await world.ask('20')
    world.app.clock.advance(hourMs)
    await world.payer.run()
    for (const { id } of [over, behind]) expect(await world.read(id)).toMatchObject({ state: 'confirming' })
  })

  it('what was taken back does not count, and what waits goes as soon as there is room', async () => {
    await world.ask('9000')
    world.app.clock.advance(30 * minuteMs)
    const large = await world.ask('9000')
    expect((await world.ask('900')).waits).toEqual([])
    const small = await world.ask('500')
    expect(small.waits).toEqual(velocity())
    await world.holder.client.call(cancelWithdrawal, { id: large.id })
    world.app.clock.advance(31 * minuteMs)
    await world.payer.run()
    expect(await world.read(small.id)).toMatchObject({ state: 'confirming', waits: [] })
  })

  it('what people approved waits for no rush', async () => {
    await set(withdrawalLimits, { reviewAboveValue: '9999', reviewAboveDayValue: '50000', reviewAboveCount: 50 })
    await world.ask('9999')
    const { id } = await world.ask('10000')
    const now = world.app.clock.now()
    const approved = await world.app.db.transaction((tx) => approveWithdrawal(tx, BigInt(id), now))
    expect(approved).toMatchObject({ state: 'sending' })
  })

  it('what leaves of one coin, and what never had a price, makes no other wait', async () => {
    await set(withdrawalVelocity, { hourValue: '10000', rushFloorValue: '1000' })
    await credit(world.app, world.holder, 'bsc', 'ATMC', '100')
    expect((await world.ask('20')).waits).toEqual([])
    for (const coin of ['ATMC', 'ATMC', 'USDT'] as const) expect((await world.ask('20', coin)).waits).toEqual([])
  })

  it('two wallets that ask at the same moment do not pass the bound between them', async () => {
    const other = await newHolder(world.app)
    await other.bind('bsc', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359')
    world.app.clock.advance(dayMs)
    await credit(world.app, other, 'bsc', 'USDT', '30000')
    const codes = [world.holder.code()]
    world.app.wall.advance(-minuteMs)
    codes.push(other.code())
    for (const { client } of [world.holder, other]) await client.confirm()
    const asked = [world.holder, other].map(({ client }, index) =>
      client.call(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount: '6000', code: codes[index] ?? '' }),
    )
    const states = (await Promise.all(asked)).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['reviewing', 'sending'])
  })

  const comeIn = (amount: string) =>
    world.app.db.query(
      `INSERT INTO deposit (chain, tx_hash, ordinal, block_number, block_hash, coin, from_address, to_address, base_units, units, remainder,
         kind, wallet_id, state, seen_at, credited_at) VALUES ('bsc', '0x01', 0, 1, '0x02', 'USDT', '', '', 1, $1, 0, 'wallet', $2, 'credited', $3, $3)`,
      [parseUnits(amount), world.holder.walletId, world.app.clock.now()],
    )

  it('a coin of which 30 % of a week’s recharges leave within an hour waits until it is over', async () => {
    await set(withdrawalVelocity, { rushFloorValue: '1000' })
    await comeIn('10000')
    expect((await world.ask('3000')).waits).toEqual([])
    expect((await world.ask('20')).waits).toEqual(velocity())
    world.app.clock.advance(hourMs)
    expect((await world.ask('20')).waits).toEqual([])
  })

  it('a wallet that alone asks for 30 % of a week’s recharges within an hour is looked at by a person, and nobody else is', async () => {
    await set(withdrawalLimits, { reviewAboveDayValue: '50000', reviewAboveCount: 50 })
    await comeIn('3000')
    expect((await world.ask('900')).waits).toEqual([])
    expect((await world.ask('101')).waits.map(({ reason }) => reason)).toEqual(['review'])
    const other = await newHolder(world.app)
    await other.bind('bsc', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359')
    world.app.clock.advance(dayMs)
    await credit(world.app, other, 'bsc', 'USDT', '100')
    const code = other.code()
    await other.client.confirm()
    const asked = await other.client.call(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount: '50', code })
    expect(asked.waits).toEqual([])
  })
})
