import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findWithdrawalProblems } from '#custody/payments/withdrawal-invariants.store.ts'
import { postAd } from '#features/otc/ads/ads.contract.ts'
import {
  getTransaction,
  markPaid,
  openDispute,
  releaseCoins,
  takeAd,
} from '#features/otc/orders/transactions.contract.ts'
import { Refusal } from '#kit/failure.ts'
import { sizeOf } from '#kit/test/test-size.ts'
import { seededDice } from '#kit/text/random.ts'
import { minuteMs } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { findOtcProblems, otcHolds } from '#otc/otc-invariants.store.ts'
import { closeUnpaid } from '#otc/unpaid.job.ts'
import { balancesBoth, live, type OtcWorld, otcWorld, sellAd, takeOf } from './test-otc-world.ts'

/** `npm test -- --all` runs more. RUNS and ROUNDS set the numbers. */
const runs = Number(process.env.RUNS ?? sizeOf(import.meta.url, { least: 60, turn: 100, all: 2_000 }))
const rounds = Number(process.env.ROUNDS ?? sizeOf(import.meta.url, { least: 5, turn: 15, all: 1_000 }))
const seed = Number(process.env.GLASSHOUSE_SEED ?? 20_261_122)
const patience = { timeout: 120_000 + runs * 2_000 }

async function countAnswers(calls: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const outcome of await Promise.allSettled(calls)) {
    const failed = outcome.status === 'rejected' ? outcome.reason : undefined
    if (failed && !(failed instanceof Refusal)) throw failed
    const said = failed ? failed.message : 'done'
    counts[said] = (counts[said] ?? 0) + 1
  }
  return counts
}

describe(`random worlds of trades over the counter (GLASSHOUSE_SEED=${seed})`, () => {
  let world: OtcWorld
  beforeAll(async () => {
    world = await otcWorld()
  })
  afterAll(() => world.close())

  it('keep every coin once, where the rules say, whoever is killed where', patience, async () => {
    const dice = seededDice(seed)
    let wallets = [await world.newWallet()]
    for (let run = 0; run < runs; run += 1) {
      if (run % 40 === 0) wallets = await Promise.all(Array.from({ length: 5 }, () => world.newWallet()))
      await live({ world, dice, wallets }, 10)
      const { said, there, belowZero, fees } = await balancesBoth(world)
      expect([run, there, belowZero, fees[1]]).toEqual([run, said, [], fees[0]])
      expect(await findOtcProblems(world.db)).toEqual([])
      expect(await findWithdrawalProblems(world.db, [otcHolds])).toEqual([])
    }
    expect(await audit(world.db)).toEqual([])
    const ends = await world.db.query<{ kind: string }>('SELECT DISTINCT kind FROM otc_event ORDER BY kind')
    expect(ends.map(({ kind }) => kind)).toEqual([
      'answered',
      'cancelled',
      'decided',
      'disputed',
      'paid',
      'released',
      'taken',
      'unpaid',
    ])
  })
})

