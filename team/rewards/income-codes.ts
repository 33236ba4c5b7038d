import { productLines } from '#products/registry.ts'
import { type IncomeSource, incomeSources } from './income-sources.ts'

const bonusOf = (source: IncomeSource): readonly number[] =>
  productLines.flatMap(({ pool }) => (pool?.bonus?.source === source ? pool.bonus.codes : []))

/** Record codes of coin income by source. Includes only payouts from a pool, promise or the referral budget. */
export const incomeCodes: Readonly<Record<IncomeSource, readonly number[]>> = {
  investment: productLines.flatMap(({ pool }) => pool?.incomeCodes ?? []),
  // POWER income belongs to no order.
  mining: [26],
  invitation: [102],
  team: [103, 28, ...bonusOf('team')],
  platform: [104],
  fund: bonusOf('fund'),
}
/** All payouts of a wallet's orders, for their net result, regardless of the displayed source. */
export const ownOrderCodes: readonly number[] = [...incomeCodes.investment, ...bonusOf('team')]
export const teamPowerCodes: readonly number[] = [3, 4, 11, 12, 6, 7, 21, 22, 23]

const sources = new Map(incomeSources.flatMap((source) => incomeCodes[source].map((code) => [code, source] as const)))
export const sourceOf = (code: number): IncomeSource | undefined => sources.get(code)
export const allIncomeCodes: readonly number[] = [...sources.keys()]
