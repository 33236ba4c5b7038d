import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconciliations } from '#custody/comparing/books.store.ts'
import { countAddresses } from '#custody/comparing/count.job.ts'
import { foldRemainders } from '#custody/comparing/count.store.ts'
import { reconcileBooks } from '#custody/comparing/reconcile.job.ts'
import { sweepDeposits } from '#custody/sweeping/sweep.job.ts'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { testDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import type { Db } from '#kit/store/db.ts'
import { dayMs, hourMs, stoppedClock } from '#kit/time/clock.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import { transferData } from '#outside/chains/evm/erc20.ts'
import { openIncidents, resolveIncident } from '#outside/chains/incident.store.ts'
import { type Hex, quantity } from '#outside/chains/keys/bytes.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'

describe('what a comparison with a chain asks for', () => {
  let chain: TestChain
  let db: Db
  let chains: Chains
  const asked = new Set<string>()
  const holders: Hex[] = []
  const clock = stoppedClock(new Date('2026-11-22T12:00:00Z'))
  const watch = () => watchNetworks({ db, clock, chains, confirmations: () => 1 })
  const compare = () => reconcileBooks({ db, clock, chains })
  const count = () => countAddresses({ db, clock, chains })
  const told = async () => (await openIncidents(db)).map(({ kind, halts }) => `${kind} ${halts}`)
  const differences = async () => (await reconciliations(db)).map(({ difference }) => difference).filter(Boolean)
  const close = async () => {
    for (const { id } of await openIncidents(db))
      await db.transaction((tx) => resolveIncident(tx, id, 'looked at', clock.now()))
  }
  const pay = async (to: Hex, amount: string) => {
    await chain.give('bsc', 'USDT', to, amount)
    await chain.mine(2)
    await watch()
  }
  const sweepAll = async () => {
    for (let round = 0; round < 4; round += 1) {
      await sweepDeposits({ db, clock, chains, confirmations: () => 2 })
      await chain.mine(2)
    }
    await watch()
  }
  /** Moves the address's balance to the payout contract without the address's key. */
  const empty = async (from: Hex, units: bigint) => {
    await chain.rpc('anvil_setBalance', [from, quantity(10n ** 18n)])
    await chain.rpc('anvil_impersonateAccount', [from])
    const to = chain.networks.find((network) => network.chain === 'bsc')?.tokens.USDT
    await chain.rpc('eth_sendTransaction', [{ from, to, data: transferData(chain.hotAddress, units) }])
    await chain.mine(2)
    await watch()
  }

  beforeAll(async () => {
    chain = await testChain()
    db = await testDb()
    const networks = chain.networks.filter((network) => network.chain === 'bsc')
    const all = await connectChains({ db, networks, signer: chain.signer })
    const connected = [...all.connected].map(([name, connection]) => {
      const { port } = connection
      const balance: typeof port.balance = (coin, address) => {
        asked.add(address)
        return port.balance(coin, address)
      }
      const balances: typeof port.balances = (coin, addresses) => {
        for (const address of addresses) asked.add(address)
        return port.balances(coin, addresses)
      }
      return [name, { ...connection, port: { ...port, balance, balances } }] as const
    })
    chains = { ...all, connected: new Map(connected) }
    for (let person = 0; person < 5; person += 1) {
      const { walletId } = await testWallet(db)
      holders.push((await depositAddressOf(db, walletId, (await loadWallet(db, walletId)).serial)) as Hex)
    }
    await watch()
  })
  afterAll(async () => {
    await db.close()
    await chain.close()
  })

  it('is addresses with something unswept only, not every address that ever received a coin', async () => {
    for (const address of holders.slice(0, 4)) await pay(address, '40')
    await sweepAll()
    await pay(holders[4] as Hex, '30')
    clock.advance(2 * hourMs)
    asked.clear()
    await compare()
    expect(holders.filter((address) => asked.has(address))).toEqual([holders[4]])
    expect([await differences(), await told()]).toEqual([[], []])
  })

  it('is every address once a day, in pieces: a coin nobody wrote down at a swept address is found', async () => {
    await chain.give('bsc', 'USDT', holders[0] as Hex, '9')
    await chain.mine(1)
    await watchNetworks({ db, clock, chains })
    await db.query(`DELETE FROM deposit WHERE state = 'seen'`)
    await compare()
    expect(await told()).toEqual([])
    asked.clear()
    await count()
    expect(holders.filter((address) => asked.has(address))).toEqual(holders)
    asked.clear()
    await count()
    expect(asked.size).toBe(0)
    await compare()
    expect(await told()).toEqual(['books_over false'])
    await close()
    await empty(holders[0] as Hex, 9n * 10n ** 18n)
    clock.advance(dayMs)
    await count()
    expect(await db.query('SELECT address FROM stray_balance')).toEqual([])
  })

  it('fails closed where a sweep that was booked is undone, and finds the coins again', async () => {
    await compare()
    await close()
    const [before] = await differences()
    await db.query('UPDATE deposit SET swept_at = $1 WHERE to_address = $2', [
      new Date(clock.now().getTime() - 2 * hourMs),
      holders[4],
    ])
    await compare()
    expect(await told()).toContain('books_short true')
    clock.advance(dayMs)
    await count()
    await compare()
    expect((await differences())[0]).toBe(before)
    await close()
  })

  it('still asks an address that was swept within the hour', async () => {
    await db.query('UPDATE deposit SET swept_at = $1 WHERE to_address = $2', [clock.now(), holders[3]])
    asked.clear()
    await compare()
    expect(asked.has(holders[3] ?? '')).toBe(true)
    await close()
  })

  it('counts remainders below 10⁻⁸ by what changes, through reorganisations, and keeps their sum in few rows', async () => {
    const remainders = async () =>
      (await db.query<{ sum: string }>('SELECT coalesce(sum(base_units), 0)::text AS sum FROM chain_remainder'))[0]?.sum
    const insert = (ordinal: number, remainder: number) =>
      db.query(
        `INSERT INTO deposit (chain, tx_hash, ordinal, block_number, block_hash, coin, from_address, to_address, base_units, units,
           remainder, kind, seen_at) VALUES ('bsc', 'r', $1, 1, 'r', 'USDT', 'a', 'b', 1, 0, $2, 'unknown', now())`,
        [ordinal, remainder],
      )
    expect(await remainders()).toBe('0')
    for (let ordinal = 0; ordinal < 1_000; ordinal += 1) await insert(ordinal, ordinal)
    await db.query(`UPDATE deposit SET orphaned_at = now() WHERE tx_hash = 'r' AND ordinal < 10`)
    await db.query(`UPDATE deposit SET orphaned_at = NULL WHERE tx_hash = 'r' AND ordinal < 5`)
    await db.query(`DELETE FROM deposit WHERE tx_hash = 'r' AND ordinal >= 990`)
    const [{ sum } = { sum: '' }] = await db.query<{ sum: string }>(
      `SELECT sum(remainder)::text AS sum FROM deposit WHERE orphaned_at IS NULL`,
    )
    expect(await remainders()).toBe(sum)
    await foldRemainders(db, 'bsc')
    expect(await remainders()).toBe(sum)
    expect(await db.query('SELECT coin FROM chain_remainder')).toEqual([{ coin: 'USDT' }])
  })
})
