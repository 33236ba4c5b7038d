import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sizeOf } from '#kit/test/test-size.ts'
import { addDays, type Day } from '#kit/time/clock.ts'
import { starRates, uplinesOf } from '../standing/upline-walk.ts'
import { chainOf, sponsorsOf, treeOfSponsors } from '../test-team.ts'
import { addDay, type FeePart, owedFor, sumsOf, type Week, weekOfFees, withinBudget } from './fee-rewards.ts'
import {
  invitationPercent,
  platformPercent,
  platformStar,
  referralPart,
  scaled,
  upgradePercent,
  weekOf,
} from './fee-shares.ts'
import type { OpenUpgrade, Team } from './rewards.ts'

const monday = '2026-11-23' as Day
const sunday = addDays(monday, 6)
const assets = ['USDT', 'WLD'] as const

type DayPart = FeePart & { readonly day: Day }
type World = { readonly team: Team; readonly parts: DayPart[]; readonly open: OpenUpgrade[] }
const worldOf = (sponsors: fc.Arbitrary<number[]>): fc.Arbitrary<World> =>
  fc
    .tuple(
      sponsors,
      fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 40 }),
      fc.array(
        fc.tuple(fc.nat(), fc.integer({ min: 0, max: 6 }), fc.constantFrom(...assets), fc.bigInt(1n, 10n ** 15n)),
        { maxLength: 30 },
      ),
      fc.array(
        fc.tuple(fc.nat(), fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 6 }), fc.bigInt(1n, 10n ** 13n)),
        { maxLength: 8 },
      ),
      fc.array(fc.nat(), { maxLength: 3 }),
    )
    .map(([invited, stars, paid, opened, barred]) => {
      const tree = treeOfSponsors(invited)
      const star = Uint8Array.from(invited, (_, place) => stars[place % stars.length] ?? 0)
      const up = uplinesOf(tree, star, new Int32Array(tree.size))
      const parts = paid.map(([who, day, asset, units]) => ({
        serial: 1 + (who % tree.size),
        day: addDays(monday, day),
        asset,
        units,
      }))
      const byStar = new Map(
        opened.map(([who, nth, since, left]) => [(1 + (who % tree.size)) * 10 + nth, { since, left }]),
      )
      const open = [...byStar]
        .sort(([one], [other]) => one - other)
        .map(([item, { since, left }]) => ({
          serial: Math.floor(item / 10),
          star: item % 10,
          since: addDays(monday, since),
          left,
        }))
      const isBarred = new Uint8Array(tree.size)
      for (const who of barred) isBarred[who % tree.size] = 1
      return { team: { tree, up, barred: isBarred }, parts, open }
    })

/** PRODUCT.md part 7, implemented naively. */
function slowly({ team: { tree, up, barred }, parts, open }: World, day: Day): Map<string, bigint> {
  const owed = new Map<string, bigint>()
  const give = (place: number, code: number, asset: string, units: bigint) => {
    const key = `${tree.serials[place]} ${code} ${asset}`
    if (units > 0n && !barred[place]) owed.set(key, (owed.get(key) ?? 0n) + units)
  }
  const above = (place: number): number[] => {
    const all: number[] = []
    for (let next = tree.parent[place] ?? -1; next >= 0; next = tree.parent[next] ?? -1) all.push(next)
    return all
  }
  for (const { serial, asset, units, day: paidOn } of parts) {
    if (paidOn !== day) continue
    const ancestors = above(tree.placeOf(serial))
    if (ancestors[0] !== undefined) give(ancestors[0], 102, asset, (units * 20n) / 100n)
    let highest = 0
    for (const place of ancestors) {
      const star = up.star[place] ?? 0
      if (star <= highest) continue
      give(place, 103, asset, (units * BigInt((starRates[star] ?? 0) - (starRates[highest] ?? 0))) / 100n)
      highest = star
    }
  }
  const holders = Array.from(up.star.keys()).filter((place) => (up.star[place] ?? 0) >= 3 && !barred[place])
  for (const asset of assets) {
    const all = parts.filter((part) => part.asset === asset).reduce((sum, { units }) => sum + units, 0n)
    for (const place of holders) give(place, 104, asset, (all * 20n) / 100n / BigInt(holders.length))
  }
  const given = new Map<number, bigint>()
  for (const { serial, since, left } of open) {
    const place = tree.placeOf(serial)
    const brought = parts
      .filter((part) => part.asset === 'USDT' && part.day >= since && above(tree.placeOf(part.serial)).includes(place))
      .reduce((sum, { units }) => sum + units, 0n)
    const rest = (brought * 10n) / 100n - (given.get(serial) ?? 0n)
    const units = rest > left ? left : rest
    if (units <= 0n) continue
    given.set(serial, (given.get(serial) ?? 0n) + units)
    give(place, 28, 'USDT', units)
  }
  return owed
}

const partsOf = ({ parts }: World, day: Day): FeePart[] =>
  parts.filter((part) => part.day === day).sort((one, other) => one.serial - other.serial)
