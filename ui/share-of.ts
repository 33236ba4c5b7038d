import { parseUnits, showUnits } from '#kit/amount.ts'

/** A hundredth of the amounts people type: two decimals. */
const step = 1_000_000n

/** A share of an amount, cut down to the two decimals people type. @param percent 1 to 100 @returns decimal text; empty where it is nothing */
export function shareOf(all: string, percent: bigint): string {
  const units = ((parseUnits(all) ?? 0n) * percent) / 100n
  const typable = units - (units % step)
  return typable > 0n ? showUnits(typable) : ''
}
