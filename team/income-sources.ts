/** Where income comes from, in the order it is shown. */
export const incomeSources = ['investment', 'mining', 'invitation', 'team', 'platform', 'fund'] as const
export type IncomeSource = (typeof incomeSources)[number]
