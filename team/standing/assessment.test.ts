import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SponsorTree } from '#identity/team/sponsor-tree.ts'
import { type Standing, type StarLevel, soloDays, standingAfter, starLevelOf } from '#identity/team/star-level.ts'
import { greater } from '#kit/amount/amount.ts'
import { type Amounts, addUnits, amountsOf, unitsAt } from '#kit/amount/many-amounts.ts'
import { sizeOf } from '#kit/test/test-size.ts'
import { stepAbove } from '#kit/text/privacy.ts'
import type { Day } from '#kit/time/clock.ts'
import { chainOf, sponsorsOf, treeOfSponsors } from '../test-team.ts'
import { assess, smallAreaAt, type TeamFacts } from './assessment.ts'
import { stepOf } from './shown-steps.ts'
import { earnedStar } from './star-rules.ts'

const one = 100_000_000n
const monday = '2026-11-23' as Day
const sunday = '2026-11-22' as Day
const amounts = (values: readonly bigint[]): Amounts => {
  const made = amountsOf(values.length)
  for (const [place, units] of values.entries()) addUnits(made, place, units)
  return made
}
const factsOf = (own: readonly bigint[], changes: Partial<TeamFacts> = {}): TeamFacts => ({
  own: amounts(own),
  week: amounts(own.map((units) => units / 7n)),
  weekNet: amounts(own.map((units, place) => (place % 3 ? units : -units / 3n))),
  weekWld: amounts(own.map((units) => units / 11n)),
  soloDays: new Int32Array(own.length),
  held: new Map(),
  ...changes,
})

function slowly(tree: SponsorTree, own: readonly bigint[], facts: TeamFacts, day: Day) {
  const children = own.map((_, place) => own.flatMap((_units, other) => (tree.parent[other] === place ? [other] : [])))
  const team = (place: number): number[] => (children[place] ?? []).flatMap((child) => [child, ...team(child)])
  const sum = (places: readonly number[]) => places.reduce((total, place) => total + (own[place] ?? 0n), 0n)
  const star: StarLevel[] = []
  return own
    .map((investment, index) => ({ investment, place: index }))
    .reverse()
    .map(({ investment, place }) => {
      const departments = (children[place] ?? []).map((child) => [child, ...team(child)])
      const performance = sum(team(place))
      const largest = departments.map(sum).sort((one, other) => Number(other - one))[0] ?? 0n
      const effective = (children[place] ?? []).filter((child) => (own[child] ?? 0n) >= 100n * one).length
      const holding = [1, 2, 3, 4, 5].map(
        (least) => departments.filter((each) => each.some((member) => (star[member] ?? 0) >= least)).length,
      )
      const earned = earnedStar({
        investment: Number(investment / one),
        effective,
        smallArea: Number((performance - largest) / one),
        departments: holding,
        soloDays: facts.soloDays[place] ?? 0,
      })
      const standing = standingAfter(facts.held.get(place) ?? { star: 0 }, earned, day)
      star[place] = standing.star
      const members = team(place).length
      const size = (units: bigint) => (units < 0n ? -units : units)
      const mostOf = (amounts: Amounts) =>
        team(place).reduce((most, member) => greater(most, size(unitsAt(amounts, member))), 0n)
      const steps = [facts.own, facts.week, facts.weekNet, facts.weekWld].map((each) => stepAbove(mostOf(each)))
      return { place, performance, largest, effective, holding, members, steps, star: standing.star }
    })
}

