import { type Amounts, unitsOf } from '#kit/amount/many-amounts.ts'
import { type ShareKind, shareKinds, type TakeShare, type WalkPlan, walkUp } from '../standing/upline-walk.ts'
import type { DueEntry, Reward, Team } from './rewards.ts'

export type PowerPlan = WalkPlan & { readonly codes: Partial<Record<ShareKind, number>> }
const sharing = 10
/** Reward plans by the code that granted the POWER: dual daily release, retired side coins, dual2 daily release. */
export const powerPlans: Readonly<Record<number, PowerPlan>> = {
  2: { sharing, leveling: true, equal: true, codes: { sharing: 3, team: 4, leveling: 11, equal: 12 } },
  13: { sharing, leveling: false, equal: false, codes: { sharing: 6, team: 7 } },
  20: { sharing, leveling: true, equal: false, codes: { sharing: 21, team: 22, leveling: 23 } },
}

/**
 * Upline rewards for a day's POWER: one entry per recipient with one posting per code, sorted by serial. Lazy, because there may be a
 * million entries. @param granted keyed by grant code
 */
export function* powerRewards(granted: ReadonlyMap<number, Amounts>, team: Team): Iterable<DueEntry> {
  const { tree } = team
  const parts = [...granted].flatMap(([code, amounts]) => {
    const plan = powerPlans[code]
    return plan ? [{ columns: columnsOf(plan), sums: sumsOf(amounts, plan, team) }] : []
  })
  const columns = parts
    .flatMap(({ columns: each, sums }) => each.map((column) => ({ ...column, sums })))
    .sort((one, other) => one.code - other.code)
  for (let place = 0; place < tree.size; place += 1) {
    const recipient = tree.serials[place] as number
    const rewards: Reward[] = []
    for (const { code, at, sums } of columns) {
      const whole = sums[place * width + at] as number
      const rest = sums[place * width + at + 1] as number
      if (whole > 0 || rest > 0) rewards.push({ recipient, asset: 'POWER', code, units: unitsOf(whole, rest) })
    }
    if (rewards.length > 0) yield { part: 'power', item: recipient, rewards }
  }
}

const width = shareKinds.length * 2
const columnOf = (kind: ShareKind): number =>
  kind === 'sharing' ? 0 : kind === 'team' ? 2 : kind === 'leveling' ? 4 : 6

const columnsOf = ({ codes }: PowerPlan): { code: number; at: number }[] =>
  shareKinds.flatMap((kind) => {
    const code = codes[kind]
    return code === undefined ? [] : [{ code, at: columnOf(kind) }]
  })

function sumsOf(granted: Amounts, plan: PowerPlan, { tree, up, barred }: Team): Float64Array {
  const sums = new Float64Array(tree.size * width)
  const take: TakeShare = (place, kind, whole, rest) => {
    if (barred[place]) return
    const at = place * width + columnOf(kind)
    sums[at] = (sums[at] as number) + whole
    sums[at + 1] = (sums[at + 1] as number) + rest
  }
  for (let place = 0; place < tree.size; place += 1) {
    const [whole, rest] = [granted.whole[place] as number, granted.rest[place] as number]
    if (whole > 0 || rest > 0) walkUp(up, place, whole, rest, plan, take)
  }
  return sums
}
