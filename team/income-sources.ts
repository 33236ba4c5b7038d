/** Where income comes from, in the order it is shown. */
export const incomeSources = ['investment', 'invitation', 'team', 'platform', 'fund'] as const
export type IncomeSource = (typeof incomeSources)[number]

/** The record codes of coins by source; only what a pool, a promise or the referral budget paid counts. */
export const incomeCodes: Readonly<Record<IncomeSource, readonly number[]>> = {
  investment: [112, 113, 13, 19, 26, 35, 39],
  invitation: [102],
  team: [103, 28, 40],
  platform: [104],
  fund: [25],
}
/** POWER granted because of others. */
export const teamPowerCodes: readonly number[] = [3, 4, 11, 12, 6, 7, 21, 22, 23]

const sources = new Map(incomeSources.flatMap((source) => incomeCodes[source].map((code) => [code, source] as const)))
/** The source a code belongs to; undefined for what is no income. */
export const sourceOf = (code: number): IncomeSource | undefined => sources.get(code)
export const allIncomeCodes: readonly number[] = [...sources.keys()]
