import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addUnits, amountsOf } from '#kit/amount/many-amounts.ts'
import { sizeOf } from '#kit/test/test-size.ts'
import { starRates, uplinesOf } from '../standing/upline-walk.ts'
import { chainOf, sponsorsOf, treeOfSponsors } from '../test-team.ts'
import { powerPlans, powerRewards } from './power-rewards.ts'
import type { Team } from './rewards.ts'

type Grant = readonly [place: number, code: number, units: bigint]
type World = { readonly team: Team; readonly effective: readonly number[]; readonly grants: readonly Grant[] }

/** PRODUCT.md part 7, implemented naively. */
function slowly({ team: { tree, up, barred }, effective, grants }: World): Map<string, bigint> {
  const received = new Map<string, bigint>()
  const give = (place: number, code: number | undefined, units: bigint) => {
    if (code === undefined || units === 0n || barred[place]) return
    const key = `${tree.serials[place]} ${code}`
    received.set(key, (received.get(key) ?? 0n) + units)
  }
  for (const [key, all] of Map.groupBy(grants, ([place, code]) => `${place} ${code}`)) {
    const [from = 0, code = 0] = key.split(' ').map(Number)
    const units = all.reduce((sum, [, , each]) => sum + each, 0n)
    const plan = powerPlans[code]
    if (!plan) continue
    const ancestors: number[] = []
    for (let above = tree.parent[from] ?? -1; above >= 0; above = tree.parent[above] ?? -1) ancestors.push(above)
    const [inviter] = ancestors
    if (inviter !== undefined) give(inviter, plan.codes.sharing, units / 10n)
    if (plan.leveling)
      for (const [index, place] of ancestors.slice(0, 10).entries())
        if ((effective[place] ?? 0) >= index + 1) give(place, plan.codes.leveling, units / 100n)
    let highest = 0
    for (const [index, place] of ancestors.entries()) {
      const star = up.star[place] ?? 0
      if (star <= highest) continue
      const share = (units * BigInt((starRates[star] ?? 0) - (starRates[highest] ?? 0))) / 100n
      give(place, plan.codes.team, share)
      const equal = ancestors.slice(index + 1).find((other) => up.star[other] === star)
      if (plan.equal && equal !== undefined) give(equal, plan.codes.equal, share / 10n)
      highest = star
    }
  }
  return received
}

function quickly({ team, grants }: World): Map<string, bigint> {
  const granted = new Map([...new Set(grants.map(([, code]) => code))].map((code) => [code, amountsOf(team.tree.size)]))
  for (const [place, code, units] of grants) {
    const sum = granted.get(code)
    if (sum) addUnits(sum, place, units)
  }
  const received = new Map<string, bigint>()
  let last = 0
  for (const { part, item, rewards } of powerRewards(granted, team)) {
    expect(part).toBe('power')
    expect(item).toBeGreaterThan(last)
    last = item
    for (const { recipient, asset, code, units } of rewards) {
      expect([recipient, asset]).toEqual([item, 'POWER'])
      received.set(`${recipient} ${code}`, units)
    }
  }
  return received
}

const units = fc.oneof(
  fc.constant(0n),
  fc.bigInt({ min: 1n, max: 200n }),
  fc.bigInt({ min: 1n, max: 10n ** 13n }),
  fc.bigInt({ min: 10n ** 15n, max: 10n ** 17n }),
)
const codes = fc.constantFrom(2, 13, 20, 16)
const drawn = (grantsMax: number) =>
  fc.record({
    stars: fc.array(fc.constantFrom(0, 0, 0, 1, 2, 3, 4, 5, 6), { minLength: 1, maxLength: 60 }),
    effective: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 40 }),
    barred: fc.array(fc.nat(), { maxLength: 5 }),
    grants: fc.array(fc.tuple(fc.nat(), codes, units), { maxLength: grantsMax }),
  })
type Drawn = ReturnType<typeof drawn> extends fc.Arbitrary<infer Value> ? Value : never

function worldOf(sponsors: readonly number[], { stars, effective: counts, barred, grants }: Drawn): World {
  const tree = treeOfSponsors(sponsors)
  const star = Uint8Array.from(sponsors, (_, place) => stars[place % stars.length] ?? 0)
  const effective = sponsors.map((_, place) => counts[place % counts.length] ?? 0)
  const isBarred = new Uint8Array(tree.size)
  for (const who of barred) isBarred[who % tree.size] = 1
  return {
    team: { tree, up: uplinesOf(tree, star, Int32Array.from(effective)), barred: isBarred },
    effective,
    grants: grants.map(([who, code, amount]): Grant => [who % tree.size, code, amount]),
  }
}

describe('rewards on POWER', () => {
  it('have the record types of the specification, by the record type of the POWER', () => {
    const types = Object.entries(powerPlans).map(([code, { codes: of }]) => [Number(code), Object.values(of)])
    expect(types).toEqual([
      [2, [3, 4, 11, 12]],
      [13, [6, 7]],
      [20, [21, 22, 23]],
    ])
    expect(new Set(Object.values(powerPlans).map(({ sharing }) => sharing))).toEqual(new Set([10]))
  })

  it('go only to kinds that have a record type', () => {
    for (const plan of Object.values(powerPlans)) {
      expect(plan.leveling).toBe(plan.codes.leveling !== undefined)
      expect(plan.equal).toBe(plan.codes.equal !== undefined)
    }
  })

  it('of all wallets of a day are what the rules say word for word, in random worlds', () => {
    fc.assert(
      fc.property(sponsorsOf(120), drawn(80), (sponsors, made) => {
        const world = worldOf(sponsors, made)
        expect(quickly(world)).toEqual(slowly(world))
      }),
      { numRuns: sizeOf(import.meta.url, { least: 200, turn: 200, all: 2_000 }) },
    )
  })

  it('are the same on a line of 10,000', () => {
    const line = chainOf(10_000)
    fc.assert(
      fc.property(drawn(20), (made) => {
        const world = worldOf(line, made)
        expect(quickly(world)).toEqual(slowly(world))
      }),
      { numRuns: sizeOf(import.meta.url, { least: 3, turn: 3, all: 50 }) },
    )
  })
})
