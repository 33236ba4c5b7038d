export const incomeSources = ['investment', 'mining', 'invitation', 'team', 'platform', 'fund'] as const
export type IncomeSource = (typeof incomeSources)[number]
