import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reconciliations } from '#custody/comparing/books.store.ts'
import { reconcileBooks } from '#custody/comparing/reconcile.job.ts'
import { sweepDeposits } from '#custody/sweeping/sweep.job.ts'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { testDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import type { Db } from '#kit/store/db.ts'
import { dayMs, hourMs, stoppedClock } from '#kit/time/clock.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import { wideRules } from '#outside/chains/test/test-chain.ts'
import { simulatedUsdt, tronUnits } from '#outside/chains/tron-fake/dev-tron.ts'
import { type TestTron, testTron } from '#outside/chains/tron-fake/test-tron.ts'

describe('what arrived at deposit addresses on TRON', () => {
  let tron: TestTron
  let db: Db
  let chains: Chains
  let clock: ReturnType<typeof stoppedClock>
  const open = async (options: Parameters<typeof testTron>[0] = {}) => {
    tron = await testTron(options)
    db = await testDb()
    clock = stoppedClock(new Date('2026-11-22T12:00:00Z'))
    chains = await connectChains({ db, networks: [tron.network], signer: tron.signer })
    tron.mine(20)
  }
  beforeEach(() => open())
  const close = async () => {
    await db.close()
    await tron.close()
  }
  afterEach(close)

  const addressOfNew = async (): Promise<string> => {
    const { walletId } = await testWallet(db)
    return (await depositAddressOf(db, walletId, (await loadWallet(db, walletId)).serial, 'tron')) ?? ''
  }
  const give = async (address: string, amount: string) => {
    tron.give(address, amount)
    tron.mine(21)
    await watchNetworks({ db, clock, chains })
  }
  const sweep = () => sweepDeposits({ db, clock, chains })
  const compare = async () => {
    await watchNetworks({ db, clock, chains })
    await reconcileBooks({ db, clock, chains })
    expect((await reconciliations(db)).map(({ difference }) => difference)).toEqual([0n])
  }
  const sweepAll = async (rounds = 8, look = async () => {}) => {
    for (let round = 0; round < rounds; round += 1) {
      await sweep()
      tron.mine()
      await look()
      tron.mine(20)
      await look()
    }
  }
  const steps = () =>
    db.query<{ kind: string; state: string }>(
      'SELECT s.kind, t.state FROM tron_sweep_step s JOIN outgoing_transaction t ON t.id = s.outgoing_id ORDER BY t.id',
    )
  const incidents = async () => (await openIncidents(db)).map(({ kind, halts }) => `${kind} ${halts}`)
  const hot = () => tron.balance(tron.hotAddress)

  it('goes to the hot wallet: the gas account gives each address what the transfer burns, and no other coin moves', async () => {
    const addresses = [await addressOfNew(), await addressOfNew()]
    const before = { hot: hot(), gas: tron.sun(tron.gasAddress) ?? 0n }
    for (const address of addresses) await give(address, '70')
    // The network has no account at this address, so the address cannot send.
    expect(addresses.map((address) => tron.sun(address))).toEqual([undefined, undefined])
    await sweepAll(5, compare)
    expect(addresses.map((address) => tron.balance(address))).toEqual([0n, 0n])
    expect(hot()).toBe(before.hot + tronUnits('140'))
    expect(await steps()).toEqual(['fund', 'fund', 'move', 'move'].map((kind) => ({ kind, state: 'confirmed' })))
    // Each address gets 7.07 TRX plus 1.1 burned for the new account. The reserve, a tenth of the need, remains.
    expect(before.gas - (tron.sun(tron.gasAddress) ?? 0n)).toBe(2n * (7_071_350n + 1_100_000n))
    expect(addresses.map((address) => tron.sun(address))).toEqual([642_850n, 642_850n])
    expect(await db.query(`SELECT 1 FROM deposit WHERE swept_at IS NULL AND kind = 'wallet'`)).toEqual([])
    expect(await incidents()).toEqual([])
    await sweepAll(2)
    expect(await steps()).toHaveLength(4)
  })

  it('is swept again from the same address later, and what was left of the TRX there is used first', async () => {
    const address = await addressOfNew()
    await give(address, '70')
    await sweepAll()
    clock.advance(hourMs)
    tron.advance(dayMs)
    const gas = tron.sun(tron.gasAddress) ?? 0n
    await give(address, '50')
    await sweepAll()
    expect(tron.balance(address)).toBe(0n)
    expect(gas - (tron.sun(tron.gasAddress) ?? 0n)).toBe(7_071_350n - 642_850n)
    expect(tron.sun(address)).toBe(642_850n)
  })

  it('stays while it is less than twenty times the cost, for a week, and for good while it is less than the cost', async () => {
    const [some, dust] = [await addressOfNew(), await addressOfNew()]
    await give(some, '38')
    await give(dust, '1.9')
    await sweepAll(3)
    clock.advance(7 * dayMs + 1)
    await sweepAll()
    expect([tron.balance(some), tron.balance(dust)]).toEqual([0n, tronUnits('1.9')])
    clock.advance(70 * dayMs)
    await sweepAll(3)
    expect(tron.balance(dust)).toBe(tronUnits('1.9'))
  })

  it('is moved with energy somebody lent to the address, and TRX is given only for what that leaves', async () => {
    const address = await addressOfNew()
    await give(address, '70')
    tron.sendSun(address, 1n)
    tron.mine()
    tron.lend(address, 6_786n * 1_000_000n)
    await sweepAll()
    expect(tron.balance(address)).toBe(0n)
    expect((await steps()).map(({ kind }) => kind)).toEqual(['move'])
  })

  it('is moved once when blocks are replaced, questions and answers are lost, and a step expires in no block', async () => {
    const address = await addressOfNew()
    await give(address, '70')
    const before = hot()
    // The node accepts the transaction, loses the response and then forgets the transaction.
    tron.setFate((path) => (path.endsWith('broadcasthex') ? 'lose answer' : 'answer'))
    await sweep()
    await sweep()
    tron.setFate(undefined)
    tron.mine(2)
    tron.chain.reorganise(2)
    expect(tron.sun(address)).toBeUndefined()
    tron.advance(1_000_000)
    tron.mine(21)
    await sweepAll()
    expect((await steps())[0]).toEqual({ kind: 'fund', state: 'expired' })
    expect((await steps()).filter(({ state }) => state === 'confirmed').map(({ kind }) => kind)).toEqual([
      'fund',
      'move',
    ])
    expect(hot()).toBe(before + tronUnits('70'))
  })

  it('leaves dust that came after the amount was read, and still counts it there', async () => {
    const address = await addressOfNew()
    await give(address, '70')
    for (const blocks of [0, 21, 0, 0]) {
      await sweep()
      tron.mine(blocks)
    }
    expect((await steps()).map(({ kind }) => kind)).toEqual(['fund', 'move'])
    tron.give(address, '0.005')
    // The sweeper was down until the dust became final.
    tron.mine(540)
    const counted = () => db.query<{ swept: bigint }>('SELECT swept_fine::bigint AS swept FROM dust')
    for (let round = 0; (await counted()).length === 0; round += 1) {
      expect(round).toBeLessThan(20)
      await watchNetworks({ db, clock, chains })
    }
    await sweepAll(1, compare)
    expect(tron.balance(address)).toBe(5_000n)
    expect(await db.query("SELECT 1 FROM deposit WHERE swept_at IS NULL AND kind = 'wallet'")).toEqual([])
    expect(await counted()).toEqual([{ swept: 0n }])
    clock.advance(dayMs)
    await compare()
  })

  it('is found where a sweep was lost sight of: nothing is sent twice, and what has left is marked so', async () => {
    const address = await addressOfNew()
    await give(address, '70')
    await sweepAll()
    const gas = tron.sun(tron.gasAddress)
    await db.query('UPDATE deposit SET swept_at = NULL')
    await db.query('DELETE FROM tron_sweep_step')
    await db.query('DELETE FROM tron_sweep')
    await sweepAll(3)
    expect(await db.query(`SELECT 1 FROM deposit WHERE swept_at IS NULL AND kind = 'wallet'`)).toEqual([])
    expect([await steps(), tron.sun(tron.gasAddress)]).toEqual([[], gas])
  })

  it('out of energy burns what it was given: a person is told, and an hour later it is tried again', async () => {
    const address = await addressOfNew()
    await give(address, '70')
    const before = hot()
    const setHot = (baseUnits: bigint) => tron.chain.newest.tokens.get(simulatedUsdt)?.set(tron.hotAddress, baseUnits)
    await sweep()
    while ((await steps()).length < 2) {
      tron.mine(21)
      await sweep()
    }
    // Empties the hot wallet between check and transfer, because payments to empty addresses cost twice the energy.
    setHot(0n)
    for (let round = 0; round < 3; round += 1) {
      await sweep()
      tron.mine(21)
    }
    expect((await steps()).map(({ kind, state }) => `${kind} ${state}`)).toEqual(['fund confirmed', 'move failed'])
    expect([tron.balance(address), tron.sun(address)]).toEqual([tronUnits('70'), 50n])
    expect(await incidents()).toEqual(['sweep_failed false'])
    setHot(before)
    clock.advance(hourMs + 1)
    await sweepAll()
    expect(tron.balance(address)).toBe(0n)
    expect(await incidents()).toEqual([])
  })

  it('waits, and asks for TRX, while the gas account has too little', async () => {
    const address = await addressOfNew()
    tron.chain.newest.sun.set(tron.gasAddress, 5_000_000n)
    await give(address, '70')
    await sweepAll(3)
    expect([await steps(), await incidents()]).toEqual([[], ['gas_low false']])
    tron.sendSun(tron.gasAddress, 1_000_000_000n)
    await sweepAll()
    expect(tron.balance(address)).toBe(0n)
    expect(await incidents()).toEqual([])
  })

  it('is given no more TRX than the signer’s own rules allow, whatever is asked', async () => {
    await close()
    await open({ rules: { ...wideRules, tronGas: { anAddress: 9_000_000n, inDay: 10_000_000n } } })
    const addresses = [await addressOfNew(), await addressOfNew()]
    for (const address of addresses) await give(address, '70')
    await sweepAll()
    expect(addresses.map((address) => tron.balance(address)).toSorted((a, b) => Number(a - b))).toEqual([
      0n,
      tronUnits('70'),
    ])
    expect(await incidents()).toEqual(['sweep_failed false'])
  })

  it('is what a real network does not start without: the operator names the gas account, and it holds TRX', async () => {
    const real = await testDb()
    const connect = (change: object) =>
      connectChains({ db: real, networks: [{ ...tron.network, demo: false, ...change }], signer: tron.signer })
    await expect(connect({})).rejects.toThrow(`name it in the networks file: "gasAddress": "${tron.gasAddress}"`)
    await expect(connect({ gasAddress: tron.hotAddress })).rejects.toThrow('not the gas account of this signer')
    await connect({ gasAddress: tron.gasAddress })
    tron.chain.newest.sun.delete(tron.gasAddress)
    await expect(connect({ gasAddress: tron.gasAddress })).rejects.toThrow('holds no TRX')
    await real.close()
  })
})
