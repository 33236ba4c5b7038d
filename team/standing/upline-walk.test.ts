import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SponsorTree } from '#identity/team/sponsor-tree.ts'
import { addUnits, amountsOf, unitsAt } from '#kit/amount/many-amounts.ts'
import { chainOf, sponsorsOf, treeOfSponsors } from '../test-team.ts'
import { type ShareKind, starRates, uplinesOf, type WalkPlan, walkUp } from './upline-walk.ts'

type World = { tree: SponsorTree; star: Uint8Array; effective: Int32Array }
type Shares = Map<string, bigint>
const keyOf = (place: number, kind: ShareKind) => `${place} ${kind}`

/** PRODUCT.md part 7, implemented naively with integers. */
function climb({ tree, star, effective }: World, from: number, units: bigint, plan: WalkPlan): Shares {
  const shares: Shares = new Map()
  const pay = (place: number, kind: ShareKind, share: bigint) => {
    if (share > 0n) shares.set(keyOf(place, kind), (shares.get(keyOf(place, kind)) ?? 0n) + share)
  }
  const ancestors: number[] = []
  for (let above = tree.parent[from] ?? -1; above >= 0; above = tree.parent[above] ?? -1) ancestors.push(above)
  let highest = 0
  for (const [index, place] of ancestors.entries()) {
    const depth = index + 1
    if (depth === 1) pay(place, 'sharing', (units * BigInt(plan.sharing)) / 100n)
    if (plan.leveling && depth <= 10 && (effective[place] ?? 0) >= depth) pay(place, 'leveling', units / 100n)
    const held = star[place] ?? 0
    if (held <= highest) continue
    const team = (units * BigInt((starRates[held] ?? 0) - (starRates[highest] ?? 0))) / 100n
    pay(place, 'team', team)
    highest = held
    const equal = ancestors.slice(depth).find((other) => star[other] === held)
    if (plan.equal && equal !== undefined) pay(equal, 'equal', team / 10n)
  }
  return shares
}

function walk(world: World, from: number, units: bigint, plan: WalkPlan): { shares: Shares; touched: number } {
  const shares: Shares = new Map()
  let touched = 0
  const amount = amountsOf(1)
  addUnits(amount, 0, units)
  const up = uplinesOf(world.tree, world.star, world.effective)
  walkUp(up, from, amount.whole[0] ?? 0, amount.rest[0] ?? 0, plan, (place, kind, whole, rest) => {
    touched += 1
    const share = amountsOf(1)
    share.whole[0] = whole
    share.rest[0] = rest
    shares.set(keyOf(place, kind), (shares.get(keyOf(place, kind)) ?? 0n) + unitsAt(share, 0))
  })
  return { shares, touched }
}

const everything: WalkPlan = { sharing: 10, leveling: true, equal: true }
const worldOf = (sponsors: readonly number[], stars: readonly number[], effective: readonly number[]): World => ({
  tree: treeOfSponsors(sponsors),
  star: Uint8Array.from(sponsors, (_, place) => stars[place % stars.length] ?? 0),
  effective: Int32Array.from(sponsors, (_, place) => effective[place % effective.length] ?? 0),
})
const some = { minLength: 1, maxLength: 40 }
const randomWorld = fc
  .tuple(
    sponsorsOf(60),
    fc.array(fc.integer({ min: 0, max: 6 }), some),
    fc.array(fc.integer({ min: 0, max: 12 }), some),
  )
  .map(([sponsors, stars, effective]) => worldOf(sponsors, stars, effective))
const plans = fc.constantFrom<WalkPlan>(
  everything,
  { sharing: 10, leveling: false, equal: false },
  { sharing: 10, leveling: true, equal: false },
  { sharing: 20, leveling: false, equal: false },
)
const amounts = fc.oneof(
  fc.bigInt({ min: 1n, max: 1_000n }),
  fc.bigInt({ min: 1n, max: 10n ** 14n }),
  fc.bigInt({ min: 10n ** 14n, max: 9_223_372_036_854_775_807n }),
)

describe('the upline walk', () => {
  it('pays what climbing every ancestor pays, in 2,000 random worlds, and touches at most 23', () => {
    fc.assert(
      fc.property(randomWorld, plans, amounts, fc.nat(), (world, plan, units, pick) => {
        const from = pick % world.tree.size
        const { shares, touched } = walk(world, from, units, plan)
        expect(shares).toEqual(climb(world, from, units, plan))
        expect(touched).toBeLessThanOrEqual(23)
      }),
      { numRuns: 2_000 },
    )
  })

  it('pays the same at the end of a chain of 10,000, whatever stars stand on it', () => {
    const sponsors = chainOf(10_000)
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6), { minLength: 1, maxLength: 3_000 }),
        amounts,
        (stars, units) => {
          const world = worldOf(sponsors, stars, [12])
          const { shares, touched } = walk(world, 9_999, units, everything)
          expect(shares).toEqual(climb(world, 9_999, units, everything))
          expect(touched).toBeLessThanOrEqual(23)
        },
      ),
      { numRuns: 20 },
    )
  })

  it('pays a hundred for a hundred: 10 to the inviter, the star differences, 1 to each level, a tenth to the equal', () => {
    // 1 (6 stars) ← 2 (6) ← 3 (2) ← 4 (0) ← 5, each with ten effective referrals.
    const world = worldOf([0, 1, 2, 3, 4], [6, 6, 2, 0, 0], [10])
    const hundred = 10_000_000_000n
    const { shares } = walk(world, 4, hundred, everything)
    expect(Object.fromEntries(shares)).toEqual({
      '3 sharing': hundred / 10n,
      '3 leveling': hundred / 100n,
      '2 leveling': hundred / 100n,
      '1 leveling': hundred / 100n,
      '0 leveling': hundred / 100n,
      '2 team': (hundred * 8n) / 100n,
      '1 team': (hundred * 12n) / 100n,
      '0 equal': (hundred * 12n) / 1_000n,
    })
  })

  it('shares 5, 8, 11, 14, 17 and 20 % by star', () => {
    expect(starRates).toEqual([0, 5, 8, 11, 14, 17, 20])
  })

  it('pays nobody where nobody stands above', () => {
    expect(walk(worldOf([0], [6], [10]), 0, 100n, everything).shares.size).toBe(0)
  })
})
