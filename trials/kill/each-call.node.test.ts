import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPayer } from '#custody/payments/withdrawals.job.ts'
import { sweepDeposits } from '#custody/sweeping/sweep.job.ts'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { takeSnapshot } from '#days/snapshot.store.ts'
import { testDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import type { Db } from '#kit/store/db.ts'
import { sizeOf } from '#kit/test/test-size.ts'
import { seededDice } from '#kit/text/random.ts'
import { addDays, type Day, stoppedClock } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { buildProofs } from '#proofs/days/build.job.ts'
import { signProofs } from '#proofs/days/publish.store.ts'
import { writeRoots } from '#proofs/roots/roots.job.ts'
import { writtenRoots } from '#proofs/roots/roots.store.ts'
import { allowMany, askWithdrawals } from './test-asked.ts'
import { interrupted, Killed, type Mortal, mortal } from './test-mortal.ts'

/** Calls at which a worker dies, for each purpose. Infinity: every one. */
const deaths = sizeOf(import.meta.url, { least: 6, turn: 40, all: Number.POSITIVE_INFINITY })
const dice = seededDice(Number(process.env.SEED ?? 20_261_128))

let chain: TestChain
let db: Db
let chains: Chains
const clock = stoppedClock(new Date('2026-11-25T00:00:00Z'))
const confirmations = () => 2
beforeAll(async () => {
  chain = await testChain()
  db = await testDb()
  chains = await connectChains({ db, networks: chain.networks, signer: chain.signer })
  await allowMany(db, clock.now())
})
afterAll(async () => {
  await db.close()
  await chain.close()
})

const nonceOf = async (address: string) => Number(await chain.rpc('eth_getTransactionCount', [address, 'latest']))

type Work = {
  /** Gives the workers one thing to do. @returns whether it is done, and checks it */
  begin(): Promise<{ isDone(): Promise<boolean>; check(): Promise<void> }>
  run(worker: Pick<Mortal, 'db' | 'chains'>): Promise<unknown>
  readonly sender: () => string
}

/** Runs a worker until it dies or is done, and its successor to the end. @returns the number of calls */
async function once({ begin, run, sender }: Work, diesAt: number): Promise<number> {
  const before = await nonceOf(sender())
  const { isDone, check } = await begin()
  const worker = mortal(db, chains, diesAt)
  const isOrphaned = diesAt % 2 === 1
  for (let round = 0; !(await isDone()); round += 1) {
    expect(round, `round of ${diesAt}`).toBeLessThan(20)
    const alive = worker.isDead() ? { db, chains } : worker
    await run(alive).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
    })
    await chain.mine()
    if (isOrphaned && round === 1) await chain.rpc('anvil_reorg', [1, []])
  }
  await check()
  // One transaction each, however often it was sent.
  expect(await nonceOf(sender()), `transactions of ${diesAt}`).toBe(before + 1)
  expect([await audit(db), await openIncidents(db)]).toEqual([[], []])
  return worker.calls()
}

async function atEachCall(work: Work): Promise<void> {
  const calls = await once(work, 0)
  const all = Array.from({ length: calls }, (_, index) => index + 1)
  const chosen = deaths >= calls ? all : Array.from({ length: deaths }, () => dice.pick(all))
  for (const diesAt of chosen) await once(work, diesAt)
  process.stdout.write(`${JSON.stringify({ calls, deaths: chosen.length })}\n`)
}

const payment: Work = {
  sender: () => chain.payerAddress,
  run: (worker) => createPayer({ ...worker, clock, confirmations }).run(),
  async begin() {
    const { ids, address, whole } = await askWithdrawals(db, ['bsc'], 50, clock.now())
    const stateOf = async () =>
      (await db.query<{ state: string }>('SELECT state FROM withdrawal WHERE id = ANY ($1)', [ids]))[0]
    return {
      isDone: async () => (await stateOf())?.state === 'done',
      check: async () => expect(await chain.balance('bsc', 'USDT', address)).toBe(whole * 10n ** 18n),
    }
  },
}

const sweep: Work = {
  sender: () => [...chains.connected.values()][0]?.gasAddress ?? '',
  run: (worker) => sweepDeposits({ ...worker, clock, confirmations }),
  async begin() {
    const { walletId } = await testWallet(db)
    const address = (await depositAddressOf(db, walletId, (await loadWallet(db, walletId)).serial)) as Hex
    const vault = await chain.balance('bsc', 'USDT', chain.hotAddress)
    await chain.give('bsc', 'USDT', address, '70')
    await chain.mine()
    const isUnswept = async () =>
      (await db.query('SELECT FROM deposit WHERE swept_at IS NULL AND to_address = $1', [address])).length > 0
    for (let pass = 0; pass < 50 && !(await isUnswept()); pass += 1)
      await watchNetworks({ db, clock, chains, confirmations: () => 1 })
    expect(await isUnswept()).toBe(true)
    return {
      isDone: async () =>
        !(await isUnswept()) &&
        (await db.query('SELECT FROM outgoing_transaction WHERE ended_at IS NULL')).length === 0,
      check: async () => {
        const moved = (await chain.balance('bsc', 'USDT', chain.hotAddress)) - vault
        expect([moved, await chain.balance('bsc', 'USDT', address)]).toEqual([70n * 10n ** 18n, 0n])
      },
    }
  },
}

let day = '2026-11-01' as Day
const root: Work = {
  sender: () => [...chains.connected.values()][0]?.proofAddress ?? '',
  run: (worker) => writeRoots({ ...worker, now: clock.now, confirmations }),
  async begin() {
    day = addDays(day, 1)
    const today = day
    await db.transaction((tx) => takeSnapshot(tx, today))
    await buildProofs(db, clock.now())
    await signProofs(db, new Uint8Array(32).fill(5), clock.now())
    const written = async () => (await writtenRoots(db, today, today)).get(today) ?? []
    return {
      isDone: async () => (await written()).length > 0,
      check: async () => expect(await written()).toHaveLength(1),
    }
  },
}

const works = [
  { name: 'a payment', work: payment },
  { name: 'a sweep', work: sweep },
  { name: 'a proof root', work: root },
] as const

describe('killed before or after any call to the database, a node or the signer, and with its block orphaned', () => {
  it.each(works)('sends one transaction for $name', async ({ work }) => atEachCall(work), 3_600_000)
})

describe('two workers, of which one stands still at any call while the other runs', () => {
  it.each(works)(
    'send one transaction for $name',
    async ({ work }) => {
      const calls = await once(work, 0)
      const all = Array.from({ length: calls }, (_, index) => index + 1)
      for (const at of deaths >= calls ? all : Array.from({ length: deaths }, () => dice.pick(all))) {
        const slow = interrupted(db, chains, at, () => work.run({ db, chains }))
        await once({ ...work, run: () => work.run(slow) }, 0)
      }
    },
    3_600_000,
  )
})

describe('two workers at the same time', () => {
  it.each(works)('send one transaction for $name', async ({ work }) => {
    const run: Work['run'] = (worker) => Promise.all([work.run(worker), work.run(worker)])
    for (let turn = 0; turn < 3; turn += 1) await once({ ...work, run }, 0)
  })
})