describe('many at once', () => {
  let world: OtcWorld
  beforeAll(async () => {
    world = await otcWorld()
  })
  afterAll(() => world.close())
  const hundred = (amount: string, maker: Awaited<ReturnType<OtcWorld['newWallet']>>) =>
    world.call(postAd, maker, sellAd(amount))

  it('a hundred takers of an ad get as much as it holds', { timeout: 120_000 }, async () => {
    const ad = await hundred('100', await world.newWallet())
    const takers = []
    for (let nth = 0; nth < 100; nth += 1) takers.push(await world.newWallet())
    const answers = await countAnswers(takers.map((taker) => world.call(takeAd, taker, takeOf(ad.id, '10'))))
    expect(answers).toEqual({ done: 10, 'otc.ad_already_taken': 90 })
    expect(await findOtcProblems(world.db)).toEqual([])
  })

  it('one who takes twice takes once, and who releases twice gives once', { timeout: 120_000 }, async () => {
    const [maker, taker] = [await world.newWallet(), await world.newWallet()]
    const ad = await hundred('100', maker)
    const twice = () => world.call(takeAd, taker, takeOf(ad.id, '10'))
    expect(await countAnswers([twice(), twice(), twice()])).toEqual({ done: 1, 'otc.already_ordered': 2 })
    const [{ id } = { id: 0n }] = await world.db.query<{ id: bigint }>(
      'SELECT id FROM otc_transaction WHERE ad_id = $1',
      [ad.id],
    )
    const named = { id: Number(id), payerName: 'Ben Khan' }
    await world.call(markPaid, taker, named)
    const acts = [
      world.call(releaseCoins, maker, named),
      world.call(releaseCoins, maker, named),
      world.call(openDispute, taker, { id: Number(id), reason: 'nothing came' }),
    ]
    await countAnswers(acts)
    expect((await world.call(getTransaction, maker, { id: Number(id) })).state).toBe('released')
    const { said, there } = await balancesBoth(world)
    expect(there).toEqual(said)
  })

  it('the timer and the buyer at the same instant: one of them, and never both', patience, async () => {
    const pair = async () => {
      const [maker, taker] = [await world.newWallet(), await world.newWallet()]
      return { maker, taker, ad: await hundred('100', maker) }
    }
    let { maker, taker, ad } = await pair()
    for (let round = 0; round < rounds; round += 1) {
      if (round % 8 === 7) ({ maker, taker, ad } = await pair())
      const { id, payUntil } = await world.call(takeAd, taker, takeOf(ad.id, '10'))
      const until = new Date(payUntil)
      world.clock.set(new Date(until.getTime() - 1))
      const first = round % 2 === 0
      const timer = () => closeUnpaid(world.db, until)
      const pay = () => countAnswers([world.call(markPaid, taker, { id, payerName: 'Ben Khan' })])
      const [one, other] = first ? [timer(), pay()] : [pay(), timer()]
      await Promise.all([one, other])
      const { state } = await world.call(getTransaction, taker, { id })
      expect(['paid', 'closed']).toContain(state)
      world.clock.advance(60 * minuteMs)
      await closeUnpaid(world.db, world.clock.now())
      expect((await world.call(getTransaction, taker, { id })).state).toBe(state)
      if (state === 'paid') await world.call(releaseCoins, maker, { id, payerName: 'Ben Khan' })
      world.clock.advance(24 * 60 * minuteMs)
    }
    expect(await findOtcProblems(world.db)).toEqual([])
  })

  it('nothing written by hand moves what is held', async () => {
    const [maker, taker] = [await world.newWallet(), await world.newWallet()]
    const ad = await hundred('100', maker)
    const { id } = await world.call(takeAd, taker, takeOf(ad.id, '10'))
    await world.call(markPaid, taker, { id, payerName: 'Ben Khan' })
    const ended = "ended_at = now(), state = 'closed'"
    for (const [text, says] of [
      [`UPDATE otc_transaction SET ${ended} WHERE id = $1`, 'does not become'],
      [
        "UPDATE otc_transaction SET state = 'released', ended_at = now(), released_units = units, fee_units = (units * 2 + 999) / 1000 WHERE id = $1",
        'coins of transaction',
      ],
      ['UPDATE otc_transaction SET units = units * 2 WHERE id = $1', 'terms of transaction'],
      ['DELETE FROM otc_transaction WHERE id = $1', 'append-only'],
      ['UPDATE otc_ad SET bound_units = 0 WHERE id = (SELECT ad_id FROM otc_transaction WHERE id = $1)', 'binds'],
      ['UPDATE otc_ad SET units = 1 WHERE id = (SELECT ad_id FROM otc_transaction WHERE id = $1)', 'keeps what it is'],
      [
        "UPDATE otc_ad SET state = 'removed' WHERE id = (SELECT ad_id FROM otc_transaction WHERE id = $1)",
        'disabled before',
      ],
      ["UPDATE otc_event SET kind = 'taken' WHERE transaction_id = $1", 'append-only'],
    ] as const)
      await expect(
        world.db.transaction((tx) => tx.query(text, [id])),
        text,
      ).rejects.toThrow(says)
  })
})
