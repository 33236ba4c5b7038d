import type { SponsorTree } from '#identity/sponsor-tree.ts'
import { type Standing, type StarLevel, soloDays, standingAfter } from '#identity/star-level.ts'
import type { Day } from '#kit/clock.ts'
import { type Amounts, add, amountsOf, unitsPerWhole, wholeAt } from '#kit/many-amounts.ts'
import { isBelowStep, stepAboveAt } from './shown-steps.ts'
import { earnedStar, effectiveInvestment, starNeeds } from './star-rules.ts'

/** Departments are counted by the stars 1 to 5 they hold. */
const starsCounted = 5

/** What every wallet brings of its own. */
export type TeamFacts = {
  /** Value at opening of its running orders, in USDT. */
  readonly own: Amounts
  /** The part of it that was bought this week. */
  readonly week: Amounts
  /** Deposits less withdrawals of this week, in USDT. */
  readonly weekNet: Amounts
  /** WLD withdrawn this week. */
  readonly weekWld: Amounts
  /** Whole days the own investment has stood at what the first star alone needs. */
  readonly soloDays: Int32Array
  /** What each held before, by place; those left out hold nothing. */
  readonly held: ReadonlyMap<number, Standing>
}

/**
 * What every wallet's team comes to.
 * Assumed: a wallet's team are all below it, not itself; a direct referral with all below it is a department.
 */
export type TeamSums = {
  readonly performance: Amounts
  readonly largest: Amounts
  readonly week: Amounts
  readonly weekNet: Amounts
  readonly weekWld: Amounts
  /** The step above the largest part, by size, that one member adds to each of these sums (shown-steps.ts): what is shown is cut to it. */
  readonly steps: { readonly [Sum in 'performance' | 'week' | 'weekNet' | 'weekWld']: Uint8Array }
  readonly members: Int32Array
  readonly referrals: Int32Array
  readonly effective: Int32Array
  /** By place × 5: departments holding a star of at least 1, 2 … 5. */
  readonly departments: Int32Array
}
export type Assessment = {
  readonly sums: TeamSums
  /** The star each wallet holds from now on. */
  readonly star: Uint8Array
  /** Standings that differ from those before. */
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

/** Every team's sums and every wallet's star, in one pass from the last wallet to the first: who is below always comes before. */
export function assess(tree: SponsorTree, facts: TeamFacts, day: Day): Assessment {
  const sums = emptySums(tree.size)
  const star = new Uint8Array(tree.size)
  /** The highest star among a wallet and all below it. */
  const best = new Uint8Array(tree.size)
  const changed = new Map<number, Standing>()
  for (let place = tree.size - 1; place >= 0; place -= 1) {
    const before = facts.held.get(place)
    const earned = earnedAt(place, facts, sums)
    if (before || earned > 0) {
      const after = standingAfter(before ?? none, earned, day)
      if (differs(after, before ?? none)) changed.set(place, after)
      star[place] = after.star
      if (after.star > (best[place] ?? 0)) best[place] = after.star
    }
    const above = tree.parent[place] ?? -1
    if (above < 0) continue
    if ((best[place] ?? 0) > (best[above] ?? 0)) best[above] = best[place] ?? 0
    addDepartment(sums, facts, place, above, best[place] ?? 0)
  }
  return { sums, star, changed }
}

const none: Standing = { star: 0 }
const differs = (one: Standing, other: Standing): boolean =>
  one.star !== other.star || one.notice?.at !== other.notice?.at || one.notice?.to !== other.notice?.to

/** The star a wallet earns by what it has and what those below it sum up to. */
function earnedAt(place: number, facts: TeamFacts, sums: TeamSums): StarLevel {
  const investment = wholeAt(facts.own, place)
  const effective = sums.effective[place] ?? 0
  const solo = facts.soloDays[place] ?? 0
  // Most wallets end here: nobody rises without either.
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

/** The team's performance without its largest department, in whole USDT rounded down. */
export const smallAreaAt = ({ performance, largest }: TeamSums, place: number): number => {
  const whole = (performance.whole[place] ?? 0) - (largest.whole[place] ?? 0)
  const rest = (performance.rest[place] ?? 0) - (largest.rest[place] ?? 0)
  return whole + Math.floor(rest / unitsPerWhole)
}

/** Adds one direct referral with all below it to what stands above. */
function addDepartment(sums: TeamSums, facts: TeamFacts, place: number, above: number, best: number): void {
  const whole = (sums.performance.whole[place] ?? 0) + (facts.own.whole[place] ?? 0)
  const rest = (sums.performance.rest[place] ?? 0) + (facts.own.rest[place] ?? 0)
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
  sums.members[above] = (sums.members[above] ?? 0) + (sums.members[place] ?? 0) + 1
  sums.referrals[above] = (sums.referrals[above] ?? 0) + 1
  if (wholeAt(facts.own, place) >= effectiveInvestment) sums.effective[above] = (sums.effective[above] ?? 0) + 1
  for (let star = 0; star < Math.min(best, starsCounted); star += 1) {
    const cell = above * starsCounted + star
    sums.departments[cell] = (sums.departments[cell] ?? 0) + 1
  }
}

/** Adds what a wallet brought and what came from below it to the one above. */
function addBoth(to: Amounts, own: Amounts, place: number, above: number): void {
  const whole = (to.whole[place] ?? 0) + (own.whole[place] ?? 0)
  const rest = (to.rest[place] ?? 0) + (own.rest[place] ?? 0)
  if (whole !== 0 || rest !== 0) add(to, above, whole, rest)
}

/** Raises the step of a wallet's sum to that of one it invited, and of all below that one. */
function raiseStep(steps: Uint8Array, own: Amounts, place: number, above: number): void {
  if ((steps[place] ?? 0) > (steps[above] ?? 0)) steps[above] = steps[place] ?? 0
  // Most add less than another did.
  if (isBelowStep(own, place, steps[above] ?? 0)) return
  const step = stepAboveAt(own, place)
  if (step > (steps[above] ?? 0)) steps[above] = step
}

function isMore(whole: number, rest: number, than: Amounts, at: number): boolean {
  const rests = rest - (than.rest[at] ?? 0)
  const carried = Math.floor(rests / unitsPerWhole)
  const wholes = whole - (than.whole[at] ?? 0) + carried
  return wholes > 0 || (wholes === 0 && rests > carried * unitsPerWhole)
}
