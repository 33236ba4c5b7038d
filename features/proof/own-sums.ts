import { showUnits } from '#kit/amount.ts'
import { hourMs } from '#kit/clock.ts'
import { readHeld, readMoment } from '#kit/exact.ts'
import type { OwnAmount } from './own-proof.ts'

/** A day's statement is there a few minutes after midnight: past this much more, there should have been another. */
const oldAfterMs = 26 * hourMs
/** Clocks differ. */
const aheadMostMs = hourMs

/** Whether a statement is so old that the one after it should be there, or is dated ahead: a day that is not over has none. */
export function isOld(epoch: string, now: string): boolean {
  const ageMs = readMoment(now) - readMoment(epoch)
  return ageMs > oldAfterMs || ageMs < -aheadMostMs
}

/** What is proven of each coin, all kinds together; coins without any are left out. */
export function addAmounts(amounts: readonly OwnAmount[]): { readonly coin: string; readonly amount: string }[] {
  const sums = new Map<string, bigint>()
  for (const { coin, proven } of amounts) {
    const before = sums.get(coin)
    sums.set(coin, before === undefined ? readHeld(proven) : before + readHeld(proven))
  }
  return [...sums].filter(([, units]) => units > 0n).map(([coin, units]) => ({ coin, amount: showUnits(units) }))
}
