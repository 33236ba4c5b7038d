import { type StarLevel, soloDays, starMax } from '#identity/team/star-level.ts'

export type StarNeeds = {
  readonly investment: number
  readonly effective: number
  readonly smallArea: number
  readonly departments: number
}

/** PRODUCT.md part 10. */
export const starNeeds: Readonly<Record<Exclude<StarLevel, 0>, StarNeeds>> = {
  1: { investment: 500, effective: 3, smallArea: 10_000, departments: 0 },
  2: { investment: 1_000, effective: 5, smallArea: 50_000, departments: 2 },
  3: { investment: 2_000, effective: 8, smallArea: 200_000, departments: 2 },
  4: { investment: 5_000, effective: 10, smallArea: 800_000, departments: 2 },
  5: { investment: 10_000, effective: 12, smallArea: 3_000_000, departments: 2 },
  6: { investment: 20_000, effective: 15, smallArea: 10_000_000, departments: 2 },
}
/** Minimum investment of an effective direct referral. */
export const effectiveInvestment = 100
/** Total first-time bonus per star in whole USDT, record code 28, from the team's fees. */
export const upgradeSums: readonly number[] = [0, 10, 30, 100, 300, 1_000, 3_000]

export type StarFacts = {
  readonly investment: number
  readonly effective: number
  readonly smallArea: number
  readonly departments: readonly number[]
  readonly soloDays: number
}

export function earnedStar(facts: StarFacts): StarLevel {
  for (let star = starMax; star > 0; star -= 1) if (meets(facts, star as 1)) return star as StarLevel
  return facts.soloDays >= soloDays ? 1 : 0
}

function meets(facts: StarFacts, star: Exclude<StarLevel, 0>): boolean {
  const needs = starNeeds[star]
  return (
    facts.investment >= needs.investment &&
    facts.effective >= needs.effective &&
    facts.smallArea >= needs.smallArea &&
    (needs.departments === 0 || (facts.departments[star - 2] as number) >= needs.departments)
  )
}
