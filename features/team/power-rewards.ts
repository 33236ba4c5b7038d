import type { SponsorTree } from '#identity/sponsor-tree.ts'
import { type Amounts, add, amountsOf, unitsAt } from '#kit/many-amounts.ts'
import type { DueEntry, Reward, Team } from './rewards.ts'
import { type ShareKind, shareKinds, type TakeShare, type WalkPlan, walkUp } from './upline-walk.ts'

export type PowerPlan = WalkPlan & { readonly codes: Partial<Record<ShareKind, number>> }
const sharing = 10
/** By the code of the POWER that causes it: dual's daily release, side coins retired, dual2's daily release. */
export const powerPlans: Readonly<Record<number, PowerPlan>> = {
  2: { sharing, leveling: true, equal: true, codes: { sharing: 3, team: 4, leveling: 11, equal: 12 } },
  13: { sharing, leveling: false, equal: false, codes: { sharing: 6, team: 7 } },
  20: { sharing, leveling: true, equal: false, codes: { sharing: 21, team: 22, leveling: 23 } },
}

/**
 * What POWER granted on a day brings to uplines: one entry for each who receives any, with a posting a code, in order of their serials.
 * They are made one by one as they are asked for: a million of them are never held at once.
 * @param granted by the code it was granted under.
 */
export function* powerRewards(granted: ReadonlyMap<number, Amounts>, team: Team): Iterable<DueEntry> {
  const sums = new Map<number, Amounts>()
  for (const [code, amounts] of granted) {
    const plan = powerPlans[code]
    if (plan) for (const [to, sum] of sharesOf(amounts, plan, team)) sums.set(to, sum)
  }
  yield* entriesOf(sums, team.tree)
}

/** What uplines get of POWER of one code, by the code they get it under. */
function sharesOf(granted: Amounts, plan: PowerPlan, { tree, up, barred }: Team): Map<number, Amounts> {
  const sums = new Map<number, Amounts>()
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
    if (sum && !barred[place]) add(sum, place, whole, rest)
  }
  for (let place = 0; place < tree.size; place += 1) {
    const [whole, rest] = [granted.whole[place] ?? 0, granted.rest[place] ?? 0]
    if (whole > 0 || rest > 0) walkUp(up, place, whole, rest, plan, take)
  }
  return sums
}

function* entriesOf(sums: ReadonlyMap<number, Amounts>, tree: SponsorTree): Iterable<DueEntry> {
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
