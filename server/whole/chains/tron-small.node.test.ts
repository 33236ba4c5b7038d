import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readBooks, reconciliations } from '#custody/comparing/books.store.ts'
import { countAddresses } from '#custody/comparing/count.job.ts'
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

describe('small payments to deposit addresses on TRON', () => {
  let tron: TestTron
  let db: Db
  let chains: Chains
  let clock: ReturnType<typeof stoppedClock>
  let people: string[]
  const asked = new Set<string>()
  const open = async (options: Parameters<typeof testTron>[0] = {}) => {
    tron = await testTron(options)
    db = await testDb()
    clock = stoppedClock(new Date('2026-11-22T12:00:00Z'))
    const all = await connectChains({ db, networks: [tron.network], signer: tron.signer })
    const connected = [...all.connected].map(([name, connection]) => {
      const { port } = connection
      const balances: typeof port.balances = (coin, addresses) => {
        for (const address of addresses) asked.add(address)
        return port.balances(coin, addresses)
      }
      return [name, { ...connection, port: { ...port, balances } }] as const
    })
    chains = { ...all, connected: new Map(connected) }
    people = []
    for (let person = 0; person < 4; person += 1) {
      const { walletId } = await testWallet(db)
      people.push((await depositAddressOf(db, walletId, (await loadWallet(db, walletId)).serial, 'tron')) ?? '')
    }
    tron.mine(20)
  }
  beforeEach(() => open())
  const close = async () => {
    await db.close()
    await tron.close()
  }
  afterEach(close)

  const watch = async (blocks = 21) => {
    tron.mine(blocks)
    await watchNetworks({ db, clock, chains })
  }
  const sweep = () => sweepDeposits({ db, clock, chains })
  const askedFor = async () => {
    asked.clear()
    await watchNetworks({ db, clock, chains })
    await reconcileBooks({ db, clock, chains })
    return people.filter((address) => asked.has(address))
  }
  const stand = async () => [
    (await reconciliations(db)).map(({ difference }) => difference),
    (await openIncidents(db)).map(({ kind, halts }) => `${kind} ${halts}`),
  ]

  it('that are never worth a sweep are asked for once, not every minute', async () => {
    for (const address of people) tron.give(address, '0.5')
    tron.give(people[0] ?? '', '0.000001')
    await watch()
    expect(await askedFor()).toEqual(people)
    for (let minutes = 0; minutes < 3; minutes += 1) expect(await askedFor()).toEqual([])
    tron.give(people[1] ?? '', '0.2')
    tron.give(people[2] ?? '', '60')
    await watch()
    expect(await askedFor()).toEqual(people.slice(1, 3))
    expect(await askedFor()).toEqual(people.slice(2, 3))
    expect(await stand()).toEqual([[0n], []])
    // The payment counts as dust from its block on, at any depth.
    await watch(540)
    await askedFor()
    expect(await askedFor()).toEqual(people.slice(2, 3))
    expect(await stand()).toEqual([[0n], []])
  })

  it('to very many addresses at once are asked for a thousand in a comparison, and nothing is missed', async () => {
    await watch()
    const [{ id } = { id: '' }] = await db.query<{ id: string }>('SELECT id FROM wallet LIMIT 1')
    await db.query(
      `INSERT INTO deposit (chain, tx_hash, ordinal, block_number, block_hash, coin, from_address, to_address, base_units, units, remainder,
         kind, wallet_id, state, seen_at, credited_at)
       SELECT 'tron', 't', n, 1, 'b', 'USDT', 'f', 'a' || n, 20000, 2000000, 0, 'wallet', $1, 'credited', $2, $2 FROM generate_series(1, 2500) n`,
      [id, clock.now()],
    )
    const books = await readBooks(db, 'tron', ['USDT'], clock.now())
    expect(
      books?.coins.map(({ addresses, resting }) => [addresses.length, resting.addresses.size, resting.fine]),
    ).toEqual([[1_000, 1_500, 1_500n * 2n * 10n ** 16n]])
  })

  it('that are gone are missed within the day, and from then on every minute', async () => {
    for (const address of people) tron.give(address, '0.5')
    await watch()
    await askedFor()
    const { tokens } = tron.chain.newest
    tokens.get(simulatedUsdt)?.set(people[3] ?? '', 0n)
    expect(await askedFor()).toEqual([])
    clock.advance(dayMs)
    await countAddresses({ db, clock, chains })
    expect(await askedFor()).toEqual(people.slice(3))
    expect(await stand()).toEqual([[-5n * 10n ** 17n], ['books_short true']])
  })

  it('that left with a sweep nobody counted them in are not thought to be there', async () => {
    tron.give(people[0] ?? '', '70')
    await watch()
    await sweep()
    // This payment arrives after the sweep fixed its last payment and before it reads the amount.
    tron.give(people[0] ?? '', '0.5')
    for (let round = 0; round < 8; round += 1) {
      await watch()
      await sweep()
    }
    expect(tron.balance(people[0] ?? '')).toBe(0n)
    await askedFor()
    clock.advance(2 * hourMs)
    for (let minutes = 0; minutes < 2; minutes += 1) expect(await askedFor()).toEqual(people.slice(0, 1))
    expect(await stand()).toEqual([[0n], []])
  })

  it('do not take the gas of the day from large ones because they are older', async () => {
    await close()
    await open({ rules: { ...wideRules, tronGas: { anAddress: 9_000_000n, inDay: 10_000_000n } } })
    const [small = '', other = '', large = ''] = people
    for (const address of [small, other]) tron.give(address, '3')
    await watch()
    clock.advance(7 * dayMs + 1)
    tron.give(large, '5000')
    await watch()
    for (let round = 0; round < 8; round += 1) {
      await sweep()
      tron.mine(21)
    }
    expect([small, other, large].map((address) => tron.balance(address))).toEqual([tronUnits('3'), tronUnits('3'), 0n])
  })
})
