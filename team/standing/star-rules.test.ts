import { describe, expect, it } from 'vitest'
import { soloDays } from '#identity/team/star-level.ts'
import { earnedStar, effectiveInvestment, type StarFacts, starNeeds, upgradeSums } from './star-rules.ts'

/** PRODUCT.md part 10. */
const table = [
  [500, 3, 10_000, 0],
  [1_000, 5, 50_000, 2],
  [2_000, 8, 200_000, 2],
  [5_000, 10, 800_000, 2],
  [10_000, 12, 3_000_000, 2],
  [20_000, 15, 10_000_000, 2],
] as const
const factsOf = (star: number, changes: Partial<StarFacts> = {}): StarFacts => {
  const [investment = 0, effective = 0, smallArea = 0, departments = 0] = table[star - 1] ?? []
  const holding = [1, 2, 3, 4, 5].map((each) => (each < star ? departments : 0))
  return { investment, effective, smallArea, departments: holding, soloDays: 0, ...changes }
}

describe('a star', () => {
  it('needs what the specification lists, and pays its first holder what it lists', () => {
    expect(Object.values(starNeeds).map((needs) => Object.values(needs))).toEqual(table)
    expect(effectiveInvestment).toBe(100)
    expect(upgradeSums).toEqual([0, 10, 30, 100, 300, 1_000, 3_000])
  })

  it.each([1, 2, 3, 4, 5, 6])('%i is earned by exactly its needs, and by nothing less', (star) => {
    const facts = factsOf(star)
    expect(earnedStar(facts)).toBe(star)
    for (const part of ['investment', 'effective', 'smallArea'] as const)
      expect(earnedStar({ ...facts, [part]: facts[part] - 1 }), part).toBe(star - 1)
    if (star === 1) return
    const fewer = facts.departments.map((count, place) => (place === star - 2 ? count - 1 : count))
    expect(earnedStar({ ...facts, departments: fewer })).toBe(star - 1)
  })

  it('1 is earned alone after 90 days, and no star by less', () => {
    const none = factsOf(0)
    expect(soloDays).toBe(90)
    expect([89, 90, 91].map((days) => earnedStar({ ...none, soloDays: days }))).toEqual([0, 1, 1])
  })
})
