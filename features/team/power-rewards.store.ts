import type { Day } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import { type Amounts, add, amountsOf, unitsAt } from './amounts.ts'
import type { DueEntry, Reward, Team } from './rewards.ts'
import { loadPower } from './team-facts.store.ts'
import { type ShareKind, shareKinds, type TakeShare, type WalkPlan, walkUp } from './upline-walk.ts'

type PowerPlan = WalkPlan & { readonly codes: Partial<Record<ShareKind, number>> }
const sharing = 10
/** By the code of the POWER that causes it: dual's daily release, side coins retired, dual2's daily release. */
const plans: Readonly<Record<number, PowerPlan>> = {
  2: { sharing, leveling: true, equal: true, codes: { sharing: 3, team: 4, leveling: 11, equal: 12 } },
  13: { sharing, leveling: false, equal: false, codes: { sharing: 6, team: 7 } },
  20: { sharing, leveling: true, equal: false, codes: { sharing: 21, team: 22, leveling: 23 } },
}

/** What a day's POWER brings to uplines: one entry for each who receives any, with a posting a code, in order of their serials. */
export async function weighPower(sql: Sql, day: Day, team: Team): Promise<Iterable<DueEntry>> {
  const sums = new Map<number, Amounts>()
  for (const [code, granted] of await loadPower(sql, team.tree, day))
    for (const [kind, sum] of sharesOf(granted, plans[code], team)) sums.set(kind, sum)
  return entriesOf(sums, team)
}

/** What uplines get of POWER of one code, by the code they get it under. */
function sharesOf(granted: Amounts, plan: PowerPlan | undefined, { tree, up, barred }: Team): Map<number, Amounts> {
  const sums = new Map<number, Amounts>()
  if (!plan) return sums
  const byKind: Partial<Record<ShareKind, Amounts>> = {}
  for (const kind of shareKinds) {
    const code = plan.codes[kind]
    if (code === undefined) continue
    const sum = amountsOf(tree.size)
    byKind[kind] = sum
    sums.set(code, sum)
  }
  const take: TakeShare = (place, kind, whole, rest) => {
    const sum = byKind[kind]
    if (sum && !barred.has(place)) add(sum, place, whole, rest)
  }
  for (let place = 0; place < tree.size; place += 1) {
    const [whole = 0, rest = 0] = [granted.whole[place], granted.rest[place]]
    if (whole > 0 || rest > 0) walkUp(up, place, whole, rest, plan, take)
  }
  return sums
}

/** Made one by one, as they are kept: a million of them are never held at once. */
function* entriesOf(sums: ReadonlyMap<number, Amounts>, { tree }: Team): Iterable<DueEntry> {
  const codes = [...sums].sort(([one], [other]) => one - other)
  for (let place = 0; place < tree.size; place += 1) {
    const recipient = tree.serials[place] ?? 0
    const rewards: Reward[] = []
    for (const [code, sum] of codes)
      if (sum.whole[place] || sum.rest[place])
        rewards.push({ recipient, asset: 'POWER', code, units: unitsAt(sum, place) })
    if (rewards.length > 0) yield { part: 'power', item: recipient, rewards }
  }
}
