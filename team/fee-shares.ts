import { divide, multiply, rateOf } from '#kit/amount.ts'
import { addDays, type Day, startOf } from '#kit/clock.ts'
import type { FeeParts } from '#products/pots/pot-settings.ts'

/** Of every fee's part for the referral budget, in hundredths: to the inviter, and weekly to holders of 3 stars and more together. */
export const invitationPercent = 20
export const platformPercent = 20n
export const platformStar = 3
/** Weekly, of the referral part of one's own team's fees, in hundredths, until the sum of the star is reached. */
export const upgradePercent = 10n

/** Fees in which the referral budget has a part: of the exchange and of OTC takers. What leaving costs stays with the company. */
export const sharedFeeCodes = { exchange: 105, taker: 23 } as const

/**
 * The referral part of what a wallet paid in fees of one kind and coin on one day, rounded down once, so that all wallets' parts
 * together are never more than the budget was given. The liquidity of its market takes its part of an exchange fee first.
 */
export function referralPart(code: number, units: bigint, parts: Pick<FeeParts, 'liquidity' | 'referral'>): bigint {
  const [liquidity, referral] = [rateOf(parts.liquidity), rateOf(parts.referral)]
  const left = code === sharedFeeCodes.exchange ? liquidity.denominator - liquidity.numerator : liquidity.denominator
  return multiply(
    units,
    { numerator: left * referral.numerator, denominator: liquidity.denominator * referral.denominator },
    'down',
  )
}

/** One share as it is given when the budget may be short: all alike, rounded down. */
export const scaled = (units: bigint, budget: bigint, due: bigint): bigint =>
  due <= budget ? units : divide(units * budget, due, 'down')

/** The Monday a day's week began. */
export const weekOf = (day: Day): Day => addDays(day, -((startOf(day).getUTCDay() + 6) % 7))
