import { divide, multiply, rateOf } from '#kit/amount/amount.ts'
import { addDays, type Day, startOf } from '#kit/time/clock.ts'
import type { FeeParts } from '#products/pots/pot-settings.ts'

/** Percent of the referral budget for the inviter, and weekly for all holders of 3 or more stars. */
export const invitationPercent = 20
export const platformPercent = 20n
export const platformStar = 3
/** Percent of the team's weekly referral share that goes to a new star until its total is paid. */
export const upgradePercent = 10n

/** Fees that feed the referral budget. Exit costs stay with the company. */
export const sharedFeeCodes = { exchange: 105, taker: 23 } as const

/**
 * Referral share of a wallet's fees per kind, coin and day. Rounded down once, so shares never exceed the budget. Market liquidity first
 * takes its share of exchange fees.
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

/** Scales a share down if the budget is short. Rounds down. */
export const scaled = (units: bigint, budget: bigint, due: bigint): bigint =>
  due <= budget ? units : divide(units * budget, due, 'down')

export const weekOf = (day: Day): Day => addDays(day, -((startOf(day).getUTCDay() + 6) % 7))
