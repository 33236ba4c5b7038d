import type { Asset } from './assets.ts'

/** Decimals of every amount in the ledger: one unit is 10⁻⁸ of a coin or point. */
export const scale = 8
export const unitsPerOne = 100_000_000n
/** The largest number of units one account can hold (int8 in the database). */
export const unitsMax = 9_223_372_036_854_775_807n

/** So much of one asset, in units of 10⁻⁸. */
export type Amount = { readonly asset: Asset; readonly units: bigint }
/** An exact fraction, so that 1/3 stays 1/3 until it is rounded. */
export type Rate = { readonly numerator: bigint; readonly denominator: bigint }
/** 'down' when the house pays, 'up' when it is paid. */
export type Rounding = 'down' | 'up'

export const amount = (asset: Asset, units: bigint): Amount => ({ asset, units })

/** Divides two whole numbers that are not negative, with a named rounding. @throws on a divisor of 0. */
export function divide(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (divisor <= 0n || dividend < 0n) throw new RangeError('divide takes whole numbers, the divisor above 0')
  const floor = dividend / divisor
  return rounding === 'up' && floor * divisor !== dividend ? floor + 1n : floor
}

/**
 * Multiplies units by a rate, e.g. a price or a daily yield.
 * @throws if the result does not fit the ledger.
 */
export function multiply(units: bigint, rate: Rate, rounding: Rounding): bigint {
  const result = divide(units * rate.numerator, rate.denominator, rounding)
  if (result > unitsMax) throw new RangeError('the amount does not fit the ledger')
  return result
}

/** The lesser of two whole numbers: `Math.min` is for floats. */
export const lesser = (one: bigint, other: bigint): bigint => (other < one ? other : one)
/** The greater of two whole numbers. */
export const greater = (one: bigint, other: bigint): bigint => (other > one ? other : one)

const decimalText = /^\d{1,12}(?:\.\d{1,8})?$/

/** Reads decimal text ("12.5") as units. @returns undefined for anything that is not such text. */
export function parseUnits(text: string, decimalsMax = scale): bigint | undefined {
  if (!decimalText.test(text)) return undefined
  const [whole = '', part = ''] = text.split('.')
  if (part.length > decimalsMax) return undefined
  const units = BigInt(whole) * unitsPerOne + BigInt(part.padEnd(scale, '0'))
  return units > unitsMax ? undefined : units
}

/** Shows units as decimal text, without trailing zeros after `decimalsMin` places. Exact, never rounded. */
export function showUnits(units: bigint, decimalsMin = 0): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, -scale)
  let part = digits.slice(-scale)
  while (part.length > decimalsMin && part.endsWith('0')) part = part.slice(0, -1)
  return `${sign}${whole}${part ? `.${part}` : ''}`
}

/** A rate from decimal text, e.g. "0.0024". @throws on anything else. */
export function rateOf(text: string): Rate {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) throw new RangeError(`not a decimal rate: ${text}`)
  const part = match[2] ?? ''
  return { numerator: BigInt(`${match[1]}${part}`), denominator: 10n ** BigInt(part.length) }
}
