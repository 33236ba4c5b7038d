import { unitsPerOne } from '#kit/amount.ts'
import { fail } from '#kit/failure.ts'

/** PRODUCT.md part 5: the wait after a change of security binds releases above so much USDT. */
export const heldAbove = 100n * unitsPerOne

export type SellerFacts = {
  readonly units: bigint
  /** What they gave over the counter in the last 24 hours: slices count together. */
  readonly sold: bigint
  readonly now: Date
  /** The end of the wait after a change of password or authenticator, or a restore. */
  readonly heldUntil: Date | null
  readonly banUntil: Date | null
  readonly banReason: string | null
}

/** Whether a wallet may give coins to somebody else over the counter now. Pure. @throws identity.withdrawal_banned, otc.held */
export function decideSelling({ units, sold, now, heldUntil, banUntil, banReason }: SellerFacts): void {
  // Assumed: a ban of withdrawals binds this too; otherwise the coins would leave through another wallet.
  if (banUntil && banUntil > now)
    fail('identity.withdrawal_banned', { until: banUntil.toISOString(), reason: banReason ?? '' })
  if (heldUntil && heldUntil > now && units + sold > heldAbove) fail('otc.held', { until: heldUntil.toISOString() })
}
