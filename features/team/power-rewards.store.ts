import type { Day } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import { type Amounts, add, amountsOf, unitsAt } from './amounts.ts'
import type { DueEntry, Reward, Team } from './rewards.ts'
import { eachPower } from './team-facts.store.ts'
import { type ShareKind, type WalkPlan, walkUp } from './upline-walk.ts'

type PowerPlan = WalkPlan & { readonly codes: Partial<Record<ShareKind, number>> }
const sharing = 10
/** By the code of the POWER that causes it: dual's daily release, side coins retired, dual2's daily release. */
const plans: Readonly<Record<number, PowerPlan>> = {
  2: { sharing, leveling: true, equal: true, codes: { sharing: 3, team: 4, leveling: 11, equal: 12 } },
  13: { sharing, leveling: false, equal: false, codes: { sharing: 6, team: 7 } },
  20: { sharing, leveling: true, equal: false, codes: { sharing: 21, team: 22, leveling: 23 } },
}

/** What a day's POWER brings to uplines: one entry for each who receives any, with a posting a code. */
export async function weighPower(sql: Sql, day: Day, { tree, up, barred }: Team): Promise<DueEntry[]> {
  const sums = new Map<number, Amounts>()
  await eachPower(sql, day, (serial, code, whole, rest) => {
    const plan = plans[code]
    const from = tree.placeOf(serial)
    if (!plan || from < 0) return
    walkUp(up, from, whole, rest, plan, (place, kind, shareWhole, shareRest) => {
      const to = plan.codes[kind]
      if (to === undefined || barred.has(place)) return
      const sum = sums.get(to) ?? amountsOf(tree.size)
      sums.set(to, sum)
      add(sum, place, shareWhole, shareRest)
    })
  })
  const codes = [...sums].sort(([one], [other]) => one - other)
  const entries: DueEntry[] = []
  for (let place = 0; place < tree.size; place += 1) {
    const recipient = tree.serials[place] ?? 0
    const rewards: Reward[] = []
    for (const [code, sum] of codes)
      if (sum.whole[place] || sum.rest[place])
        rewards.push({ recipient, asset: 'POWER', code, units: unitsAt(sum, place) })
    if (rewards.length > 0) entries.push({ part: 'power', item: recipient, rewards })
  }
  return entries
}
