import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { holdWithdrawals } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount.ts'
import { addMs, dayMs, hourMs, minuteMs } from '#kit/clock.ts'
import { changeSetting } from '#kit/settings.store.ts'
import type { Hex } from '#outside/chains/bytes.ts'
import { type Chains, connectChains } from '#outside/chains/connect.store.ts'
import { openIncidents, resolveIncident } from '#outside/chains/incident.store.ts'
import { type TestChain, testChain } from '#outside/chains/test-chain.ts'
import { type TestApp, testApp } from '#server/test-app.ts'
import { credit, type Holder, newHolder } from '#server/test-funds.ts'
import { withdrawalVelocity } from './withdrawal-settings.ts'
import { cancelWithdrawal, requestWithdrawal, withdrawals } from './withdrawals.contract.ts'
import { createPayer } from './withdrawals.job.ts'

const home: Hex = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('when much is asked to leave', () => {
  let chain: TestChain
  let app: TestApp
  let chains: Chains
  let holder: Holder
  let payer: ReturnType<typeof createPayer>
  beforeEach(async () => {
    chain = await testChain()
    app = await testApp()
    chains = await connectChains({ db: app.db, networks: chain.networks, signer: chain.signer })
    payer = createPayer({ db: app.db, clock: app.clock, chains })
    holder = await newHolder(app)
    await holder.bind('bsc', home)
    app.clock.advance(dayMs)
    await credit(app, holder, 'bsc', 'USDT', '3000')
    await limit({})
  })
  afterEach(async () => {
    await app.close()
    await chain.close()
  })

  const limit = (change: Partial<typeof withdrawalVelocity.initial>) => {
    const value = { hourValue: '100', dayValue: '150', rushPercent: 30, rushFloorValue: '1000', ...change }
    const why = { reason: 'a test', at: app.clock.now() }
    return app.db.transaction((tx) => changeSetting(tx, withdrawalVelocity, { value, ...why }))
  }
  const ask = async (amount: string) => {
    const code = holder.code()
    await holder.client.confirm()
    return holder.client.call(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount, code })
  }
  const read = async (id: number) => (await holder.client.call(withdrawals, { id })).items[0]
  const kinds = async () => (await openIncidents(app.db)).map(({ kind, chain: where }) => `${kind} ${where}`)
  const release = async () => {
    for (const { id } of await openIncidents(app.db))
      await app.db.transaction((tx) => resolveIncident(tx, id, 'a test', app.clock.now()))
  }
  const velocity = [{ reason: 'velocity', until: null }]

  it('everything stops beyond the limit of an hour, is taken down all the same, and goes on when it is released', async () => {
    expect((await ask('60')).waits).toEqual([])
    await payer.run()
    expect((await ask('40')).waits).toEqual([])
    const over = await ask('10')
    expect(over).toMatchObject({ state: 'sending', waits: velocity })
    expect(await kinds()).toEqual(['velocity eth', 'velocity bsc'])
    expect(await ask('10')).toMatchObject({ waits: velocity })
    expect(await kinds()).toHaveLength(2)
    await payer.run()
    expect(await read(over.id)).toMatchObject({ hash: '' })
    app.clock.advance(1)
    await release()
    await payer.run()
    expect(await read(over.id)).toMatchObject({ state: 'confirming' })
    // What was looked at counts no more.
    app.clock.advance(1)
    expect((await ask('90')).waits).toEqual([])
    expect((await ask('20')).waits.map(({ reason }) => reason)).toContain('velocity')
  })

  it('everything stops beyond the limit of a day, though no hour had too much', async () => {
    for (const amount of ['90', '60']) {
      expect((await ask(amount)).waits).toEqual([])
      app.clock.advance(hourMs + minuteMs)
    }
    expect(await ask('10')).toMatchObject({ waits: velocity })
  })

  it('what is taken back does not count', async () => {
    const until = addMs(app.clock.now(), hourMs)
    await app.db.transaction((tx) => holdWithdrawals(tx, holder.walletId, until, 'password'))
    const { id } = await ask('90')
    await holder.client.call(cancelWithdrawal, { id })
    expect((await ask('90')).waits.map(({ reason }) => reason)).toEqual(['security'])
  })

  it('two wallets that ask at the same moment do not pass the limit between them', async () => {
    const other = await newHolder(app)
    await other.bind('bsc', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359')
    app.clock.advance(dayMs)
    await credit(app, other, 'bsc', 'USDT', '3000')
    const codes = [holder.code()]
    // One moment for both.
    app.wall.advance(-minuteMs)
    codes.push(other.code())
    for (const { client } of [holder, other]) await client.confirm()
    const asked = [holder, other].map(({ client }, index) =>
      client.call(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount: '60', code: codes[index] ?? '' }),
    )
    await Promise.all(asked)
    expect(await kinds()).toEqual(['velocity eth', 'velocity bsc'])
  })

  it('a coin of which 30 % of a week’s recharges leave within an hour is looked at first', async () => {
    await limit({ hourValue: '100000', dayValue: '100000', rushFloorValue: '50' })
    const { serial, id } = { serial: 1, id: holder.walletId }
    await app.db.query(
      `INSERT INTO deposit (chain, tx_hash, ordinal, block_number, block_hash, coin, from_address, to_address, base_units, units, remainder,
         kind, wallet_id, state, seen_at, credited_at) VALUES ('bsc', '0x01', 0, $1, '0x02', 'USDT', '', '', 1, $2, 0, 'wallet', $3, 'credited', $4, $4)`,
      [serial, parseUnits('1000'), id, app.clock.now()],
    )
    expect((await ask('300')).waits).toEqual([])
    expect((await ask('20')).waits.map(({ reason }) => reason)).toEqual(['review'])
    app.clock.advance(hourMs)
    expect((await ask('20')).waits).toEqual([])
  })
})