function weekOfWorld(made: World): Week {
  const week = weekOfFees(made.open)
  for (let day = monday; day <= sunday; day = addDays(day, 1)) addDay(week, day, partsOf(made, day), made.team.tree)
  return week
}
const owedBy = (made: World) => owedFor(partsOf(made, sunday), weekOfWorld(made), made.team)

function owedOf(made: World): Map<string, bigint> {
  const found = new Map<string, bigint>()
  for (const { rewards } of owedBy(made))
    for (const { recipient, code, asset, units } of rewards) {
      const key = `${recipient} ${code} ${asset}`
      if (units > 0n) found.set(key, (found.get(key) ?? 0n) + units)
    }
  return found
}

describe('rewards on fees', () => {
  it('take 20 % for the inviter, 20 % for three stars and more, and 10 % for a new star', () => {
    expect([invitationPercent, platformPercent, platformStar, upgradePercent]).toEqual([20, 20n, 3, 10n])
  })

  it('are whole while the budget covers them, and otherwise scaled and rounded down', () => {
    expect([scaled(5n, 10n, 10n), scaled(5n, 9n, 10n), scaled(5n, 0n, 10n)]).toEqual([5n, 4n, 0n])
  })

  it('are what the rules say word for word, in 2,000 random worlds, and never more than the budget', () => {
    fc.assert(
      fc.property(worldOf(sponsorsOf(40)), fc.bigInt(0n, 10n ** 15n), (made, budget) => {
        expect(owedOf(made)).toEqual(slowly(made, sunday))
        const { entries, budgets } = withinBudget(
          () => owedBy(made),
          () => budget,
        )
        const sums = sumsOf(entries)
        for (const units of sums.values()) expect(units).toBeLessThanOrEqual(budget)
        const came = budgets()
        for (const { asset, due, given } of came) {
          expect(given).toBe(due <= budget ? due : sumOf(came, given, budget))
          expect(given).toBe(sums.get(asset) ?? 0n)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('are the same on a line of 10,000', () => {
    fc.assert(
      fc.property(fc.noShrink(worldOf(fc.constant(chainOf(10_000)))), (made) => {
        expect(owedOf(made)).toEqual(slowly(made, sunday))
      }),
      { numRuns: sizeOf(import.meta.url, { least: 2, turn: 2, all: 30 }) },
    )
  })

  it('of a day that ends no week are those of its own fees alone', () => {
    fc.assert(
      fc.property(worldOf(sponsorsOf(40)), (made) => {
        const codes = [...owedFor(partsOf(made, monday), undefined, made.team)].flatMap(({ rewards }) =>
          rewards.map(({ code }) => code),
        )
        expect(codes.every((code) => code === 102 || code === 103)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('pay a new star from one unit on, under its own key, and the rest of a team’s fees to the next star', () => {
    const tree = treeOfSponsors([0, 1])
    const team = { tree, up: uplinesOf(tree, new Uint8Array(2), new Int32Array(2)), barred: new Uint8Array(2) }
    const paid = (units: bigint, left = 5n) => {
      const open = [1, 2].map((star) => ({ serial: 1, star, since: monday, left }))
      const week = weekOfFees(open)
      addDay(week, monday, [{ serial: 2, asset: 'USDT', units }], tree)
      return [...owedFor([], week, team)].map(({ part, item, rewards }) => [part, item, rewards[0]?.units])
    }
    expect(paid(9n)).toEqual([])
    expect(paid(10n)).toEqual([['upgrade', 11, 1n]])
    expect(paid(59n)).toEqual([['upgrade', 11, 5n]])
    expect(paid(60n)).toEqual([
      ['upgrade', 11, 5n],
      ['upgrade', 12, 1n],
    ])
  })

  it('come from a tenth of what the liquidity of a market leaves, never more in parts than of the whole', () => {
    const split = { liquidity: '0.5', referral: '0.1' }
    expect(referralPart(105, 1_000n, split)).toBe(50n)
    expect(referralPart(23, 1_000n, split)).toBe(100n)
    fc.assert(
      fc.property(fc.array(fc.bigInt(0n, 10n ** 12n), { maxLength: 20 }), (fees) => {
        const all = fees.reduce((sum, units) => sum + units, 0n)
        const parts = fees.reduce((sum, units) => sum + referralPart(105, units, split), 0n)
        expect(parts).toBeLessThanOrEqual((all - all / 2n) / 10n)
      }),
    )
  })

  it('count a week from its Monday', () => {
    expect(weekOf(sunday)).toBe(monday)
    expect(weekOf(monday)).toBe(monday)
    expect(weekOf(addDays(monday, 7))).toBe(addDays(monday, 7))
  })
})

function sumOf(budgets: readonly { due: bigint; given: bigint }[], given: bigint, budget: bigint): bigint {
  expect(budget - given).toBeGreaterThanOrEqual(0n)
  expect(budget - given).toBeLessThan(1_000n)
  expect(budgets.length).toBeGreaterThan(0)
  return given
}
