import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { whileCertifying } from '#custody/watching/certify/test-certify.ts'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { company } from '#ledger/posting/chart.ts'
import { balanceOf, walletBalances } from '#ledger/posting/ledger.store.ts'
import type { ConnectedChain } from '#outside/chains/connect.server.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import { type TestTron, testTron } from '#outside/chains/tron-fake/test-tron.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import type { TestClient } from '#server/test/test-client.ts'
import { depositAddresses, deposits } from './deposits.contract.ts'

describe('recharging on TRON', () => {
  let tron: TestTron
  let app: TestApp
  let chains: Chains
  let client: TestClient
  let walletId: Awaited<ReturnType<TestClient['createWallet']>>['walletId']
  beforeEach(async () => {
    tron = await testTron()
    app = await testApp()
    chains = await connectChains({ db: app.db, networks: [tron.network], signer: tron.signer })
    client = app.client()
    ;({ walletId } = await client.createWallet())
  })
  afterEach(async () => {
    await app.close()
    await tron.close()
  })
  const watch = () => watchNetworks({ db: app.db, clock: app.clock, chains })
  const ask = async () => (await whileCertifying({ db: app.db, chains }, client.call(depositAddresses, {}))).chains
  const place = async () => {
    const found = (await ask()).find(({ chain }) => chain === 'tron')
    if (!found) throw new Error('TRON is a network')
    return found
  }
  const list = async () => (await client.call(deposits, {})).items
  const has = async () =>
    (await walletBalances(app.db, walletId)).find(({ asset }) => asset === 'USDT')?.available ?? 0n

  it('shows an address of its own, of 34 characters, and says that the network is simulated', async () => {
    const { address, ...shown } = await place()
    expect(address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
    expect(shown).toMatchObject({ enabled: true, simulated: true, confirmations: 20, standard: 'TRC-20' })
    expect(shown.coins).toMatchObject([{ coin: 'USDT', minimum: '5' }])
    expect((await ask())[1]).toMatchObject({ enabled: false, simulated: false })
  })

  it('shows a payment at once, n of 20, and credits it exactly once when it is final', async () => {
    const hash = tron.give((await place()).address, '500')
    tron.mine()
    await watch()
    expect(await list()).toMatchObject([
      { hash, amount: '500', state: 'confirming', confirmations: 1, confirmationsNeeded: 20 },
    ])
    tron.mine(18)
    await watch()
    expect(await list()).toMatchObject([{ state: 'confirming', confirmations: 19 }])
    expect(await has()).toBe(0n)
    tron.mine()
    await watch()
    await watch()
    const explorerUrl = `https://explorer.test/#/transaction/${hash}`
    expect(await list()).toMatchObject([{ state: 'credited', confirmations: 20, explorerUrl }])
    expect(await has()).toBe(50_000_000_000n)
  })

  it('books nothing that the network does not call final, however deep it is', async () => {
    tron.give((await place()).address, '500')
    tron.mine(30)
    const [name, connection] = [...chains.connected][0] as ['tron', ConnectedChain]
    const port = { ...connection.port, final: async () => 1 }
    const late: Chains = { ...chains, connected: new Map([[name, { ...connection, port }]]) }
    await watchNetworks({ db: app.db, clock: app.clock, chains: late })
    expect(await has()).toBe(0n)
    await watch()
    expect(await has()).toBe(50_000_000_000n)
  })

  it('forgets a payment whose block left the chain, credits it where it came again, and halts when it was credited', async () => {
    const to = (await place()).address
    const first = tron.give(to, '500')
    tron.mine(3)
    await watch()
    tron.chain.reorganise(3, [[], [first], []])
    await watch()
    expect(await list()).toMatchObject([{ hash: first, state: 'confirming', confirmations: 2 }])
    tron.chain.reorganise(2)
    await watch()
    expect(await list()).toEqual([])
    tron.give(to, '7')
    tron.mine(20)
    await watch()
    expect(await has()).toBe(700_000_000n)
    expect(await openIncidents(app.db)).toEqual([])
    tron.chain.reorganise(20)
    await watch()
    expect(await list()).toMatchObject([{ state: 'orphaned' }])
    expect(await openIncidents(app.db)).toMatchObject([{ chain: 'tron', kind: 'deep_reorg', halts: true }])
  })

  it('keeps what is below the minimum, counts a payment to nobody as unknown, and the company’s as capital', async () => {
    const to = (await place()).address
    tron.give(to, '2')
    tron.give(tron.hotAddress, '3')
    tron.mine(20)
    await watch()
    expect(await list()).toMatchObject([{ amount: '2', state: 'collecting' }])
    expect(await balanceOf(app.db, company('suspense'), 'USDT')).toBe(500_000_000n)
    expect(await balanceOf(app.db, company('capital'), 'USDT')).toBe(500_000n * 10n ** 8n)
    tron.give(to, '3')
    tron.mine(20)
    await watch()
    expect(await has()).toBe(500_000_000n)
  })

  it('loses and doubles nothing while the node loses questions and answers, doubles them and lags behind', async () => {
    const to = (await place()).address
    let turn = 0
    const fates = ['answer', 'lose answer', 'lagging', 'lose question', 'answer', 'twice', 'limit', 'late'] as const
    for (let round = 0; round < 10; round += 1) {
      tron.give(to, '10')
      tron.mine(2)
      tron.setFate(() => {
        turn += 1
        return fates[turn % fates.length] ?? 'answer'
      })
      await watch().catch(() => undefined)
    }
    tron.mine(20)
    tron.setFate(undefined)
    await watch()
    expect(await has()).toBe(100n * 10n ** 8n)
    expect(await list()).toHaveLength(10)
  })
})
