import { parseUnits, showUnits } from '#kit/amount.ts'
import { hourMs } from '#kit/clock.ts'
import type { OwnAmount } from './own-proof.ts'

/** A day's statement is there a few minutes after midnight: past this much more, there should have been another. */
const oldAfterMs = 26 * hourMs

/** Whether a statement is so old that the one after it should be there. */
export const isOld = (epoch: string, now: string): boolean => Date.parse(now) - Date.parse(epoch) > oldAfterMs

/** What is proven of each coin, all kinds together; coins without any are left out. */
export function addAmounts(amounts: readonly OwnAmount[]): { readonly coin: string; readonly amount: string }[] {
  const sums = new Map<string, bigint>()
  for (const { coin, proven } of amounts) sums.set(coin, (sums.get(coin) ?? 0n) + (parseUnits(proven) ?? 0n))
  return [...sums].filter(([, units]) => units > 0n).map(([coin, units]) => ({ coin, amount: showUnits(units) }))
}
