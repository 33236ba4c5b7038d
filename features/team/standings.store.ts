import { isOnIn, regionTable } from '#identity/regions.ts'
import { type StarChange, setStars } from '#identity/star.store.ts'
import { type Standing, type StarLevel, starLevelOf } from '#identity/star-level.ts'
import { unitsPerOne } from '#kit/amount.ts'
import { addDays, type Day, dayMs, startOf } from '#kit/clock.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import type { WalletId } from '#kit/ids.ts'
import { readSetting } from '#kit/settings.store.ts'
import { unitsAt, wholeAt } from './amounts.ts'
import type { Assessment, TeamFacts } from './assessment.ts'
import { loadNumbers } from './numbers.store.ts'
import { soloInvestment, upgradeSums } from './star-rules.ts'
import type { TeamTree } from './team-tree.ts'

/** What wallets hold, by place: those with a star or a notice. */
export async function loadHeld(sql: Sql, tree: TeamTree): Promise<Map<number, Standing>> {
  const rows = await sql.query<{ serial: number; star: number; fallsTo: number | null; fallsAt: Date | null }>(
    `SELECT w.serial::int4 AS serial, s.star, s.falls_to AS "fallsTo", s.falls_at AS "fallsAt"
     FROM wallet_star s JOIN wallet w ON w.id = s.wallet_id WHERE s.star > 0`,
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

/** The stars wallets hold, and their effective direct referrals as of the last assessment: what walks of the next day go by. */
export async function loadStanding(sql: Sql, tree: TeamTree): Promise<{ star: Uint8Array; effective: Int32Array }> {
  const star = new Uint8Array(tree.size)
  for (const [place, standing] of await loadHeld(sql, tree)) star[place] = standing.star
  const effective = new Int32Array(tree.size)
  const rows = await loadNumbers(sql, ['effective'], 'SELECT serial, effective FROM wallet_team WHERE effective > 0')
  for (let at = 0; at < rows.length; at += 2) effective[tree.placeOf(rows[at] ?? 0)] = rows[at + 1] ?? 0
  return { star, effective }
}

/** Places of wallets whose holder declared a region without referral: what would be theirs stays where it is. */
export async function loadBarred(sql: Sql, tree: TeamTree): Promise<ReadonlySet<number>> {
  const table = await readSetting(sql, regionTable)
  const on = Object.keys(table).filter((region) => isOnIn(table, region, 'referral'))
  const rows = await sql.query<{ serial: number }>(
    'SELECT serial::int4 AS serial FROM wallet WHERE region IS NOT NULL AND region <> ALL ($1::text[])',
    [on],
  )
  return new Set(rows.map(({ serial }) => tree.placeOf(serial)))
}

/** Since when each investment has stood at what star 1 alone needs, by place; those that do not are left out. */
export async function loadSoloSince(sql: Sql, tree: TeamTree): Promise<Map<number, Day>> {
  const rows = await sql.query<{ serial: number; since: Day }>(
    'SELECT serial::int4 AS serial, solo_since::text AS since FROM wallet_team WHERE solo_since IS NOT NULL',
  )
  return new Map(rows.map(({ serial, since }) => [tree.placeOf(serial), since]))
}

/** The days that count at the end of `day`, when it stood since the end of `since`. */
export const daysStanding = (since: Day, day: Day): number =>
  Math.round((startOf(day).getTime() - startOf(since).getTime()) / dayMs)

/** Since when each investment stands, after a day. */
export function soloAfter(tree: TeamTree, own: TeamFacts['own'], before: ReadonlyMap<number, Day>, day: Day) {
  const since = new Map<number, Day>()
  const days = new Int32Array(tree.size)
  for (let place = 0; place < tree.size; place += 1) {
    if (wholeAt(own, place) < soloInvestment) continue
    const first = before.get(place) ?? day
    since.set(place, first)
    days[place] = daysStanding(first, day)
  }
  return { since, days }
}

/** Rows written at a time. */
const slice = 5_000

type Assessed = {
  readonly tree: TeamTree
  readonly facts: TeamFacts
  readonly assessment: Assessment
  readonly soloSince: ReadonlyMap<number, Day>
  readonly day: Day
}

/** Keeps what every team came to. Only rows that changed are written: those whose figures have another digest than before. */
export async function keepTeams(tx: Tx, assessed: Assessed): Promise<void> {
  const { tree, day } = assessed
  const before = new Float64Array(tree.size)
  const known = await loadNumbers(tx, ['digest'], 'SELECT serial, digest FROM wallet_team')
  for (let at = 0; at < known.length; at += 2) before[tree.placeOf(known[at] ?? 0)] = known[at + 1] ?? 0
  let changed = 0
  let places: number[] = []
  const write = async (): Promise<void> => {
    if (places.length > 0) await writeTeams(tx, assessed, places)
    changed += places.length
    places = []
  }
  for (let place = 0; place < tree.size; place += 1) {
    if (digestAt(assessed, place) === before[place]) continue
    places.push(place)
    if (places.length === slice) await write()
  }
  await write()
  await tx.query('INSERT INTO team_day (day, wallets, changed) VALUES ($1, $2, $3)', [day, tree.size, changed])
}

/** A number below 2⁵³ that all figures of a wallet come to; 0 where there is nothing to say, as for a wallet without a row. */
function digestAt({ tree, facts, assessment: { sums }, soloSince }: Assessed, place: number): number {
  const solo = soloSince.get(place)
  const figures = [sums.referrals[place] ?? 0, sums.members[place] ?? 0, sums.effective[place] ?? 0]
  for (const { whole, rest } of [facts.own, sums.performance, sums.largest, sums.week, sums.weekNet, sums.weekWld])
    figures.push(whole[place] ?? 0, rest[place] ?? 0)
  for (const count of sums.departments.subarray(place * 5, place * 5 + 5)) figures.push(count)
  if (solo === undefined && figures.every((figure) => figure === 0)) return 0
  let [low, high] = [0x811c9dc5, tree.serials[place] ?? 0]
  for (const figure of [...figures, solo === undefined ? 0 : startOf(solo).getTime() / dayMs]) {
    // Both halves of the figure, each in both halves of the digest.
    for (const part of [figure % 0x1_0000_0000, Math.floor(figure / 0x1_0000_0000)]) {
      low = Math.imul(low ^ part, 0x01000193)
      high = Math.imul(high ^ (part + low), 0x85ebca6b)
      high ^= high >>> 13
    }
  }
  return (high & 0x1f_ffff) * 0x1_0000_0000 + (low >>> 0) + 1
}

const columns = [
  'investment_units',
  'solo_since',
  'referrals',
  'effective',
  'members',
  'performance_units',
  'largest_units',
  'week_units',
  'week_net_units',
  'week_wld_units',
  'departments',
  'digest',
] as const

async function writeTeams(tx: Tx, assessed: Assessed, places: readonly number[]): Promise<void> {
  const { tree, facts, assessment, soloSince } = assessed
  const { sums } = assessment
  await tx.query(
    `INSERT INTO wallet_team (serial, ${columns.join(', ')})
     SELECT serial, investment, since, referrals, effective, members, performance, largest, week, week_net, week_wld, departments::int4[], digest
       FROM unnest($1::int8[], $2::int8[], $3::date[], $4::int4[], $5::int4[], $6::int4[], $7::int8[], $8::int8[], $9::int8[], $10::int8[], $11::int8[], $12::text[], $13::int8[])
       AS new (serial, investment, since, referrals, effective, members, performance, largest, week, week_net, week_wld, departments, digest)
     ON CONFLICT (serial) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [
      places.map((place) => tree.serials[place]),
      places.map((place) => unitsAt(facts.own, place)),
      places.map((place) => soloSince.get(place) ?? null),
      places.map((place) => sums.referrals[place]),
      places.map((place) => sums.effective[place]),
      places.map((place) => sums.members[place]),
      places.map((place) => unitsAt(sums.performance, place)),
      places.map((place) => unitsAt(sums.largest, place)),
      // A wallet's team does not include it: its own week is not part of it.
      places.map((place) => unitsAt(sums.week, place)),
      places.map((place) => unitsAt(sums.weekNet, place)),
      places.map((place) => unitsAt(sums.weekWld, place)),
      places.map((place) => `{${sums.departments.subarray(place * 5, place * 5 + 5).join(',')}}`),
      places.map((place) => digestAt(assessed, place)),
    ],
  )
}

/** Writes the stars that changed, and what first stars will pay. */
export async function keepStars(tx: Tx, tree: TeamTree, changed: Assessment['changed'], day: Day): Promise<void> {
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
    'SELECT serial::int4 AS serial, id FROM wallet WHERE serial = ANY ($1::int8[])',
    [serials],
  )
  return new Map(rows.map(({ serial, id }) => [serial, id]))
}

/**
 * Every star reached for the first time pays its sum.
 * Assumed: one that is passed over on the way up counts as reached.
 */
async function openUpgrades(tx: Tx, changes: readonly StarChange[], since: Day): Promise<void> {
  const star = (change: StarChange): StarLevel => change.star
  await tx.query(
    `INSERT INTO star_upgrade (wallet_id, star, since, sum_units)
     SELECT new.wallet_id, first.star, $3, ($4::int8[])[first.star + 1]
     FROM unnest($1::text[], $2::int4[]) AS new (wallet_id, star) LEFT JOIN wallet_star held USING (wallet_id)
     CROSS JOIN LATERAL generate_series(coalesce(held.highest, 0) + 1, new.star) AS first (star)
     ON CONFLICT DO NOTHING`,
    [
      changes.map(({ walletId }) => walletId),
      changes.map(star),
      since,
      upgradeSums.map((sum) => BigInt(sum) * unitsPerOne),
    ],
  )
}
