import { parseUnits, showUnits } from '#kit/amount/amount.ts'

/** Percentage of an amount, truncated to the decimals that can be typed. @param percent 1 to 100 @returns decimal string; empty for zero */
export function shareOf(all: string, percent: bigint, decimalsMax = 2): string {
  const units = ((parseUnits(all) ?? 0n) * percent) / 100n
  const step = 10n ** BigInt(8 - decimalsMax)
  const typable = units - (units % step)
  return typable > 0n ? showUnits(typable) : ''
}
