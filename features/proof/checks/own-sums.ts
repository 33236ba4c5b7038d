import { showUnits } from '#kit/amount/amount.ts'
import { readHeld, readMoment } from '#kit/amount/exact.ts'
import { hourMs } from '#kit/time/clock.ts'
import type { OwnAmount } from './own-proof.ts'

/** Statements appear some minutes after midnight, so 26 hours is late. */
const oldAfterMs = 26 * hourMs
const aheadMostMs = hourMs

export function isOld(epoch: string, now: string): boolean {
  const ageMs = readMoment(now) - readMoment(epoch)
  return ageMs > oldAfterMs || ageMs < -aheadMostMs
}

/** Coins at zero are omitted. */
export function addAmounts(amounts: readonly OwnAmount[]): { readonly coin: string; readonly amount: string }[] {
  const sums = new Map<string, bigint>()
  for (const { coin, proven } of amounts) {
    const before = sums.get(coin)
    sums.set(coin, before === undefined ? readHeld(proven) : before + readHeld(proven))
  }
  return [...sums].filter(([, units]) => units > 0n).map(([coin, units]) => ({ coin, amount: showUnits(units) }))
}
