import { afterAll, beforeAll, expect, it } from 'vitest'
import { reconciliations } from '#custody/comparing/books.store.ts'
import { reconcileBooks } from '#custody/comparing/reconcile.job.ts'
import { sweepDeposits } from '#custody/sweeping/sweep.job.ts'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { testFolderDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import type { Db } from '#kit/store/db.ts'
import { sizeOf } from '#kit/test/test-size.ts'
import { meanwhile, testMs } from '#kit/test/test-until.ts'
import { seededDice } from '#kit/text/random.ts'
import { wallClock } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import { tronUnits } from '#outside/chains/tron-fake/dev-tron.ts'
import { type TestTron, testTron } from '#outside/chains/tron-fake/test-tron.ts'
import { untilKilled } from './test-until-killed.ts'

const killsWanted = Number(process.env.KILLS ?? sizeOf(import.meta.url, { least: 2, turn: 6, all: 60 }))
const addressCount = Number(process.env.ADDRESSES ?? (3 * killsWanted) / 2)
const seed = Number(process.env.SEED ?? 20_261_122)
const dice = seededDice(seed)
const clock = wallClock

let tron: TestTron
let db: Db
let chains: Chains
beforeAll(async () => {
  tron = await testTron()
  db = await testFolderDb(tron.dataDir)
  chains = await connectChains({ db, networks: [tron.network], signer: tron.signer })
})
afterAll(async () => {
  await db.close()
  await tron.close()
})

/** Steps at which to kill, repeated by the risk of a duplicate transaction. Empty: any step. */
const dangerous = ['sent', 'sent', 'sent', 'kept', 'signed', 'settled', 'ended', ''] as const

/** Runs the sweeper and kills it at a step, counting only steps named `only` if given. @returns whether it was killed */
function sweepUntil(diesAt: number, only = ''): Promise<boolean> {
  return untilKilled('./test-tron-sweeper.ts', tron.dataDir, JSON.stringify([tron.network]), `${diesAt}`, only)
}

function minedOf(address: string) {
  const all = tron.chain.blocks.flatMap(({ transactions }) => transactions)
  const funds = all.filter(({ read: { transaction } }) => {
    const { contract } = transaction
    return contract.kind === 'TransferContract' && contract.to === address
  })
  const moves = all.filter(({ read: { transaction } }) => transaction.contract.from === address)
  return { funds: funds.length, moves: moves.map(({ outcome }) => outcome.result) }
}

const met = { lostQuestions: 0, lostAnswers: 0, doubled: 0, limited: 0, reorganisations: 0, compared: 0 }
/** True to keep transactions out of blocks until the next broadcast, hidden from the next sweeper. */
let isHeld = false
function makeHostile(): void {
  const happens = <Name extends string>(what: keyof typeof met, name: Name): Name => {
    met[what] += 1
    return name
  }
  tron.setFate((path) => {
    const fate = dice.below(100)
    const unkind = path.endsWith('broadcasthex') ? 4 : 1
    if (unkind > 1) isHeld = dice.chance(0.6)
    if (fate < 3 * unkind) return happens('lostQuestions', 'lose question')
    if (fate < 6 * unkind) return happens('lostAnswers', 'lose answer')
    if (fate < 9 * unkind) return happens('doubled', 'twice')
    return fate < 11 * unkind ? happens('limited', 'limit') : 'answer'
  })
}

/** Compares ledger and chain during the run, after reading to the chain's end. */
async function compare(): Promise<void> {
  tron.setFate(undefined)
  const since = clock.now()
  const isCompared = async (): Promise<boolean> => {
    await watchNetworks({ db, clock, chains })
    await reconcileBooks({ db, clock, chains })
    const [found] = await reconciliations(db)
    if (!found || found.comparedAt < since) return false
    expect(found.difference).toBe(0n)
    return true
  }
  let attempts = 0
  while (!(await isCompared())) {
    attempts += 1
    expect(attempts).toBeLessThan(100)
  }
  met.compared += 1
}

async function paidAddress(amount: string): Promise<string> {
  const { walletId } = await testWallet(db)
  const address = (await depositAddressOf(db, walletId, (await loadWallet(db, walletId)).serial, 'tron')) ?? ''
  tron.give(address, amount)
  tron.mine(22)
  await watchNetworks({ db, clock, chains })
  return address
}
class Killed extends Error {}
const sweepOnce = (diesAt: (name: string) => boolean = () => false): Promise<boolean> => {
  let isDead = false
  const onStep = (name: string): void => {
    isDead ||= diesAt(name)
    if (isDead) throw new Killed()
  }
  return sweepDeposits({ db, clock, chains, onStep }).then(
    () => false,
    (error: unknown) => {
      if (error instanceof Killed) return true
      throw error
    },
  )
}
async function sweepTo(name: string, times: number): Promise<void> {
  let seen = 0
  const isIt = (step: string): boolean => {
    if (step === name) seen += 1
    return seen === times
  }
  while (!(await sweepOnce(isIt))) tron.mine(21)
}
async function sweepToTheEnd(address: string): Promise<void> {
  for (let round = 0; round < 10 && tron.balance(address) > 0n; round += 1) {
    await sweepOnce()
    tron.mine(21)
  }
  await sweepOnce()
}

const transactions = [
  { what: 'giving TRX', times: 1 },
  { what: 'moving coins', times: 2 },
]
const eachStep = ['settled', 'signed', 'kept', 'sent'].flatMap((name) =>
  transactions.map((each) => ({ ...each, name })),
)

it.each(eachStep)(
  'gives TRX once and moves once, killed when $what was $name and no block takes what was sent',
  async ({ name, times }) => {
    const address = await paidAddress('70')
    await sweepTo(name, times)
    for (let round = 0; round < 3; round += 1) {
      tron.advance(3_000)
      tron.chain.mine({ isEmpty: true })
      await sweepOnce()
    }
    await sweepToTheEnd(address)
    expect([tron.balance(address), minedOf(address)]).toEqual([0n, { funds: 1, moves: ['SUCCESS'] }])
  },
)

it.each(transactions)(
  'gives TRX once and moves once, where the block of $what goes and somebody hands it over again',
  async ({ times }) => {
    const address = await paidAddress('70')
    await sweepTo('sent', times)
    tron.mine(1)
    const sent = tron.chain.blocks.at(-1)?.transactions.map(({ raw }) => raw) ?? []
    expect(sent).toHaveLength(1)
    await sweepOnce()
    tron.chain.reorganise(1)
    await sweepOnce()
    await sweepOnce()
    for (const raw of sent) tron.chain.broadcast(raw)
    await sweepToTheEnd(address)
    expect([tron.balance(address), minedOf(address)]).toEqual([0n, { funds: 1, moves: ['SUCCESS'] }])
  },
)

it(
  `sweeps every deposit address on TRON once, through up to ${killsWanted} kills of the sweeper (seed ${seed})`,
  async () => {
    const asked: { address: string; amount: number }[] = []
    for (let index = 0; index < addressCount; index += 1) {
      const { walletId } = await testWallet(db)
      const { serial } = await loadWallet(db, walletId)
      const address = (await depositAddressOf(db, walletId, serial, 'tron')) ?? ''
      asked.push({ address, amount: 50 + (index >> 1) })
      tron.give(address, `${50 + (index >> 1)}`)
    }
    tron.mine(22)
    await watchNetworks({ db, clock, chains })
    const before = { hot: tron.balance(tron.hotAddress), gas: tron.sun(tron.gasAddress) ?? 0n }

    const endMining = meanwhile(() => {
      if (isHeld) {
        tron.advance(50)
        tron.chain.mine({ isEmpty: true })
      } else tron.mine(1, 50)
      if (!isHeld && dice.chance(0.03)) {
        tron.chain.reorganise(1 + dice.below(4))
        met.reorganisations += 1
      }
    }, 30)
    let kills = 0
    try {
      makeHostile()
      const next = (): Promise<boolean> => {
        if (kills >= killsWanted) return sweepUntil(0)
        const name = dangerous[dice.below(dangerous.length)]
        return name ? sweepUntil(1 + dice.below(4), name) : sweepUntil(1 + dice.below(kills < 2 ? 12 : 30))
      }
      while (await next()) {
        kills += 1
        await compare()
        makeHostile()
        if (kills === 2) tron.advance(1_000_000)
      }
    } finally {
      isHeld = false
      await endMining()
      tron.setFate(undefined)
    }
    tron.mine(22)
    await compare()

    const wrong = asked.filter(({ address }) => {
      const { funds, moves } = minedOf(address)
      return tron.balance(address) !== 0n || funds !== 1 || moves.join() !== 'SUCCESS'
    })
    expect(wrong).toEqual([])
    const total = asked.reduce((sum, { amount }) => sum + amount, 0)
    expect(tron.balance(tron.hotAddress)).toBe(before.hot + tronUnits(`${total}`))
    expect([await audit(db), await openIncidents(db)]).toEqual([[], []])
    expect({ isKilled: kills >= killsWanted / 2, metAll: met.lostAnswers > 0 && met.reorganisations > 0 }).toEqual({
      isKilled: true,
      metAll: true,
    })
    const [over] = await db.query<{ count: bigint }>(
      "SELECT count(*) AS count FROM outgoing_transaction WHERE purpose = 'tron_step' AND state = 'expired'",
    )
    const gas = Number((before.gas - (tron.sun(tron.gasAddress) ?? 0n)) / 1_000_000n)
    process.stdout.write(
      `${JSON.stringify({ kills, addresses: addressCount, expired: Number(over?.count), gasTrx: gas, ...met, seed })}\n`,
    )
  },
  Math.max(testMs, 15_000 * killsWanted),
)
