import { divide } from '#kit/amount.ts'
import { addDays, type Day, startOf } from '#kit/clock.ts'

/** Of every fee's part for the referral budget, in hundredths: to the inviter, and weekly to holders of 3 stars and more together. */
export const invitationPercent = 20
export const platformPercent = 20n
export const platformStar = 3
/** Weekly, of the referral part of one's own team's fees, in hundredths, until the sum of the star is reached. */
export const upgradePercent = 10n

/** The referral budget's part of a fee, in hundredths. */
const referralPercent = 10n
/** Fees in which the referral budget has a part: exchange and OTC. What leaving costs stays with the company. */
export const sharedFeeCodes = { exchange: 105, otc: 23 } as const

/**
 * The referral part of what a wallet paid in fees of one kind and coin on one day, rounded down. Half of an exchange fee belongs to
 * the liquidity of its market first.
 */
export const referralPart = (code: number, units: bigint): bigint =>
  divide(units * referralPercent, code === sharedFeeCodes.exchange ? 200n : 100n, 'down')

/** One share as it is given when the budget may be short: all alike, rounded down. */
export const scaled = (units: bigint, budget: bigint, due: bigint): bigint =>
  due <= budget ? units : divide(units * budget, due, 'down')

/** The Monday a day's week began. */
export const weekOf = (day: Day): Day => addDays(day, -((startOf(day).getUTCDay() + 6) % 7))
