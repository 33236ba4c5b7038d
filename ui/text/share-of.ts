import { parseUnits, showUnits } from '#kit/amount/amount.ts'

const step = 1_000_000n

/** Percentage of an amount, truncated to two decimals. @param percent 1 to 100 @returns decimal string; empty for zero */
export function shareOf(all: string, percent: bigint): string {
  const units = ((parseUnits(all) ?? 0n) * percent) / 100n
  const typable = units - (units % step)
  return typable > 0n ? showUnits(typable) : ''
}
