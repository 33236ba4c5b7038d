import { brokenRule, isLookedAt } from '#custody/payments/amount-rule.ts'
import { divide, lesser, parseUnits, rateOf, showUnits } from '#kit/amount/amount.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { withdrawalRules } from './withdrawals.contract.ts'

export type WithdrawalRules = OutputOf<typeof withdrawalRules>

/** Values are decimal strings. */
export type BrokenRule =
  | { readonly rule: 'minimum' | 'available' | 'fee' }
  | { readonly rule: 'maximum' | 'day_limit' | 'payout'; readonly most: string }

export type TypedAmount = {
  /** Amount − fee. Null if empty or too small. */
  readonly received: string | null
  readonly broken: BrokenRule | undefined
  /** Accepted, but an operator reviews this amount first. */
  readonly reviewed: boolean
}

export const nothingTyped: TypedAmount = { received: null, broken: undefined, reviewed: false }

const unitsOf = (decimal: string): bigint => parseUnits(decimal) ?? 0n

/** USDT value, rounded up as for the limits; undefined means no limit applies. */
function usdtValue(units: bigint, price: string | null): bigint | undefined {
  if (price === null) return undefined
  const { numerator, denominator } = rateOf(price)
  return divide(units * numerator, denominator, 'up')
}

function brokenBy(units: bigint, value: bigint | undefined, rules: WithdrawalRules): BrokenRule | undefined {
  const { most, maximumValue, dayLeftValue } = rules
  const rule = brokenRule(units, value, {
    minimum: unitsOf(rules.minimum),
    fee: unitsOf(rules.fee),
    available: unitsOf(rules.available),
    most: most === null ? undefined : unitsOf(most),
    maximumValue: unitsOf(maximumValue),
    dayLeftValue: unitsOf(dayLeftValue),
  })
  if (rule === 'payout') return { rule, most: most ?? '0' }
  if (rule === 'maximum') return { rule, most: maximumValue }
  if (rule === 'day_limit') return { rule, most: dayLeftValue }
  return rule && { rule }
}

function isReviewed(value: bigint | undefined, rules: WithdrawalRules): boolean {
  const spent = unitsOf(rules.dayLimitValue) - unitsOf(rules.dayLeftValue)
  return isLookedAt(
    value,
    { value: spent, count: rules.dayCount },
    {
      reviewAboveValue: unitsOf(rules.reviewAboveValue),
      reviewAboveDayValue: unitsOf(rules.reviewAboveDayValue),
      reviewAboveCount: rules.reviewAboveCount,
    },
  )
}

/** False if the daily review value is reached before the wallet's share. */
export function hasShareRule({ ownShare, price, reviewAboveDayValue }: WithdrawalRules): boolean {
  if (ownShare === null) return false
  const value = usdtValue(unitsOf(ownShare), price)
  return value === undefined || value < unitsOf(reviewAboveDayValue)
}

export function readAmount(typed: string, rules: WithdrawalRules): TypedAmount {
  if (!/[1-9]/.test(typed)) return nothingTyped
  const units = parseUnits(typed.replace(/\.$/, ''), 2)
  // Too large to parse, so it exceeds any balance.
  if (units === undefined) return { received: null, broken: { rule: 'available' }, reviewed: false }
  const received = units - unitsOf(rules.fee)
  const value = usdtValue(units, rules.price)
  const broken = brokenBy(units, value, rules)
  return {
    received: received > 0n ? showUnits(received) : null,
    broken,
    reviewed: broken === undefined && isReviewed(value, rules),
  }
}

/** Maximum by balance and limit, rounded down to typable decimals. */
export function mostAtOnce(rules: WithdrawalRules): string {
  const candidates = [unitsOf(rules.available), ...(rules.most === null ? [] : [unitsOf(rules.most)])]
  const price = rules.price === null ? undefined : rateOf(rules.price)
  if (price && price.numerator > 0n)
    for (const value of [rules.maximumValue, rules.dayLeftValue])
      candidates.push(divide(unitsOf(value) * price.denominator, price.numerator, 'down'))
  const most = candidates.reduce(lesser)
  const hundredth = 1_000_000n
  return showUnits(divide(most, hundredth, 'down') * hundredth)
}
