import { productLines } from '#products/registry.ts'
import { type IncomeSource, incomeSources } from './income-sources.ts'

/** What lines pay holders of their orders beside the orders themselves, by what kind of income it is. */
const bonusOf = (source: IncomeSource): readonly number[] =>
  productLines.flatMap(({ pool }) => (pool?.bonus?.source === source ? pool.bonus.codes : []))

/** The record codes of coins by source; only what a pool, a promise or the referral budget paid counts. */
export const incomeCodes: Readonly<Record<IncomeSource, readonly number[]>> = {
  investment: productLines.flatMap(({ pool }) => pool?.incomeCodes ?? []),
  // What POWER earns comes from no order.
  mining: [26],
  invitation: [102],
  team: [103, 28, ...bonusOf('team')],
  platform: [104],
  fund: bonusOf('fund'),
}
/** What the entries of a wallet's own orders pay, whatever source it is shown under: their net result counts it. */
export const ownOrderCodes: readonly number[] = [...incomeCodes.investment, ...bonusOf('team')]
/** POWER granted because of others. */
export const teamPowerCodes: readonly number[] = [3, 4, 11, 12, 6, 7, 21, 22, 23]

const sources = new Map(incomeSources.flatMap((source) => incomeCodes[source].map((code) => [code, source] as const)))
/** The source a code belongs to; undefined for what is no income. */
export const sourceOf = (code: number): IncomeSource | undefined => sources.get(code)
export const allIncomeCodes: readonly number[] = [...sources.keys()]
