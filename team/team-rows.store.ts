import { loadNumbers } from '#engine/number-rows.store.ts'
import type { SponsorTree } from '#identity/team/sponsor-tree.ts'
import { type Amounts, unitsTextAt } from '#kit/amount/many-amounts.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'
import type { Assessment, TeamFacts } from './standing/assessment.ts'
import { stepOf } from './standing/shown-steps.ts'

export type Assessed = {
  readonly tree: SponsorTree
  readonly facts: TeamFacts
  readonly assessment: Assessment
  readonly soloSince: Int32Array
}

export type Changes = {
  readonly places: Int32Array
  readonly isKept: Uint8Array
}

export async function findChanges(sql: Sql, assessed: Assessed): Promise<Changes> {
  const { tree } = assessed
  const before = new Float64Array(tree.size)
  const isKept = new Uint8Array(tree.size)
  const known = await loadNumbers(sql, ['digest'], 'SELECT serial, digest FROM wallet_team')
  for (let at = 0; at < known.length; at += 2) {
    const place = tree.placeOf(known[at] ?? 0)
    before[place] = known[at + 1] ?? 0
    isKept[place] = 1
  }
  const places = new Int32Array(tree.size)
  let count = 0
  for (let place = 0; place < tree.size; place += 1) {
    if (digestAt(assessed, place) === before[place]) continue
    places[count] = place
    count += 1
  }
  return { places: places.subarray(0, count), isKept }
}

/** Digest below 2⁵³ of a wallet's figures. 0 for empty wallets, which have no row. */
function digestAt({ tree, facts, assessment: { sums }, soloSince }: Assessed, place: number): number {
  let [low, high, isEmpty] = [0x811c9dc5, tree.serials[place] ?? 0, true]
  const mix = (figure: number) => {
    if (figure !== 0) isEmpty = false
    const upper = Math.floor(figure / 0x1_0000_0000)
    low = Math.imul(low ^ (figure - upper * 0x1_0000_0000), 0x01000193)
    high = Math.imul(high ^ (figure + low), 0x85ebca6b)
    low = Math.imul(low ^ upper, 0x01000193)
    high = Math.imul(high ^ (upper + low), 0xc2b2ae35)
    high ^= high >>> 13
  }
  const mixAmount = ({ whole, rest }: Amounts) => {
    mix(whole[place] ?? 0)
    mix(rest[place] ?? 0)
  }
  mix(soloSince[place] ?? 0)
  mixAmount(facts.own)
  if ((sums.referrals[place] ?? 0) > 0) {
    mix(sums.referrals[place] ?? 0)
    mix(sums.members[place] ?? 0)
    mix(sums.effective[place] ?? 0)
    mixAmount(sums.performance)
    mixAmount(sums.largest)
    mixAmount(sums.week)
    mixAmount(sums.weekNet)
    mixAmount(sums.weekWld)
    for (const steps of Object.values(sums.steps)) mix(steps[place] ?? 0)
    for (let star = 0; star < 5; star += 1) mix(sums.departments[place * 5 + star] ?? 0)
  }
  return isEmpty ? 0 : (high & 0x1f_ffff) * 0x1_0000_0000 + (low >>> 0) + 1
}

type Column = {
  readonly name: string
  readonly type: string
  readonly at: (assessed: Assessed, place: number) => string
}
const column = (name: string, type: string, at: Column['at']): Column => ({ name, type, at })
const amount = (name: string, of: (assessed: Assessed) => Amounts): Column =>
  column(name, 'int8', (assessed, place) => unitsTextAt(of(assessed), place))
const count = (name: string, of: (assessed: Assessed) => Int32Array): Column =>
  column(name, 'int4', (assessed, place) => `${of(assessed)[place]}`)
const shownStep = (name: string, of: (assessed: Assessed) => Uint8Array): Column =>
  column(name, 'int8', (assessed, place) => `${stepOf(of(assessed)[place] ?? 0)}`)

const ownColumns: readonly Column[] = [
  column('serial', 'int8', ({ tree }, place) => `${tree.serials[place]}`),
  amount('investment_units', ({ facts }) => facts.own),
  column('solo_since', 'int4', ({ soloSince }, place) => `${soloSince[place] || 'NULL'}`),
  column('digest', 'int8', (assessed, place) => `${digestAt(assessed, place)}`),
]
const teamColumns: readonly Column[] = [
  ...ownColumns,
  count('referrals', ({ assessment }) => assessment.sums.referrals),
  count('effective', ({ assessment }) => assessment.sums.effective),
  count('members', ({ assessment }) => assessment.sums.members),
  amount('performance_units', ({ assessment }) => assessment.sums.performance),
  amount('largest_units', ({ assessment }) => assessment.sums.largest),
  amount('week_units', ({ assessment }) => assessment.sums.week),
  amount('week_net_units', ({ assessment }) => assessment.sums.weekNet),
  amount('week_wld_units', ({ assessment }) => assessment.sums.weekWld),
  shownStep('performance_step', ({ assessment }) => assessment.sums.steps.performance),
  shownStep('week_step', ({ assessment }) => assessment.sums.steps.week),
  shownStep('week_net_step', ({ assessment }) => assessment.sums.steps.weekNet),
  shownStep('week_wld_step', ({ assessment }) => assessment.sums.steps.weekWld),
  column('departments', 'text', ({ assessment: { sums } }, place) => {
    const held = sums.departments.subarray(place * 5, place * 5 + 5)
    return held[0] ? `"{${held.join(',')}}"` : 'NULL'
  }),
]

const newValue = ({ name }: Column): string => {
  if (name === 'solo_since') return `'1970-01-01'::date + new.solo_since`
  return name === 'departments' ? `coalesce(new.departments, '{0,0,0,0,0}')::int4[]` : `new.${name}`
}

export async function writeTeams(tx: Tx, assessed: Assessed, { isKept }: Changes, places: Int32Array): Promise<void> {
  const { referrals } = assessed.assessment.sums
  // Forces index lookups, because a full scan for a few thousand rows is slower.
  await tx.query(`SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`)
  for (const kept of [0, 1])
    for (const hasTeam of [false, true]) {
      const some = places.filter((place) => isKept[place] === kept && (referrals[place] ?? 0) > 0 === hasTeam)
      if (some.length === 0) continue
      const columns = hasTeam ? teamColumns : ownColumns
      const names = columns.map(({ name }) => name)
      const rows = `unnest(${columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ')}) AS new (${names.join(', ')})`
      const text = kept
        ? `UPDATE wallet_team t SET ${columns
            .slice(1)
            .map((each) => `${each.name} = ${newValue(each)}`)
            .join(', ')} FROM ${rows} WHERE t.serial = new.serial`
        : `INSERT INTO wallet_team (${names.join(', ')}) SELECT ${columns.map(newValue).join(', ')} FROM ${rows}`
      await tx.query(
        text,
        columns.map(({ at }) => listOf(some, (place) => at(assessed, place))),
        `write_teams_${kept}_${hasTeam}`,
      )
    }
}

function listOf(places: Int32Array, at: (place: number) => string): string {
  const values: string[] = []
  for (const place of places) values.push(at(place))
  return `{${values.join(',')}}`
}

export const keepDay = (tx: Tx, day: Day, wallets: number, changed: number): Promise<unknown> =>
  tx.query('INSERT INTO team_day (day, wallets, changed) VALUES ($1, $2, $3)', [day, wallets, changed])
