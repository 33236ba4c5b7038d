import type { SponsorTree } from '#identity/team/sponsor-tree.ts'
import { hundredths } from '#kit/amount/many-amounts.ts'

export const shareKinds = ['sharing', 'team', 'leveling', 'equal'] as const
export type ShareKind = (typeof shareKinds)[number]

/** Team share by star, in percent. A later recipient gets only the difference to earlier ones. */
export const starRates: readonly number[] = [0, 5, 8, 11, 14, 17, 20]
const levelingPercent = 1
const levelingDepth = 10
/** Percent of the previous recipient's team share. */
const equalPercent = 10

export type WalkPlan = { readonly sharing: number; readonly leveling: boolean; readonly equal: boolean }

export type Uplines = {
  readonly parent: Int32Array
  readonly star: Uint8Array
  readonly effective: Int32Array
  /** Nearest upline with a higher star, or -1. */
  readonly higher: Int32Array
  /** For wallets with a star: nearest upline with the same star, or -1. */
  readonly same: Int32Array
}

/** Links each wallet to its next possible recipients in one pass, for any tree shape. */
export function uplinesOf({ size, parent }: SponsorTree, star: Uint8Array, effective: Int32Array): Uplines {
  const higher = new Int32Array(size).fill(-1)
  const same = new Int32Array(size).fill(-1)
  /** Nearest upline with exactly that star, per holder and star. */
  const nearest: number[] = []
  const holders = new Int32Array(size)
  let count = 0
  for (let place = 0; place < size; place += 1) {
    const above = parent[place] as number
    const holder = above < 0 || (star[above] as number) > 0 ? above : (higher[above] as number)
    const held = star[place] as number
    let next = holder
    while (next >= 0 && (star[next] as number) <= held) next = higher[next] as number
    higher[place] = next
    if (held === 0) continue
    const first = holder < 0 ? -1 : (holders[holder] as number) * starRates.length
    for (let each = 0; each < starRates.length; each += 1)
      nearest.push(holder < 0 ? -1 : star[holder] === each ? holder : (nearest[first + each] ?? -1))
    same[place] = nearest[count * starRates.length + held] ?? -1
    holders[place] = count
    count += 1
  }
  return { parent, star, effective, higher, same }
}

/** Receives a share of `whole` coins and `rest` units. */
export type TakeShare = (place: number, kind: ShareKind, whole: number, rest: number) => void

/**
 * Distributes upline shares, each rounded down to the unit. At most 23 recipients: one inviter, ten levels, six stars and six equals.
 * Assumed: an equal is the nearest upline with the same star, even above a higher star. The star of the causing wallet does not count.
 */
export function walkUp(up: Uplines, from: number, whole: number, rest: number, plan: WalkPlan, take: TakeShare): void {
  const inviter = up.parent[from] ?? -1
  if (inviter < 0) return
  const give = (place: number, kind: ShareKind, percent: number, of: { whole: number; rest: number }) => {
    const share = hundredths(of.whole, of.rest, percent)
    if (share.whole > 0 || share.rest > 0) take(place, kind, share.whole, share.rest)
    return share
  }
  const caused = { whole, rest }
  give(inviter, 'sharing', plan.sharing, caused)
  if (plan.leveling) payLevels(up, inviter, hundredths(whole, rest, levelingPercent), take)
  let paid = 0
  let next = (up.star[inviter] as number) > 0 ? inviter : (up.higher[inviter] as number)
  while (next >= 0) {
    const star = up.star[next] as number
    const share = give(next, 'team', (starRates[star] as number) - (starRates[paid] as number), caused)
    const equal = up.same[next] as number
    if (plan.equal && equal >= 0) give(equal, 'equal', equalPercent, share)
    paid = star
    next = up.higher[next] as number
  }
}

function payLevels(up: Uplines, inviter: number, share: { whole: number; rest: number }, take: TakeShare): void {
  const { whole, rest } = share
  if (whole === 0 && rest === 0) return
  let above = inviter
  for (let depth = 1; depth <= levelingDepth && above >= 0; depth += 1) {
    if ((up.effective[above] as number) >= depth) take(above, 'leveling', whole, rest)
    above = up.parent[above] as number
  }
}
