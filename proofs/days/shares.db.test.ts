import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeSnapshot } from '#days/snapshot.store.ts'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addDays, type Day } from '#kit/time/clock.ts'
import { available, company, outside, reserve } from '#ledger/posting/chart.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { addOrderShares, lockLiquidity, seedMarket } from '#market/market.store.ts'
import { checkHouse, checkProof, readStatement } from '../../docs/proof/verify.mjs'
import { sign } from '../tree/test-day.ts'
import { partReserves } from './books.store.ts'
import { buildProofs, makeProof } from './build.job.ts'
import { companyProofs, findProof } from './proof.server.ts'
import { loadProofDays } from './proofs.store.ts'

const pair = 'USDT-ATMC'
const first = '2026-11-21' as Day
const at = new Date('2026-11-21T10:00:00Z')
const [ana, ben] = ['ANA0000000', 'BEN0000000'] as [WalletId, WalletId]

describe('shares of markets', () => {
  let db: Db
  let entries = 0
  const posted = (postings: readonly Posting[], moment = at) => {
    entries += 1
    return { key: `shares ${entries}`, at: moment, postings }
  }
  const both = (from: Posting['from'], to: Posting['to'], parts: bigint, code?: number): Posting[] =>
    [
      { asset: 'USDT' as const, units: parts },
      { asset: 'ATMC' as const, units: 4n * parts },
    ].map((leg) => ({ from, to, ...leg, ...(code === undefined ? {} : { code }) }))
  const join = (wallet: WalletId, parts: bigint, shares: bigint, moment = at) =>
    db.transaction(async (tx) => {
      await lockLiquidity(tx, pair)
      await post(tx, posted(both(available(wallet), reserve(pair), parts, 5), moment))
      await addOrderShares(tx, pair, new Map([[wallet, shares]]))
    })
  const leave = (wallet: WalletId, parts: bigint, shares: bigint, moment: Date) =>
    db.transaction(async (tx) => {
      await lockLiquidity(tx, pair)
      await post(tx, posted(both(reserve(pair), available(wallet), parts, 10), moment))
      await addOrderShares(tx, pair, new Map([[wallet, -shares]]))
    })
  const pass = async (day: Day) => {
    await db.transaction((tx) => takeSnapshot(tx, day))
    await buildProofs(db, at)
    const [kept] = await loadProofDays(db, day, day)
    if (!kept) throw new Error('it was made')
    const statement = await readStatement(sign(kept.text))
    const proofOf = async (owner: string) => {
      const proof = await findProof(db, kept, owner)
      return proof && checkProof(statement, proof, owner)
    }
    return { kept, statement, proofOf }
  }

  beforeAll(async () => {
    db = await testDb()
    await db.transaction(async (tx) => {
      await post(tx, posted(both(outside('bsc'), company('capital'), 1_000n)))
      await post(tx, posted(both(outside('bsc'), available(ana), 80n, 2)))
      await post(tx, posted(both(outside('bsc'), available(ben), 50n, 2)))
      await seedMarket(tx, { pair, baseUnits: 100n, quotedUnits: 400n, key: 'seed', at })
    })
    await join(ana, 50n, 100n)
    await join(ben, 50n, 100n)
  })
  afterAll(() => db.close())

  it('are leaves of whoever has them, and the market keeps what is the company’s', async () => {
    const { kept, statement, proofOf } = await pass(first)
    expect(await proofOf(ana)).toEqual({ available: [30n, 0n, 120n, 0n], share: [50n, 0n, 200n, 0n] })
    expect(await proofOf(ben)).toEqual({ share: [50n, 0n, 200n, 0n] })
    expect(await proofOf(`market:${pair}`)).toEqual({ market: [100n, 0n, 400n, 0n] })
    expect(statement.kinds.share).toEqual(['100', '0', '400', '0'])
    await expect(checkHouse(statement, await companyProofs(db, kept))).resolves.toBeUndefined()
  })

  it('are those of the cut, also when the proof is made again later, and gone once they left', async () => {
    const later = new Date('2026-11-22T10:00:00Z')
    await leave(ana, 50n, 100n, later)
    await join(ana, 10n, 20n, later)
    const [kept] = await loadProofDays(db, first, first)
    if (!kept) throw new Error('it was kept')
    const { previous, logs } = JSON.parse(kept.text)
    expect((await makeProof(db, { day: first, cut: kept.cut, previous }, kept.seed, logs)).text).toBe(kept.text)
    await leave(ben, 50n, 100n, later)
    const { proofOf } = await pass(addDays(first, 1))
    expect(await proofOf(ana)).toEqual({ available: [70n, 0n, 280n, 0n], share: [10n, 0n, 40n, 0n] })
    expect(await proofOf(ben)).toEqual({ available: [50n, 0n, 200n, 0n] })
  })

  it('never part more than there is, whatever they are', () => {
    const amount = fc.bigInt(0n, 2n ** 62n)
    fc.assert(
      fc.property(fc.tuple(amount, amount), fc.array(fc.bigInt(1n, 2n ** 60n), { maxLength: 9 }), (held, shares) => {
        const byHolder = new Map(shares.map((own, place) => [place === 0 ? 'house' : `W${place}`, own]))
        const { of, taken } = partReserves(new Map([['market:X', [...held]]]), new Map([['X', byHolder]]))
        const gone = taken.get('market:X') ?? [0n, 0n]
        for (const [coin, units] of held.entries()) {
          expect([...of.values()].reduce((sum, part) => sum + (part[coin] ?? 0n), 0n)).toBe(gone[coin])
          expect(units >= (gone[coin] ?? 0n)).toBe(true)
        }
      }),
    )
  })
})
