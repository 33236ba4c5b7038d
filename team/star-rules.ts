import { type StarLevel, soloDays, starMax } from '#identity/star-level.ts'

/** What a star needs, amounts in whole USDT. */
export type StarNeeds = {
  readonly investment: number
  readonly effective: number
  readonly smallArea: number
  /** Departments holding a star one below; 0 for the first star. */
  readonly departments: number
}

/** PRODUCT.md part 10: own investment, effective direct referrals, small area, departments holding the star below. */
export const starNeeds: Readonly<Record<Exclude<StarLevel, 0>, StarNeeds>> = {
  1: { investment: 500, effective: 3, smallArea: 10_000, departments: 0 },
  2: { investment: 1_000, effective: 5, smallArea: 50_000, departments: 2 },
  3: { investment: 2_000, effective: 8, smallArea: 200_000, departments: 2 },
  4: { investment: 5_000, effective: 10, smallArea: 800_000, departments: 2 },
  5: { investment: 10_000, effective: 12, smallArea: 3_000_000, departments: 2 },
  6: { investment: 20_000, effective: 15, smallArea: 10_000_000, departments: 2 },
}
/** Invested by a direct referral that counts. */
export const effectiveInvestment = 100
/** What the first time of each star pays in all, in whole USDT: 28, from the fees of one's own team. */
export const upgradeSums: readonly number[] = [0, 10, 30, 100, 300, 1_000, 3_000]

/** What a wallet has of what stars need. Amounts in whole USDT, rounded down. */
export type StarFacts = {
  readonly investment: number
  readonly effective: number
  readonly smallArea: number
  /** Departments holding a star of at least 1, 2 … 5. */
  readonly departments: readonly number[]
  /** Days the investment has stood at what the first star alone needs. */
  readonly soloDays: number
}

/** The highest star whose every need is met. */
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
    (needs.departments === 0 || (facts.departments[star - 2] ?? 0) >= needs.departments)
  )
}
