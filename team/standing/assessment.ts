import type { SponsorTree } from '#identity/team/sponsor-tree.ts'
import { type Standing, type StarLevel, soloDays, standingAfter } from '#identity/team/star-level.ts'
import { type Amounts, add, amountsOf, unitsPerWhole, wholeAt } from '#kit/amount/many-amounts.ts'
import type { Day } from '#kit/time/clock.ts'
import { isBelowStep, stepAboveAt } from './shown-steps.ts'
import { earnedStar, effectiveInvestment, starNeeds } from './star-rules.ts'

const starsCounted = 5

export type TeamFacts = {
  /** Opening value of running orders, in USDT. */
  readonly own: Amounts
  readonly week: Amounts
  readonly weekNet: Amounts
  readonly weekWld: Amounts
  /** Whole days during which the wallet's own investment alone met the rule for star 1. */
  readonly soloDays: Int32Array
  readonly held: ReadonlyMap<number, Standing>
}

/** Assumed: a team excludes its own wallet. A direct referral with its downline is a department. */
export type TeamSums = {
  readonly performance: Amounts
  readonly largest: Amounts
  readonly week: Amounts
  readonly weekNet: Amounts
  readonly weekWld: Amounts
  /** Rounding step above the largest single member's share of each sum (shown-steps.ts). */
  readonly steps: { readonly [Sum in 'performance' | 'week' | 'weekNet' | 'weekWld']: Uint8Array }
  readonly members: Int32Array
  readonly referrals: Int32Array
  readonly effective: Int32Array
  /** Five counts per place: departments with at least star 1, 2 … 5. */
  readonly departments: Int32Array
}
export type Assessment = {
  readonly sums: TeamSums
  readonly star: Uint8Array
  readonly changed: ReadonlyMap<number, Standing>
}

const emptySums = (size: number): TeamSums => ({
  performance: amountsOf(size),
  largest: amountsOf(size),
  week: amountsOf(size),
  weekNet: amountsOf(size),
  weekWld: amountsOf(size),
  steps: {
    performance: new Uint8Array(size),
    week: new Uint8Array(size),
    weekNet: new Uint8Array(size),
    weekWld: new Uint8Array(size),
  },
  members: new Int32Array(size),
  referrals: new Int32Array(size),
  effective: new Int32Array(size),
  departments: new Int32Array(size * starsCounted),
})

/** Computes all teams and stars in one pass from the last wallet to the first, so a downline always comes before its upline. */
export function assess(tree: SponsorTree, facts: TeamFacts, day: Day): Assessment {
  const sums = emptySums(tree.size)
  const star = new Uint8Array(tree.size)
  const best = new Uint8Array(tree.size)
  const changed = new Map<number, Standing>()
  for (let place = tree.size - 1; place >= 0; place -= 1) {
    const before = facts.held.get(place)
    const earned = earnedAt(place, facts, sums)
    if (before || earned > 0) {
      const after = standingAfter(before ?? none, earned, day)
      if (differs(after, before ?? none)) changed.set(place, after)
      star[place] = after.star
      best[place] = Math.max(best[place] as number, after.star)
    }
    const above = tree.parent[place] as number
    if (above < 0) continue
    best[above] = Math.max(best[above] as number, best[place] as number)
    addDepartment(sums, facts, place, above, best[place] as number)
  }
  return { sums, star, changed }
}

const none: Standing = { star: 0 }
const differs = (one: Standing, other: Standing): boolean =>
  one.star !== other.star || one.notice?.at !== other.notice?.at || one.notice?.to !== other.notice?.to

function earnedAt(place: number, facts: TeamFacts, sums: TeamSums): StarLevel {
  const investment = wholeAt(facts.own, place)
  const effective = sums.effective[place] as number
  const solo = facts.soloDays[place] as number
  // Fast path for most wallets: every star requires the investment, and referrals or solo days.
  if (investment < starNeeds[1].investment || (effective < starNeeds[1].effective && solo < soloDays)) return 0
  const first = place * starsCounted
  return earnedStar({
    investment,
    effective,
    smallArea: smallAreaAt(sums, place),
    departments: Array.from(sums.departments.subarray(first, first + starsCounted)),
    soloDays: solo,
  })
}

/** Team performance without the largest department, in whole USDT rounded down. */
export const smallAreaAt = ({ performance, largest }: TeamSums, place: number): number => {
  const whole = (performance.whole[place] as number) - (largest.whole[place] as number)
  const rest = (performance.rest[place] as number) - (largest.rest[place] as number)
  return whole + Math.floor(rest / unitsPerWhole)
}

function addDepartment(sums: TeamSums, facts: TeamFacts, place: number, above: number, best: number): void {
  const whole = (sums.performance.whole[place] as number) + (facts.own.whole[place] as number)
  const rest = (sums.performance.rest[place] as number) + (facts.own.rest[place] as number)
  add(sums.performance, above, whole, rest)
  if (isMore(whole, rest, sums.largest, above)) {
    sums.largest.whole[above] = whole
    sums.largest.rest[above] = rest
  }
  addBoth(sums.week, facts.week, place, above)
  addBoth(sums.weekNet, facts.weekNet, place, above)
  addBoth(sums.weekWld, facts.weekWld, place, above)
  raiseStep(sums.steps.performance, facts.own, place, above)
  raiseStep(sums.steps.week, facts.week, place, above)
  raiseStep(sums.steps.weekNet, facts.weekNet, place, above)
  raiseStep(sums.steps.weekWld, facts.weekWld, place, above)
  sums.members[above] = (sums.members[above] as number) + (sums.members[place] as number) + 1
  sums.referrals[above] = (sums.referrals[above] as number) + 1
  if (wholeAt(facts.own, place) >= effectiveInvestment) sums.effective[above] = (sums.effective[above] as number) + 1
  for (let star = 0; star < Math.min(best, starsCounted); star += 1) {
    const cell = above * starsCounted + star
    sums.departments[cell] = (sums.departments[cell] as number) + 1
  }
}

function addBoth(to: Amounts, own: Amounts, place: number, above: number): void {
  const whole = (to.whole[place] as number) + (own.whole[place] as number)
  const rest = (to.rest[place] as number) + (own.rest[place] as number)
  if (whole !== 0 || rest !== 0) add(to, above, whole, rest)
}

function raiseStep(steps: Uint8Array, own: Amounts, place: number, above: number): void {
  const below = Math.max(steps[above] as number, steps[place] as number)
  steps[above] = isBelowStep(own, place, below) ? below : Math.max(below, stepAboveAt(own, place))
}

function isMore(whole: number, rest: number, than: Amounts, at: number): boolean {
  const rests = rest - (than.rest[at] as number)
  const carried = Math.floor(rests / unitsPerWhole)
  const wholes = whole - (than.whole[at] as number) + carried
  return wholes > 0 || (wholes === 0 && rests > carried * unitsPerWhole)
}
