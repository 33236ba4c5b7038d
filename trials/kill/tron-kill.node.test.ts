import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepBound } from '#custody/payments/address/bound-address.store.ts'
import { moveStage } from '#custody/payments/approving/review.store.ts'
import { askedEntry } from '#custody/payments/withdrawal-entries.ts'
import { findWithdrawalProblems } from '#custody/payments/withdrawal-invariants.store.ts'
import { withdrawalVelocity } from '#custody/payments/withdrawal-settings.ts'
import { keepWithdrawal } from '#custody/payments/withdrawals.store.ts'
import { testFolderDb } from '#engine/test/test-db.ts'
import { bindMessage, signText } from '#identity/sessions/identity-key.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { tronAddressOf } from '#kit/chain/tron-address.ts'
import type { Db } from '#kit/store/db.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { sizeOf } from '#kit/test/test-size.ts'
import { meanwhile, testMs } from '#kit/test/test-until.ts'
import { randomBytes, randomHex, seededDice } from '#kit/text/random.ts'
import { addMs, dayMs, wallClock } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { available, outside } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { connectChains } from '#outside/chains/connect.server.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import { tronUnits } from '#outside/chains/tron-fake/dev-tron.ts'
import type { Fate } from '#outside/chains/tron-fake/server.ts'
import { type TestTron, testTron } from '#outside/chains/tron-fake/test-tron.ts'
import { untilKilled } from './test-until-killed.ts'

const killsWanted = Number(process.env.KILLS ?? sizeOf(import.meta.url, { least: 3, turn: 6, all: 20 }))
const holders = Number(process.env.HOLDERS ?? 3 * killsWanted)
const seed = Number(process.env.SEED ?? 20_261_121)
const dice = seededDice(seed)

let tron: TestTron
let db: Db
beforeAll(async () => {
  tron = await testTron()
  db = await testFolderDb(tron.dataDir)
})
afterAll(async () => {
  await db.close()
  await tron.close()
})

async function ask(index: number) {
  const { walletId, key } = await testWallet(db)
  const at = wallClock.now()
  const address = tronAddressOf(randomBytes(20))
  const issuedAt = 1_764_000_000
  const signature = signText(bindMessage(walletId, 'tron', address, issuedAt), key)
  const certificate = { signedAddress: address, issuedAt, publicKey: key.publicText, signature }
  // Two withdrawals of each amount, so only IDs distinguish them.
  const units = BigInt(50 + (index >> 1)) * unitsPerOne
  const terms = { walletId, chain: 'tron', coin: 'USDT', units, feeUnits: unitsPerOne } as const
  await db.transaction(async (tx) => {
    const bound = { walletId, chain: 'tron', address, remark: '', boundAt: at, payableFrom: addMs(at, -dayMs) } as const
    await keepBound(tx, { ...bound, ...certificate })
    const postings = [{ from: outside('tron'), to: available(walletId), asset: 'USDT' as const, units, code: 2 }]
    await post(tx, { key: `test:${walletId}:tron`, at, postings })
    const asked = { ...terms, key: randomHex(16), value: units, address, needsReview: false, at }
    const id = await keepWithdrawal(tx, asked)
    await post(tx, askedEntry({ ...terms, id }, at))
    await moveStage(tx, id, at)
  })
  return { walletId, address, units }
}

function payUntil(diesAt: number): Promise<boolean> {
  return untilKilled('./test-payer.ts', tron.dataDir, JSON.stringify([tron.network]), `${diesAt}`)
}

it(
  `pays every withdrawal on TRON once, or gives it back whole, through up to ${killsWanted} kills of the payer (seed ${seed})`,
  async () => {
    await connectChains({ db, networks: [tron.network], signer: tron.signer })
    const value = { hourValue: '1000000', rushPercent: 1000, rushFloorValue: '1000000' }
    const at = wallClock.now()
    await db.transaction((tx) => changeSetting(tx, withdrawalVelocity, { value, reason: 'many withdrawals', at }))
    const asked: Awaited<ReturnType<typeof ask>>[] = []
    for (let index = 0; index < holders; index += 1) asked.push(await ask(index))

    const met = { lostQuestions: 0, lostAnswers: 0, doubled: 0, limited: 0, reorganisations: 0 }
    const count = (what: keyof typeof met): void => {
      met[what] += 1
    }
    tron.setFate((path) => {
      const fate = dice.below(100)
      // Broadcasts fail most, because a failure there could lose or double payments.
      const unkind = path.endsWith('broadcasthex') ? 4 : 1
      const happens = (what: keyof typeof met, name: Fate): Fate => {
        count(what)
        return name
      }
      if (fate < 3 * unkind) return happens('lostQuestions', 'lose question')
      if (fate < 6 * unkind) return happens('lostAnswers', 'lose answer')
      if (fate < 9 * unkind) return happens('doubled', 'twice')
      if (fate < 11 * unkind) return happens('limited', 'limit')
      return 'answer'
    })
    const endMining = meanwhile(() => {
      // Mines slower than real time, so payments are still open after kills.
      tron.mine(1, 50)
      if (dice.chance(0.03)) {
        // Removes one to four blocks, never final blocks.
        tron.chain.reorganise(1 + dice.below(4))
        count('reorganisations')
      }
    }, 30)
    let kills = 0
    try {
      while (await payUntil(kills < killsWanted ? 1 + dice.below(kills < 2 ? 24 : 36) : 0)) {
        kills += 1
        // The first transactions expire, mostly unsent.
        if (kills === 2) tron.advance(1_000_000)
      }
    } finally {
      await endMining()
      tron.setFate(undefined)
    }

    expect(await openIncidents(db)).toEqual([])
    const states = await db.query<{ address: string; state: string }>('SELECT address, state FROM withdrawal')
    const stateOf = new Map(states.map(({ address, state }) => [address, state]))
    const wrong: string[] = []
    for (const { walletId, address, units } of asked) {
      const [onChain, back] = [tron.balance(address), await balanceOf(db, available(walletId), 'USDT')]
      const isPaid = onChain === tronUnits(`${units / unitsPerOne - 1n}`) && back === 0n
      const isBack = onChain === 0n && back === units
      if (!(stateOf.get(address) === 'done' ? isPaid : isBack)) wrong.push(`${address}: ${onChain} paid, ${back} back`)
    }
    expect(wrong).toEqual([])
    expect([...stateOf.values()].filter((state) => state !== 'done' && state !== 'failed')).toEqual([])
    expect([await audit(db), await findWithdrawalProblems(db)]).toEqual([[], []])
    const failed = [...stateOf.values()].filter((state) => state === 'failed').length
    expect({
      isKilled: kills >= killsWanted / 2,
      isPaid: failed < holders,
      metAll: met.lostAnswers > 0 && met.reorganisations > 0,
    }).toEqual({
      isKilled: true,
      isPaid: true,
      metAll: true,
    })
    process.stdout.write(`${JSON.stringify({ kills, withdrawals: holders, failed, ...met, seed })}\n`)
  },
  Math.max(testMs, 10_000 * killsWanted),
)
