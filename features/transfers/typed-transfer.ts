import { needsCode } from '#identity/without-code.ts'
import { divide, multiply, parseUnits, rateOf, showUnits } from '#kit/amount.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { transferRules } from './transfers.contract.ts'

export type TransferRules = OutputOf<typeof transferRules>

/** What an amount means while it is being typed. */
export type TypedTransfer = {
  /** The amount as text without a hanging point; null while nothing is typed, or what cannot be sent. */
  readonly amount: string | null
  /** The first rule it breaks, in the order the server checks. */
  readonly broken: 'available' | 'minimum' | 'maximum' | undefined
  /** The Google code will be asked for. */
  readonly needsCode: boolean
}

/** Before anything is typed. */
export const nothingTyped: TypedTransfer = { amount: null, broken: undefined, needsCode: false }

const unitsOf = (decimal: string): bigint => parseUnits(decimal) ?? 0n

/** Reads an amount against the rules as shown. Values are rounded down, as the server does. */
export function readTransfer(typed: string, rules: TransferRules): TypedTransfer {
  if (!/[1-9]/.test(typed)) return nothingTyped
  const amount = typed.replace(/\.$/, '')
  const units = parseUnits(amount, 2)
  // More than any balance can be.
  if (units === undefined || units > unitsOf(rules.available)) return { ...nothingTyped, broken: 'available' }
  const value = rules.price === null ? undefined : multiply(units, rateOf(rules.price), 'down')
  if (value !== undefined && value < unitsOf(rules.minimumValue)) return { ...nothingTyped, broken: 'minimum' }
  if (value !== undefined && value > unitsOf(rules.maximumValue)) return { ...nothingTyped, broken: 'maximum' }
  return { amount, broken: undefined, needsCode: needsCode(rules.googleBound, value, unitsOf(rules.withoutCodeLeft)) }
}

/** The most that can be transferred at once: what is available, less where its value is too much. Rounded down to what can be typed. */
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
