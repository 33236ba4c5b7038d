import { loadNumbers } from '#engine/number-rows.store.ts'
import { regionsWith } from '#identity/team/region.store.ts'
import type { SponsorTree } from '#identity/team/sponsor-tree.ts'
import { type StarChange, setStars } from '#identity/team/star.store.ts'
import { type Standing, type StarLevel, soloInvestment, starLevelOf } from '#identity/team/star-level.ts'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { wholeAt } from '#kit/amount/many-amounts.ts'
import { expect } from '#kit/expect.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addDays, type Day, dayMs, startOf } from '#kit/time/clock.ts'
import type { Assessment, TeamFacts } from './assessment.ts'
import { upgradeSums } from './star-rules.ts'

export async function loadHeld(sql: Sql, tree: SponsorTree): Promise<Map<number, Standing>> {
  const rows = await sql.query<{ serial: number; star: number; fallsTo: number | null; fallsAt: Date | null }>(
    `SELECT serial::int4 AS serial, star, falls_to AS "fallsTo", falls_at AS "fallsAt" FROM holder WHERE star > 0`,
  )
  return new Map(
    rows.map(({ serial, star, fallsTo, fallsAt }) => [
      tree.placeOf(serial),
      {
        star: starLevelOf(star),
        ...(fallsTo === null || !fallsAt ? {} : { notice: { to: starLevelOf(fallsTo), at: fallsAt } }),
      },
    ]),
  )
}

export async function loadStanding(sql: Sql, tree: SponsorTree): Promise<{ star: Uint8Array; effective: Int32Array }> {
  const star = new Uint8Array(tree.size)
  for (const [place, standing] of await loadHeld(sql, tree)) star[place] = standing.star
  const effective = new Int32Array(tree.size)
  const rows = await loadNumbers(sql, ['effective'], 'SELECT serial, effective FROM wallet_team WHERE effective > 0')
  for (let at = 0; at < rows.length; at += 2) effective[tree.placeOf(rows[at] ?? 0)] = rows[at + 1] ?? 0
  return { star, effective }
}

/** By place: 1 if the holder's region disables referrals or is unknown. Shares of these holders are not distributed. */
export async function loadBarred(sql: Sql, tree: SponsorTree): Promise<Uint8Array> {
  const rows = await loadNumbers(sql, [], 'SELECT serial FROM holder WHERE (region = ANY ($1::text[])) IS NOT TRUE', [
    await regionsWith(sql, 'referral'),
  ])
  const barred = new Uint8Array(tree.size)
  for (const serial of rows) barred[tree.placeOf(serial)] = 1
  return barred
}

export const dayNumber = (day: Day): number => startOf(day).getTime() / dayMs

/** Day number since which the wallet's own investment has met the rule for star 1. 0 if unmet. */
export async function loadSoloSince(sql: Sql, tree: SponsorTree): Promise<Int32Array> {
  const rows = await loadNumbers(
    sql,
    ['since'],
    `SELECT serial, solo_since - '1970-01-01'::date AS since FROM wallet_team WHERE solo_since IS NOT NULL`,
  )
  const since = new Int32Array(tree.size)
  for (let at = 0; at < rows.length; at += 2) since[tree.placeOf(rows[at] ?? 0)] = rows[at + 1] ?? 0
  return since
}

/** Whole days from the end of `since` to the end of `day`. */
export const daysStanding = (since: Day, day: Day): number => dayNumber(day) - dayNumber(since)

export function soloAfter(tree: SponsorTree, own: TeamFacts['own'], before: Int32Array, day: Day) {
  const today = dayNumber(day)
  const since = new Int32Array(tree.size)
  const days = new Int32Array(tree.size)
  for (let place = 0; place < tree.size; place += 1) {
    if (wholeAt(own, place) < soloInvestment) continue
    const first = before[place] || today
    since[place] = first
    days[place] = today - first
  }
  return { since, days }
}

const slice = 5_000

export async function keepStars(tx: Tx, tree: SponsorTree, changed: Assessment['changed'], day: Day): Promise<void> {
  const at = startOf(addDays(day, 1))
  const all = [...changed]
  for (let from = 0; from < all.length; from += slice) {
    const some = all.slice(from, from + slice)
    const ids = await idsOf(
      tx,
      some.map(([place]) => tree.serials[place] ?? 0),
    )
    const changes = some.map(([place, standing]): StarChange => {
      const walletId = ids.get(tree.serials[place] ?? 0)
      expect(walletId, 'a wallet of the tree exists')
      return { walletId, ...standing }
    })
    await openUpgrades(tx, changes, addDays(day, 1))
    await setStars(tx, changes, at)
  }
}

async function idsOf(sql: Sql, serials: readonly number[]): Promise<Map<number, WalletId>> {
  const rows = await sql.query<{ serial: number; id: WalletId }>(
    'SELECT serial::int4 AS serial, id FROM holder WHERE serial = ANY ($1::int8[])',
    [serials],
  )
  return new Map(rows.map(({ serial, id }) => [serial, id]))
}

/** Assumed: a star skipped on the way up counts as reached and pays its total. */
async function openUpgrades(tx: Tx, changes: readonly StarChange[], since: Day): Promise<void> {
  const star = (change: StarChange): StarLevel => change.star
  await tx.query(
    `INSERT INTO star_upgrade (wallet_id, star, since, sum_units)
     SELECT new.wallet_id, first.star, $3, ($4::int8[])[first.star + 1]
     FROM unnest($1::text[], $2::int4[]) AS new (wallet_id, star) JOIN holder held ON held.id = new.wallet_id
     CROSS JOIN LATERAL generate_series(held.highest_star + 1, new.star) AS first (star)
     ON CONFLICT DO NOTHING`,
    [
      changes.map(({ walletId }) => walletId),
      changes.map(star),
      since,
      upgradeSums.map((sum) => BigInt(sum) * unitsPerOne),
    ],
  )
}
