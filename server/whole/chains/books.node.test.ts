import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reconciliations } from '#custody/comparing/books.store.ts'
import { reconcileBooks } from '#custody/comparing/reconcile.job.ts'
import { whileCertifying } from '#custody/watching/certify/test-certify.ts'
import { depositAddresses } from '#features/deposits/deposits.contract.ts'
import { withdrawalRules } from '#features/withdrawals/withdrawals.contract.ts'
import { operations } from '#identity/operators/operator-log.store.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { minuteMs } from '#kit/time/clock.ts'
import { outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import type { Chains } from '#outside/chains/connect.server.ts'
import { transferData } from '#outside/chains/evm/erc20.ts'
import { RpcUnreachable } from '#outside/chains/evm/json-rpc.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import { type Hex, quantity } from '#outside/chains/keys/bytes.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { chainLoops } from '../../loops/chain-loops.ts'
import { home, type MoneyWorld, moneyWorld } from '../../test/test-money-world.ts'
import { operate } from '../../test/test-operator.ts'

const thief: Hex = '0x000000000000000000000000000000000000dEaD'
const one = 10n ** 18n

describe('the books and the chains', () => {
  let chain: TestChain
  let world: MoneyWorld
  let address: Hex
  beforeEach(async () => {
    chain = await testChain()
    world = await moneyWorld(chain, { homes: { bsc: home } })
    const shown = (await whileCertifying(world.job, world.holder.client.call(depositAddresses, {}))).chains
    address = shown.find((each) => each.chain === 'bsc')?.address as Hex
    await chain.mine(20)
    await world.watch()
  })
  afterEach(() => world.close())

  const compare = (chains: Chains = world.chains) => reconcileBooks({ ...world.job, chains })
  const onBsc = (change: Parameters<MoneyWorld['through']>[0]) => world.through(change, 'bsc')
  const pay = async (amount: string, coin: Coin = 'USDT', blocks = 15) => {
    await chain.give('bsc', coin, address, amount)
    await chain.mine(blocks)
    await world.watch()
  }
  const row = async (coin: Coin = 'USDT') =>
    (await reconciliations(world.app.db)).find((each) => each.chain === 'bsc' && each.coin === coin)
  const incidents = async () =>
    (await openIncidents(world.app.db)).map(({ kind, chain: where, halts }) => ({ kind, where, halts }))
  const type = (line: string) => operate(world.app, line)
  /** Simulates a thief who has the key. */
  const take = async (from: Hex, to: Hex, units: bigint) => {
    await chain.rpc('anvil_setBalance', [from, quantity(one)])
    await chain.rpc('anvil_impersonateAccount', [from])
    const token = chain.networks.find((network) => network.chain === 'bsc')?.tokens.USDT
    await chain.rpc('eth_sendTransaction', [{ from, to: token, data: transferData(to, units) }])
    await chain.rpc('anvil_stopImpersonatingAccount', [from])
    await chain.mine()
    await world.watch()
  }
  const steal = (from: Hex, units: bigint) => take(from, thief, units)

  it('are equal with the company’s capital, with payments in flight both ways, below the minimum and below 10⁻⁸', async () => {
    await compare()
    expect((await row())?.custodyUnits).toBeGreaterThan(0n)
    await chain.give('bsc', 'USDT', thief, '600')
    await take(thief, address, 500n * one + 7n)
    await chain.mine(15)
    await world.watch()
    await pay('1.5', 'ATMC')
    await pay('70', 'USDT', 3)
    await compare()
    expect(await row()).toMatchObject({ difference: 0n, arrivingUnits: parseUnits('70'), leavingUnits: 0n })
    const { id } = await world.ask('50')
    await world.payer.run()
    await compare()
    expect(await row()).toMatchObject({ difference: 0n, leavingUnits: 0n })
    await chain.mine(5)
    await world.watch()
    await world.payer.run()
    await compare()
    expect(await row()).toMatchObject({ difference: 0n, leavingUnits: parseUnits('49.7') })
    await chain.mine(20)
    await world.watch()
    await world.payer.run()
    expect((await world.read(id))?.state).toBe('done')
    await compare()
    expect(await row()).toMatchObject({ difference: 0n, leavingUnits: 0n, arrivingUnits: 0n })
    expect(await row('ATMC')).toMatchObject({ difference: 0n })
    expect(await incidents()).toEqual([])
    expect((await type('books show')).text).toContain('bsc USDT')
  })

  it('are taken at one block, though payments come in while the node is read', async () => {
    await pay('500')
    let busy = 3
    const restless = onBsc((port) => ({
      balances: async (coin, owners) => {
        if (busy > 0 && coin === 'USDT' && owners.includes(address)) {
          busy -= 1
          const before = await port.balances(coin, owners)
          await chain.give('bsc', 'USDT', address, '11')
          await chain.mine()
          return busy % 2 === 0 ? before : port.balances(coin, owners)
        }
        return port.balances(coin, owners)
      },
    }))
    await compare(restless)
    expect(busy).toBe(0)
    expect(await row()).toMatchObject({ difference: 0n })
    expect(await incidents()).toEqual([])
  })

  it('stop the withdrawals of the chain where one unit is missing, say why, and go on only by the operator’s word', async () => {
    await pay('500')
    const { id } = await world.ask('50')
    await steal(address, 10n ** 10n)
    await compare()
    await compare()
    expect(await incidents()).toEqual([{ kind: 'books_short', where: 'bsc', halts: true }])
    expect(await row()).toMatchObject({ difference: -(10n ** 10n) })
    await world.payer.run()
    const waits = [{ reason: 'books', until: null }]
    expect(await world.read(id)).toMatchObject({ state: 'sending', waits })
    expect((await world.holder.client.call(withdrawalRules, { chain: 'bsc', coin: 'USDT' })).waits).toEqual(waits)

    const { text } = await type('incident list')
    expect(text).toMatch(/bsc {2}books_short {2}withdrawals stand still .*difference -0.00000001 USDT/)
    expect((await type('incident resolve 1')).code).toBe(2)
    expect((await type('incident resolve 9 nothing')).code).toBe(2)
    const resolved = await type('incident resolve 1 the thief gave it back')
    expect(resolved.text).toContain('withdrawals on bsc go on')
    expect((await operations(world.app.db, 1))[0]).toMatchObject({
      verb: 'incident resolve',
      args: { args: ['1', 'the', 'thief', 'gave', 'it', 'back'] },
    })
    await compare()
    expect(await incidents()).toEqual([{ kind: 'books_short', where: 'bsc', halts: true }])
    await chain.give('bsc', 'USDT', address, '0.00000001')
    await chain.mine(15)
    // Only money that no deposit claims fills a shortage.
    await world.watch()
    await compare()
    expect(await row()).toMatchObject({ difference: -(10n ** 10n) })
  })

  it('stop at once where the hot wallet was emptied', async () => {
    await pay('500')
    await steal(chain.hotAddress, 1_000n * one)
    await compare()
    expect(await incidents()).toEqual([{ kind: 'books_short', where: 'bsc', halts: true }])
  })

  it('only tell where there is too much, and go on', async () => {
    await pay('500')
    await world.app.db.transaction((tx) => {
      const postings = [
        { from: { owner: 'house', purpose: 'capital' }, to: outside('bsc'), asset: 'USDT', units: 700n } as const,
      ]
      return post(tx, { key: 'test:lost', at: world.app.clock.now(), postings })
    })
    await compare()
    await compare()
    expect(await incidents()).toEqual([{ kind: 'books_over', where: 'bsc', halts: false }])
    const { id } = await world.ask('50')
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'confirming' })
  })

  it('stop when the node is silent for ten minutes, not before, and go on by themselves when it speaks again', async () => {
    await pay('500')
    await compare()
    const silent = onBsc(() => ({
      balances: async () => {
        throw new RpcUnreachable('eth_call', 'silent')
      },
    }))
    world.app.clock.advance(10 * minuteMs)
    await expect(compare(silent)).rejects.toThrow('no answer')
    expect(await incidents()).toEqual([])
    world.app.clock.advance(1)
    for (let count = 0; count < 2; count += 1) await expect(compare(silent)).rejects.toThrow('no answer')
    expect(await incidents()).toEqual([{ kind: 'books_stale', where: 'bsc', halts: true }])
    const { id } = await world.ask('50')
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'sending', waits: [{ reason: 'books', until: null }] })
    await compare()
    expect(await incidents()).toEqual([])
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'confirming' })
  })

  it('are not compared while the chain changes under them, and nobody is blamed for it', async () => {
    await pay('500')
    let hasChanged = false
    const turning = onBsc((port) => ({
      balances: async (coin, owners) => {
        if (!hasChanged) {
          hasChanged = true
          await chain.rpc('anvil_reorg', [2, []])
        }
        return port.balances(coin, owners)
      },
    }))
    expect(await compare(turning).catch(() => undefined)).toBe(false)
    expect(await row()).toBeUndefined()
    // A chain that was never compared counts as stale.
    expect(await incidents()).toContainEqual({ kind: 'books_stale', where: 'bsc', halts: true })
    await world.watch()
    expect(await compare()).toBe(true)
    expect(await incidents()).toEqual([])
  })

  it('are compared again 5 seconds after blocks changed meanwhile, otherwise once a minute', async () => {
    await pay('500')
    let balanceReads = 0
    let isTurning = true
    const { connected, signer } = onBsc((port) => ({
      balances: (coin, owners) => {
        balanceReads += 1
        return port.balances(coin, owners)
      },
      blockAt: async (number) => (isTurning ? undefined : port.blockAt(number)),
    }))
    const bsc = connected.get('bsc')
    expect(bsc).toBeDefined()
    let now = 0
    const time = { now: () => now, wait: () => Promise.resolve() }
    const loops = bsc ? chainLoops({ ...world.job, chains: { connected, signer } }, new Map([['bsc', bsc]]), time) : []
    const job = loops.find(({ name }) => name === 'compare:bsc')?.jobs()[0]
    const comparesAt = async (second: number) => {
      now = second * 1000
      balanceReads = 0
      await job?.run()
      return balanceReads > 0
    }
    expect([await comparesAt(0), await comparesAt(4)]).toEqual([true, false])
    isTurning = false
    expect(await comparesAt(5)).toBe(true)
    expect(await row()).toBeDefined()
    expect([await comparesAt(64), await comparesAt(65)]).toEqual([false, true])
  })
})
