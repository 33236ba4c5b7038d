import { afterEach, beforeEach, expect, it } from 'vitest'
import { reconciliations } from '#custody/comparing/books.store.ts'
import { reconcileBooks } from '#custody/comparing/reconcile.job.ts'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { testDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import type { Db } from '#kit/store/db.ts'
import { minuteMs, stoppedClock } from '#kit/time/clock.ts'
import { company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import { type TestTron, testTron } from '#outside/chains/tron-fake/test-tron.ts'

let tron: TestTron
let db: Db
let chains: Chains
let address: string
const clock = stoppedClock(new Date('2026-11-22T12:00:00Z'))
beforeEach(async () => {
  tron = await testTron()
  db = await testDb()
  chains = await connectChains({ db, networks: [tron.network], signer: tron.signer })
  const { walletId } = await testWallet(db)
  const { serial } = await loadWallet(db, walletId)
  address = (await depositAddressOf(db, walletId, serial, 'tron')) ?? ''
  tron.mine(20)
})
afterEach(async () => {
  await db.close()
  await tron.close()
})

const watch = () => watchNetworks({ db, clock, chains })
const compare = () => reconcileBooks({ db, clock, chains })
const row = async () => (await reconciliations(db))[0]
const kinds = async () => (await openIncidents(db)).map(({ kind, halts }) => `${kind} ${halts}`)

it('the books and TRON are equal while a payment is confirmed, below the minimum too, and blocks are made meanwhile', async () => {
  tron.give(address, '20')
  tron.give(address, '0.000001')
  tron.mine(3)
  await watch()
  tron.give(address, '7')
  tron.mine(2)
  await compare()
  expect(await row()).toMatchObject({ difference: 0n, arrivingUnits: 2_000_000_100n })
  tron.mine(30)
  await watch()
  await compare()
  // Dust is booked once its block is final. Until then it counts as arriving.
  expect(await row()).toMatchObject({ difference: 0n, arrivingUnits: 100n })
  expect(await kinds()).toEqual([])
})

it('one missing unit on TRON stops its withdrawals; a node that answers nothing stops them after ten minutes', async () => {
  await watch()
  await compare()
  tron.setFate((path) => (path.includes('triggerconstant') ? 'lose answer' : 'answer'))
  clock.advance(10 * minuteMs + 1)
  await compare().catch(() => undefined)
  expect(await kinds()).toEqual(['books_stale true'])
  tron.setFate(undefined)
  await compare()
  expect(await kinds()).toEqual([])
  await db.transaction((tx) => {
    const postings = [{ from: outside('tron'), to: company('capital'), asset: 'USDT' as const, units: 1n }]
    return post(tx, { key: 'test:never came', at: clock.now(), postings })
  })
  await compare()
  expect(await row()).toMatchObject({ difference: -(10n ** 10n) })
  expect(await kinds()).toEqual(['books_short true'])
})
