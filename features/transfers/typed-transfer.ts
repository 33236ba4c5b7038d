import { needsCode } from '#identity/passwords/without-code.ts'
import { divide, multiply, parseUnits, rateOf, showUnits } from '#kit/amount/amount.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { transferRules } from './transfers.contract.ts'

export type TransferRules = OutputOf<typeof transferRules>

export type TypedTransfer = {
  /** Without a trailing point; null while empty or invalid. */
  readonly amount: string | null
  /** The first broken rule, in the server's order. */
  readonly broken: 'available' | 'minimum' | 'maximum' | undefined
  readonly needsCode: boolean
}

export const nothingTyped: TypedTransfer = { amount: null, broken: undefined, needsCode: false }

const unitsOf = (decimal: string): bigint => parseUnits(decimal) ?? 0n

/** Values are rounded down, as on the server. */
export function readTransfer(typed: string, rules: TransferRules): TypedTransfer {
  if (!/[1-9]/.test(typed)) return nothingTyped
  const amount = typed.replace(/\.$/, '')
  const units = parseUnits(amount, 2)
  if (units === undefined || units > unitsOf(rules.available)) return { ...nothingTyped, broken: 'available' }
  const value = rules.price === null ? undefined : multiply(units, rateOf(rules.price), 'down')
  if (value !== undefined && value < unitsOf(rules.minimumValue)) return { ...nothingTyped, broken: 'minimum' }
  if (value !== undefined && value > unitsOf(rules.maximumValue)) return { ...nothingTyped, broken: 'maximum' }
  return { amount, broken: undefined, needsCode: needsCode(rules.googleBound, value, unitsOf(rules.withoutCodeLeft)) }
}

/** Maximum by balance and value limit, rounded down to typable decimals. */
export function mostAtOnce(rules: TransferRules): string {
  const price = rules.price === null ? undefined : rateOf(rules.price)
  const all = unitsOf(rules.available)
  const limit =
    price && price.numerator > 0n
      ? divide(unitsOf(rules.maximumValue) * price.denominator, price.numerator, 'down')
      : all
  const hundredth = 1_000_000n
  return showUnits(divide(limit < all ? limit : all, hundredth, 'down') * hundredth)
}
