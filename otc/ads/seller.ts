import { unitsPerOne } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'

/** PRODUCT.md part 5: the wait after a security change blocks releases above this amount of USDT. */
export const heldAbove = 100n * unitsPerOne

export type SellerFacts = {
  readonly units: bigint
  /** Over the last 24 hours, so that splitting does not help. */
  readonly sold: bigint
  readonly now: Date
  /** End of the wait after a security change. */
  readonly heldUntil: Date | null
  readonly banUntil: Date | null
  readonly banReason: string | null
}

/** Pure. @throws identity.withdrawal_banned, otc.held */
export function decideSelling({ units, sold, now, heldUntil, banUntil, banReason }: SellerFacts): void {
  // Assumed: a withdrawal ban applies too; otherwise coins could leave through another wallet.
  if (banUntil && banUntil > now)
    fail('identity.withdrawal_banned', { until: banUntil.toISOString(), reason: banReason ?? '' })
  if (heldUntil && heldUntil > now && units + sold > heldAbove) fail('otc.held', { until: heldUntil.toISOString() })
}