describe('the assessment of all teams', () => {
  it('says what listing everybody below says, in random trees', () => {
    const purse = fc.constantFrom(
      0n,
      99n * one,
      100n * one,
      600n * one + 1n,
      3_000n * one,
      400_000n * one,
      3_000_000n * one,
    )
    const purses = fc.array(purse, { minLength: 5, maxLength: 80 })
    const notice = fc.constantFrom(undefined, new Date('2026-11-23T00:00:00Z'), new Date('2026-11-30T00:00:00Z'))
    const standing = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.nat(), notice).map(
      ([star, to, at]): Standing => ({
        star: starLevelOf(star),
        ...(at ? { notice: { to: starLevelOf(to % star), at } } : {}),
      }),
    )
    const standings = fc.array(fc.tuple(fc.nat(), standing), { maxLength: 12 })
    fc.assert(
      fc.property(
        sponsorsOf(80),
        purses,
        standings,
        fc.constantFrom(sunday, monday),
        (sponsors, drawn, before, day) => {
          const tree = treeOfSponsors(sponsors)
          const own = sponsors.map((_, place) => drawn[place % drawn.length] ?? 0n)
          const held = new Map(before.map(([who, standing]) => [who % tree.size, standing]))
          const facts = factsOf(own, {
            held,
            soloDays: Int32Array.from(own, (units) => (units >= 2_000n * one ? 90 : 0)),
          })
          const { sums, star, changed } = assess(tree, facts, day)
          for (const expected of slowly(tree, own, facts, day)) {
            const { place } = expected
            expect({
              place,
              performance: unitsAt(sums.performance, place),
              largest: unitsAt(sums.largest, place),
              effective: sums.effective[place],
              holding: Array.from(sums.departments.subarray(place * 5, place * 5 + 5)),
              members: sums.members[place],
              steps: Object.values(sums.steps).map((steps) => stepOf(steps[place] ?? 0)),
              star: star[place],
            }).toEqual(expected)
          }
          const again = assess(tree, { ...facts, held: new Map([...held, ...changed]) }, day)
          expect(again).toEqual({ sums, star, changed: new Map() })
        },
      ),
      { numRuns: sizeOf(import.meta.url, { least: 200, turn: 200, all: 2_000 }) },
    )
  })

  it('sums weeks, net deposits below zero too, and takes a chain of 10,000', () => {
    const sponsors = chainOf(10_000)
    const own = sponsors.map((_, place) => BigInt(place) * one + 99_999_999n)
    const facts = factsOf(own)
    const { sums } = assess(treeOfSponsors(sponsors), facts, monday)
    const total = (amountsBelow: Amounts) =>
      own.slice(1).reduce((sum, _, place) => sum + unitsAt(amountsBelow, place + 1), 0n)
    expect(unitsAt(sums.performance, 0)).toBe(total(facts.own))
    expect(unitsAt(sums.week, 0)).toBe(total(facts.week))
    expect(unitsAt(sums.weekNet, 0)).toBe(total(facts.weekNet))
    expect(unitsAt(sums.weekWld, 0)).toBe(total(facts.weekWld))
    expect(sums.members[0]).toBe(9_999)
    expect(smallAreaAt(sums, 0)).toBe(0)
  })

  it('shows a sum by the step above the largest part of one member, by size', () => {
    const weekNet = amounts([-90n * one, 3n * one, 0n, -7n * one])
    const { sums } = assess(treeOfSponsors([0, 1, 2, 2]), factsOf([0n, 0n, 0n, 0n], { weekNet }), monday)
    expect(Array.from(sums.steps.weekNet, stepOf)).toEqual([10n * one, 10n * one, 1n, 1n])
  })

  it('adds weeks of whole coins alone, of units alone, and below zero', () => {
    const facts = factsOf([0n, 0n, 0n], {
      week: amounts([0n, 3n * one, 4n * one]),
      weekNet: amounts([0n, 7n, -2n * one]),
      weekWld: amounts([0n, -5n, 3n]),
    })
    const { sums } = assess(treeOfSponsors([0, 1, 2]), facts, monday)
    expect([0, 1, 2].map((place) => unitsAt(sums.week, place))).toEqual([7n * one, 4n * one, 0n])
    expect([0, 1, 2].map((place) => unitsAt(sums.weekNet, place))).toEqual([7n - 2n * one, -2n * one, 0n])
    expect([0, 1, 2].map((place) => unitsAt(sums.weekWld, place))).toEqual([-2n, 3n, 0n])
    expect(Array.from(sums.referrals)).toEqual([1, 1, 0])
  })

  it('adds a single coin, and a single unit', () => {
    const facts = factsOf([0n, 0n], { week: amounts([0n, one]), weekNet: amounts([0n, 1n]) })
    const { sums } = assess(treeOfSponsors([0, 1]), facts, monday)
    expect([unitsAt(sums.week, 0), unitsAt(sums.weekNet, 0)]).toEqual([one, 1n])
  })

  it('takes the larger of two departments by whole coins, then by units, in whichever order they come', () => {
    const largest = (...own: readonly bigint[]) =>
      unitsAt(assess(treeOfSponsors([0, ...own.map(() => 1)]), factsOf([0n, ...own]), monday).sums.largest, 0)
    expect([largest(5n * one + 2n, 5n * one + 1n), largest(5n * one + 1n, 5n * one + 2n)]).toEqual([
      5n * one + 2n,
      5n * one + 2n,
    ])
    expect([largest(6n * one, 5n * one + 9n), largest(5n * one + 9n, 6n * one)]).toEqual([6n * one, 6n * one])
    const sums = (units: bigint) => {
      const tree = treeOfSponsors([0, 1, 2, 1])
      return assess(tree, factsOf([0n, 60_000_000n, 60_000_000n, units]), monday).sums
    }
    expect(unitsAt(sums(110_000_000n).largest, 0)).toBe(120_000_000n)
    expect(unitsAt(sums(130_000_000n).largest, 0)).toBe(130_000_000n)
  })

  it('rounds a small area down to whole coins, and counts a referral from 100 on', () => {
    const sums = (...own: readonly bigint[]) =>
      assess(treeOfSponsors([0, ...own.map(() => 1)]), factsOf([0n, ...own]), monday).sums
    expect(smallAreaAt(sums(9n * one, 5n * one), 0)).toBe(5)
    expect(smallAreaAt(sums(9n * one, 5n * one - 1n), 0)).toBe(4)
    expect(smallAreaAt(sums(9n * one + 99_999_999n, 5n * one + 1n), 0)).toBe(5)
    expect(sums(100n * one, 100n * one - 1n).effective[0]).toBe(1)
  })

  it('gives star 1 for three effective referrals and a small area of 10,000, star 2 for two departments holding it', () => {
    const sponsors = [0, 1, 1, 1, 1, 1, ...[2, 3, 4, 5, 6].flatMap((leader) => [leader, leader, leader])]
    const own = sponsors.map((_, place) => (place < 6 ? 1_000n : 10_000n) * one)
    const { star, changed } = assess(treeOfSponsors(sponsors), factsOf(own), monday)
    expect(Array.from(star.subarray(0, 7))).toEqual([2, 1, 1, 1, 1, 1, 0])
    expect(changed.get(0)).toEqual({ star: 2 })
  })

  it('gives star 1 alone for 2,000 that stood 90 days, without anybody invited', () => {
    const days = (count: number) => factsOf([2_000n * one], { soloDays: Int32Array.of(count) })
    const { star, changed } = assess(treeOfSponsors([0]), days(soloDays), monday)
    expect(star[0]).toBe(1)
    expect(changed).toEqual(new Map([[0, { star: 1 }]]))
    expect(assess(treeOfSponsors([0]), days(soloDays - 1), monday).star[0]).toBe(0)
  })
})
