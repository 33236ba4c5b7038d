import { parseUnits } from '#kit/amount.ts'
import { dayMs } from '#kit/clock.ts'
import { amountFrom, setting } from '#kit/settings.ts'

/** How long what was moved without a code counts. */
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
 * Whether a move needs the code of a bound authenticator: above what is left of the day, and where nobody knows the value.
 * Assumed: only what was moved without a code counts, so that a large transfer with its code does not ask for codes all day.
 */
export const needsCode = (isGoogleBound: boolean, value: bigint | undefined, left: bigint): boolean =>
  isGoogleBound && (value === undefined || value > left)
