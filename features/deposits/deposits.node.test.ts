import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { whileCertifying } from '#custody/watching/certify/test-certify.ts'
import { depositMinimums, depositOpenings } from '#custody/watching/deposits/deposit-settings.ts'
import { grantFirstCredits } from '#custody/watching/deposits/first-credit.store.ts'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { isAddressCertified } from '#kit/chain/deposit-certificate.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { dayMs, minuteMs } from '#kit/time/clock.ts'
import { company, outside } from '#ledger/posting/chart.ts'
import { balanceOf, walletBalances } from '#ledger/posting/ledger.store.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import type { TestClient } from '#server/test/test-client.ts'
import { askFaucet, depositAddresses, deposits } from './deposits.contract.ts'

describe('recharging', () => {
  let chain: TestChain
  let app: TestApp
  let chains: Chains
  let isConnected: boolean
  let client: TestClient
  let walletId: Awaited<ReturnType<TestClient['createWallet']>>['walletId']
  beforeEach(async () => {
    chain = await testChain()
    app = await testApp()
    isConnected = false
    client = app.client()
    ;({ walletId } = await client.createWallet())
  })
  afterEach(async () => {
    await app.close()
    await chain.close()
  })
  const connect = async () => {
    chains = await connectChains({ db: app.db, networks: chain.networks, signer: chain.signer })
    isConnected = true
  }
  const watch = () => watchNetworks({ db: app.db, clock: app.clock, chains })
  const ask = async (from = client) => {
    const asked = from.call(depositAddresses, {})
    return (await (isConnected ? whileCertifying({ db: app.db, chains }, asked) : asked)).chains
  }
  const addressOn = async (id: ChainId) => (await ask()).find((each) => each.chain === id)?.address as Hex
  const list = async (filter = {}) => (await client.call(deposits, filter)).items
  const has = async (asset: string) =>
    (await walletBalances(app.db, walletId)).find((row) => row.asset === asset)?.available ?? 0n

  it('is off while no node is connected, and says so', async () => {
    for (const each of await ask()) expect(each).toMatchObject({ enabled: false, address: '' })
    expect(await client.refusal(askFaucet, { chain: 'bsc', coin: 'USDT', amount: '5' })).toBe('funds.faucet_closed')
  })

  it('shows one address for a wallet, with minimum, confirmations and window, and always the same', async () => {
    await connect()
    const [eth, bsc] = await ask()
    expect(eth).toMatchObject({ chain: 'eth', enabled: true, confirmations: 12, standard: 'ERC-20' })
    expect(bsc?.coins).toContainEqual({
      coin: 'USDT',
      token: expect.stringMatching(/^0x/),
      minimum: '5',
      open: true,
      opensAt: '00:00',
      closesAt: '24:00',
      closing: null,
    })
    expect(bsc?.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(bsc?.address).toBe(eth?.address)
    expect((await ask()).slice(0, 2)).toEqual([eth, bsc])
    const other = app.client()
    await other.createWallet()
    expect((await ask(other))[1]?.address).not.toBe(bsc?.address)
  })

  it('comes with the signer’s word for an address that is asked for the first time', async () => {
    await connect()
    const shown = await ask()
    for (const { enabled, address, certificate } of shown.filter((each) => each.enabled)) {
      expect(enabled).toBe(true)
      expect(certificate && isAddressCertified({ walletId, family: 'evm', address }, certificate)).toBe(true)
    }
    expect(shown.filter((each) => each.enabled).length).toBeGreaterThan(0)
  })

  it('is the same for twelve who ask for the first time at once', async () => {
    await connect()
    const { serial } = await loadWallet(app.db, walletId)
    const found = await Promise.all(Array.from({ length: 12 }, () => depositAddressOf(app.db, walletId, serial)))
    expect(new Set(found).size).toBe(1)
    expect(found[0]).toBe(await addressOn('bsc'))
  })

  it('follows what the operator sets', async () => {
    await connect()
    await app.db.transaction(async (tx) => {
      const why = { reason: 'a test', at: app.clock.now() }
      const closed = { 'bsc.USDT': { open: false, opensAt: '00:00', closesAt: '24:00' } }
      await changeSetting(tx, depositOpenings, { value: closed, ...why })
      await changeSetting(tx, depositMinimums, { value: { 'bsc.USDT': '7.5' }, ...why })
    })
    expect((await ask())[1]?.coins[0]).toMatchObject({ coin: 'USDT', open: false, minimum: '7.5' })
  })

  it('shows a payment at once, n of N, and credits it exactly once at N', async () => {
    await connect()
    const hash = await chain.give('bsc', 'USDT', await addressOn('bsc'), '500')
    await chain.mine()
    await watch()
    expect(await list()).toMatchObject([
      { hash, amount: '500', state: 'confirming', confirmations: 1, confirmationsNeeded: 15, late: false },
    ])
    await chain.mine(13)
    await watch()
    expect(await list()).toMatchObject([{ state: 'confirming', confirmations: 14, creditedAt: null }])
    expect(await has('USDT')).toBe(0n)
    await chain.mine()
    await watch()
    await watch()
    expect(await list()).toMatchObject([
      { state: 'credited', confirmations: 15, explorerUrl: `https://explorer.test/tx/${hash}` },
    ])
    expect(await has('USDT')).toBe(50_000_000_000n)
  })

  it('says how long it usually takes and how long it still takes, by the last blocks, and neither while the chain is late', async () => {
    await connect()
    await chain.give('bsc', 'USDT', await addressOn('bsc'), '500')
    await chain.mine()
    await watch()
    // Fifteen blocks are needed, and only one exists.
    await app.db.query("DELETE FROM chain_block WHERE chain = 'bsc'")
    await app.db.query(
      `INSERT INTO chain_block (chain, number, hash, parent, at)
       SELECT chain, head - 10 + place, 'test ' || place, '', timestamptz '2026-11-23' + place * interval '2 seconds'
       FROM network, generate_series(0, 10) AS place WHERE chain = 'bsc'`,
    )
    expect(await list()).toMatchObject([{ confirmations: 1, secondsLeft: 28, late: false }])
    expect((await ask())[1]).toMatchObject({ usualSeconds: 30, late: false })
    await app.db.query("UPDATE network SET head = head + 16 WHERE chain = 'bsc'")
    expect((await ask())[1]).toMatchObject({ late: true })
    await app.db.query("UPDATE network SET head = head - 13, demo = false WHERE chain = 'bsc'")
    app.clock.advance(6 * minuteMs)
    expect(await list()).toMatchObject([{ secondsLeft: null, late: true }])
    expect((await ask())[1]).toMatchObject({ late: true })
  })

  it('keeps what is below the minimum in suspense, and releases it when such payments reach it together', async () => {
    await connect()
    const to = await addressOn('eth')
    await chain.give('eth', 'USDT', to, '2')
    await chain.give('eth', 'USDT', to, '2.5')
    await chain.mine(12)
    await watch()
    expect(await list()).toMatchObject([{ state: 'collecting' }, { state: 'collecting' }])
    expect(await has('USDT')).toBe(0n)
    expect(await balanceOf(app.db, company('suspense'), 'USDT')).toBe(450_000_000n)
    await chain.give('eth', 'USDT', to, '0.5')
    await chain.mine(12)
    await watch()
    expect((await list()).map(({ state }) => state)).toEqual(['credited', 'credited', 'credited'])
    expect(await has('USDT')).toBe(500_000_000n)
    expect(await balanceOf(app.db, company('suspense'), 'USDT')).toBe(0n)
  })

  it('brings the first 1,000 CREDIT a week after the first 100 USDT, however many payments they come in', async () => {
    await connect()
    const to = await addressOn('eth')
    for (const amount of ['60', '39.99', '5']) {
      await chain.give('eth', 'USDT', to, amount)
      await chain.mine(12)
      await watch()
    }
    await grantFirstCredits(app.db, app.clock.now())
    expect(await has('CREDIT')).toBe(0n)
    app.clock.advance(7 * dayMs)
    await grantFirstCredits(app.db, app.clock.now())
    expect(await has('CREDIT')).toBe(100_000_000_000n)
  })

  it('shows very small payments as one line, with what waits of them', async () => {
    const networks = chain.networks.filter((network) => network.chain === 'bsc')
    chains = await connectChains({ db: app.db, networks, signer: chain.signer })
    const to = await addressOn('bsc')
    await chain.give('bsc', 'USDT', to, '1')
    for (const amount of ['0.00000001', '0.009', '0.004']) await chain.give('bsc', 'USDT', to, amount)
    await chain.mine(20)
    await watchNetworks({ db: app.db, clock: app.clock, chains, blocksKept: 18 })
    const items = await list()
    expect(items.map(({ amount, payments, state }) => ({ amount, payments, state }))).toEqual([
      { amount: '0.01300001', payments: 3, state: 'collecting' },
      { amount: '1', payments: 1, state: 'collecting' },
    ])
    expect(items[0]).toMatchObject({ id: -1, hash: '', explorerUrl: '', address: to })
    expect(await list({ coin: 'ATMC' })).toEqual([])
    await chain.give('bsc', 'USDT', to, '5')
    await chain.mine(15)
    await watch()
    expect(await has('USDT')).toBe(601_300_001n)
    expect((await list()).map(({ amount, state }) => `${amount} ${state}`)).toEqual([
      '0.01300001 credited',
      '5 credited',
      '1 credited',
    ])
  })

  it('books the company’s transfer to the hot wallet as capital, and a stranger’s as unknown', async () => {
    await connect()
    await chain.mine(15)
    await watch()
    expect(await balanceOf(app.db, company('capital'), 'ATMC')).toBe(20_000_000n * 10n ** 8n)
    await chain.give('bsc', 'ATMC', chain.hotAddress, '3')
    await chain.mine(15)
    await watch()
    expect(await balanceOf(app.db, company('suspense'), 'ATMC')).toBe(300_000_000n)
    expect(await balanceOf(app.db, outside('bsc'), 'ATMC')).toBe(-20_000_003n * 10n ** 8n)
  })

  it('forgets a payment whose block left the chain before it was deep enough', async () => {
    await connect()
    await chain.give('bsc', 'USDT', await addressOn('bsc'), '500')
    await chain.mine(3)
    await watch()
    expect(await list()).toHaveLength(1)
    await chain.rpc('anvil_reorg', [3, []])
    await watch()
    expect(await list()).toEqual([])
    await chain.mine(20)
    await watch()
    expect(await has('USDT')).toBe(0n)
    expect(await openIncidents(app.db)).toEqual([])
  })

  it('raises an incident that halts payments when a credited payment loses its block', async () => {
    await connect()
    const hash = await chain.give('bsc', 'USDT', await addressOn('bsc'), '500')
    await chain.mine(16)
    await watch()
    expect(await has('USDT')).toBe(50_000_000_000n)
    await chain.rpc('anvil_reorg', [16, []])
    await watch()
    expect(await list()).toMatchObject([{ state: 'orphaned' }])
    // Both networks share one node, so the intact one stops too.
    expect(await openIncidents(app.db)).toMatchObject([
      { chain: 'eth', kind: 'deep_reorg', halts: true, detail: { booked: '' } },
      { chain: 'bsc', kind: 'deep_reorg', halts: true, detail: { booked: hash } },
    ])
  })

  it('never pays out of suspense what waited there and is no longer on the chain', async () => {
    await connect()
    await chain.give('bsc', 'USDT', await addressOn('bsc'), '2')
    await chain.mine(16)
    await watch()
    expect(await list()).toMatchObject([{ state: 'collecting' }])
    await chain.rpc('anvil_reorg', [16, []])
    await watch()
    expect(await list()).toMatchObject([{ state: 'orphaned' }])
    await chain.give('bsc', 'USDT', await addressOn('bsc'), '4')
    await chain.mine(16)
    await watch()
    expect(await list()).toMatchObject([{ amount: '4', state: 'collecting' }, { state: 'orphaned' }])
    expect(await has('USDT')).toBe(0n)
    await chain.give('bsc', 'USDT', await addressOn('bsc'), '1')
    await chain.mine(16)
    await watch()
    expect((await list()).map(({ state }) => state)).toEqual(['credited', 'credited', 'orphaned'])
    expect(await has('USDT')).toBe(500_000_000n)
  })

  it('refuses another chain, or another signer, than the database knows', async () => {
    await connect()
    const other = await testChain()
    const networks = other.networks.map((network) => ({ ...network, evmChainId: 1 }))
    await expect(connectChains({ db: app.db, networks, signer: chain.signer })).rejects.toThrow('npm run dev:reset')
    await expect(connectChains({ db: app.db, networks: chain.networks, signer: other.signer })).rejects.toThrow(
      "signer's keys",
    )
    await other.close()
  })

  it('takes a wish for test coins once, within its maximum', async () => {
    await connect()
    const wish = { chain: 'bsc', coin: 'USDT', amount: '500' } as const
    const { id } = await client.call(askFaucet, wish)
    expect(id).toBeGreaterThan(0)
    expect(await client.refusal(askFaucet, { ...wish, amount: '10000.01' })).toBe('funds.faucet_maximum')
    expect(await client.refusal(askFaucet, { ...wish, coin: 'WLD' })).toBe('funds.chain_coin')
    for (const amount of ['0', '-1', '1e30', '1.234', ''])
      expect(await client.refusal(askFaucet, { ...wish, amount }), amount).toMatch(/^field\./)
  })

  it('shows nobody another wallet’s payments', async () => {
    await connect()
    await chain.give('bsc', 'USDT', await addressOn('bsc'), '500')
    await chain.mine()
    await watch()
    const other = app.client()
    await other.createWallet()
    expect((await other.call(deposits, {})).items).toEqual([])
  })
})
