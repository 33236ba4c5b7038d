import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { testDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import { chains as chainTerms } from '#kit/chain/chains.ts'
import type { Db } from '#kit/store/db.ts'
import { sizeOf } from '#kit/test/test-size.ts'
import { testMs } from '#kit/test/test-until.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { type Dice, seededDice } from '#kit/text/random.ts'
import { stoppedClock } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { company } from '#ledger/posting/chart.ts'
import { balanceOf, walletBalances } from '#ledger/posting/ledger.store.ts'
import { connectChains } from '#outside/chains/connect.server.ts'
import { RpcUnreachable } from '#outside/chains/evm/json-rpc.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import { type TestTron, testTron } from '#outside/chains/tron-fake/test-tron.ts'

const needed = chainTerms.tron.confirmations
const seed = Number(process.env.SEED ?? 20_261_121)
const rounds = Number(process.env.ROUNDS ?? sizeOf(import.meta.url, { least: 40, turn: 50, all: 250 }))

let tron: TestTron
let db: Db
beforeEach(async () => {
  tron = await testTron()
  db = await testDb()
})
afterEach(async () => {
  await db.close()
  await tron.close()
})

type Weather = {
  readonly rounds: number
  readonly depthMax: number
  /** Probability that a transaction returns. */
  readonly keep: number
}

/** Transactions return in another order and block, or never. @returns how many never do */
function reorganise(dice: Dice, { depthMax, keep }: Weather): number {
  const depth = 1 + dice.below(depthMax)
  const gone = tron.chain.blocks.slice(-depth).flatMap(({ transactions }) => transactions.map(({ read }) => read.hash))
  const contents = Array.from({ length: depth }, (): string[] => [])
  let dropped = 0
  for (const id of gone)
    if (dice.chance(keep)) contents[dice.below(depth)]?.[dice.chance(0.5) ? 'push' : 'unshift'](id)
    else dropped += 1
  tron.chain.reorganise(depth, contents)
  return dropped
}

/** @returns what happened; wrong balances are in `wrong`. */
async function storm(weather: Weather) {
  const dice = seededDice(seed)
  const clock = stoppedClock(new Date('2026-11-22T12:00:00Z'))
  const connected = await connectChains({ db, networks: [tron.network], signer: tron.signer })
  const watch = () =>
    watchNetworks({ db, clock, chains: connected }).catch((error: unknown) => {
      if (!(error instanceof RpcUnreachable)) throw error
    })
  const holders: { walletId: WalletId; address: string }[] = []
  for (let count = 0; count < 8; count += 1) {
    const { walletId } = await testWallet(db)
    const { serial } = await loadWallet(db, walletId)
    holders.push({ walletId, address: (await depositAddressOf(db, walletId, serial, 'tron')) ?? '' })
  }
  tron.mine(needed)
  tron.setFate(() => (dice.chance(0.02) ? dice.pick(['lose question', 'lose answer', 'lagging', 'limit']) : 'answer'))

  const happened = { sent: 0, reorganisations: 0, dropped: 0 }
  for (let round = 0; round < weather.rounds; round += 1) {
    for (let count = dice.below(3); count > 0; count -= 1) {
      tron.give(dice.pick(holders).address, `0.${1 + dice.below(9)}`)
      tron.give(dice.pick(holders).address, `${1 + dice.below(8)}`)
      happened.sent += 2
    }
    tron.mine()
    if (dice.chance(0.7)) await watch()
    if (round > weather.depthMax && dice.chance(0.35)) {
      happened.dropped += reorganise(dice, weather)
      happened.reorganisations += 1
    }
  }
  tron.setFate(undefined)
  tron.mine(needed)
  for (let count = 0; count < 5; count += 1) await watch()

  const [open] = await db.query<{ count: bigint }>(`SELECT count(*) FROM deposit WHERE state = 'seen'`)
  expect(open?.count).toBe(0n)
  const collecting = async (walletId?: WalletId): Promise<bigint> => {
    const [row] = await db.query<{ units: string }>(
      `SELECT coalesce(sum(units), 0) AS units FROM deposit
       WHERE state = 'collecting' AND ($1::text IS NULL OR wallet_id = $1)`,
      [walletId ?? null],
    )
    return BigInt(row?.units ?? 0)
  }
  const wrong: string[] = []
  for (const { walletId, address } of holders) {
    const balances = await walletBalances(db, walletId)
    const credited = balances.find(({ asset }) => asset === 'USDT')?.available ?? 0n
    const [booked, onChain] = [credited + (await collecting(walletId)), tron.balance(address) * 100n]
    if (booked !== onChain) wrong.push(`${walletId}: booked ${booked}, on chain ${onChain}`)
  }
  const suspense = await balanceOf(db, company('suspense'), 'USDT')
  if (suspense !== (await collecting())) wrong.push(`suspense: ${suspense}`)
  return { ...happened, wrong, incidents: await openIncidents(db), books: await audit(db) }
}

it(
  `books every payment on TRON exactly once through ${rounds} rounds of reorganisations (seed ${seed})`,
  async () => {
    const result = await storm({ rounds, depthMax: needed - 1, keep: 0.8 })
    expect(result).toMatchObject({ wrong: [], incidents: [], books: [] })
    expect(result.sent).toBeGreaterThan(rounds)
    expect(result.reorganisations).toBeGreaterThan((rounds - needed) / 5)
    expect(result.dropped).toBeGreaterThan(0)
  },
  Math.max(testMs, 500 * rounds),
)

it(`never credits twice what comes back from deeper than TRON calls final, and tells a person (seed ${seed})`, async () => {
  const result = await storm({
    rounds: 100,
    depthMax: 2 * needed,
    keep: 1,
  })
  expect(result).toMatchObject({ wrong: [], books: [], dropped: 0 })
  expect(new Set(result.incidents.map(({ kind }) => kind))).toEqual(new Set(['deep_reorg']))
})
