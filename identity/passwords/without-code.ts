import { parseUnits } from '#kit/amount/amount.ts'
import { amountFrom, setting } from '#kit/store/settings.ts'
import { dayMs } from '#kit/time/clock.ts'

export const withoutCodeMs = dayMs

/** PRODUCT.md parts 5 and 17. */
export const withoutCodeValue = setting({
  name: 'security.without_code',
  narrowsWithdrawing: false,
  about:
    'USDT value a wallet with an authenticator may move in 24 hours without its code, transfers and exchanges together; 0 asks always',
  initial: '100',
  schema: amountFrom('0', '10000'),
  tightens: (before, after) => (parseUnits(after) ?? 0n) <= (parseUnits(before) ?? 0n),
})

/**
 * Codes are required above the daily allowance or without a price. Assumed: only moves without a code count, so a large one with a code
 * leaves the allowance for small ones.
 */
export const needsCode = (isGoogleBound: boolean, value: bigint | undefined, left: bigint): boolean =>
  isGoogleBound && (value === undefined || value > left)
