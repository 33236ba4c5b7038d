import type { DayStep } from '#days/day-step.ts'
import { takeSnapshot } from '#days/snapshot.store.ts'
import { testDb } from '#engine/test/test-db.ts'
import { declareRegion } from '#identity/team/region.store.ts'
import { setStar } from '#identity/team/star.store.ts'
import type { StarLevel } from '#identity/team/star-level.ts'
import { activateWallet, insertWallet } from '#identity/wallet.store.ts'
import { unitsPerOne } from '#kit/amount/amount.ts'
import type { Asset, Coin } from '#kit/amount/coins.ts'
import { usualChain } from '#kit/chain/chains.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addDays, addMs, type Day, hourMs, startOf } from '#kit/time/clock.ts'
import { type Account, available, company, issued, outside } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { starSteps, teamRewardSteps } from './team.job.ts'

export const firstDay = '2026-11-23' as Day
export const noon = (day: Day): Date => addMs(startOf(day), 12 * hourMs)
export const midnight = (day: Day): Date => startOf(addDays(day, 1))

async function runStep(db: Db, step: DayStep, day: Day, limit: number): Promise<void> {
  for (const part of step.parts)
    for (let after = '', finished = false; !finished; )
      ({ last: after, finished } = await db.transaction((tx) => step.chunk(tx, { day, part, after, limit })))
}

async function takeSnapshots(db: Db, through: Day): Promise<void> {
  for (let day = addDays(firstDay, -1); day <= through; day = addDays(day, 1))
    await db.transaction((tx) => takeSnapshot(tx, day))
}

export async function teamWorld(given?: Db) {
  const db = given ?? (await testDb())
  let keys = 0
  const move = (from: Account, to: Account, asset: Asset, units: bigint, at: Date, code?: number) => {
    keys += 1
    const posting = { from, to, asset, units, ...(code === undefined ? {} : { code }) }
    return db.transaction((tx) => post(tx, { key: `test:${keys}`, at, postings: [posting] }))
  }
  const world = {
    db,
    move,
    wallet: (sponsorId?: WalletId): Promise<WalletId> =>
      db.transaction(async (tx) => {
        const id = await insertWallet(tx, { sponsorId, passwordHash: null, at: startOf(firstDay) })
        await activateWallet(tx, id, startOf(firstDay))
        await declareRegion(tx, id, 'SG', startOf(firstDay))
        return id
      }),
    star: (walletId: WalletId, star: StarLevel) =>
      db.transaction((tx) => setStar(tx, walletId, star, startOf(firstDay))),
    grant: (walletId: WalletId, day: Day, units: bigint, code: 2 | 13 | 20) =>
      move(issued, available(walletId), 'POWER', units, code === 13 ? startOf(day) : midnight(day), code),
    pay: async (walletId: WalletId, day: Day, coin: Coin, units: bigint, code: number) => {
      await move(outside(usualChain(coin)), available(walletId), coin, units, noon(day), 2)
      await move(available(walletId), company('fees'), coin, units, noon(day), code)
    },
    budget: (day: Day, coin: Coin, units: bigint) =>
      move(company('fees'), company('referral'), coin, units, midnight(day)),
    order: async (walletId: WalletId, day: Day, whole: number) => {
      await db.query(
        `INSERT INTO product (id, line, base_coin, minimum_units, maximum_value_units, power_per_day, open_from, position)
         VALUES (1, 'lockup', 'ATMC', 1, 1, '0', $1, 1) ON CONFLICT DO NOTHING`,
        [startOf(firstDay)],
      )
      await db.query(
        `INSERT INTO product_card (hash, product_id, terms_version, lines) VALUES ('card', 1, 1, '[]') ON CONFLICT DO NOTHING`,
      )
      const [row] = await db.query<{ id: bigint }>(
        `INSERT INTO investment_order (wallet_id, product_id, line, state, terms, card_hash, bought_at, round, round_started,
           base_units, side_units, promise_units, value_units, side_value_units, reinvest)
         VALUES ($1, 1, 'lockup', 'earning', '{}', 'card', $2, 1, $2, 1, 0, 0, $3, 0, false) RETURNING id`,
        [walletId, noon(day), BigInt(whole) * unitsPerOne],
      )
      return row?.id ?? 0n
    },
    rewards: async (day: Day, limit = 2) => {
      await takeSnapshots(db, day)
      for (const step of teamRewardSteps) await runStep(db, step, day, limit)
    },
    stars: async (day: Day) => {
      await takeSnapshots(db, day)
      for (const step of starSteps) await runStep(db, step, day, 1)
    },
    balance: (walletId: WalletId, asset: Asset) => balanceOf(db, available(walletId), asset),
    /** Rows as "code asset units". */
    received: async (walletId: WalletId): Promise<string[]> => {
      const rows = await db.query<{ code: number; asset: number; amount: bigint }>(
        `SELECT p.code, p.asset, p.amount FROM record p JOIN balance c ON c.id = p.credit JOIN balance d ON d.id = p.debit
         WHERE c.holder = $1 AND (d.purpose = 'referral' OR d.owner = 'issued') ORDER BY p.code, p.asset, p.id`,
        [walletId],
      )
      return rows.map(({ code, asset, amount }) => `${code} ${asset} ${amount}`)
    },
    close: () => db.close(),
  }
  return world
}
