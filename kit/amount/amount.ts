import type { Asset } from './coins.ts'

/** One unit is 10⁻⁸ of a coin or point. */
export const scale = 8
export const unitsPerOne = 100_000_000n
/** Maximum balance of an account (int8 in the database). */
export const unitsMax = 9_223_372_036_854_775_807n

export type Amount = { readonly asset: Asset; readonly units: bigint }
export type Rate = { readonly numerator: bigint; readonly denominator: bigint }
/** 'down' when the company pays, 'up' when it receives. */
export type Rounding = 'down' | 'up'

export const amount = (asset: Asset, units: bigint): Amount => ({ asset, units })

/** For non-negative numbers. @throws on a divisor of 0. */
export function divide(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (divisor <= 0n || dividend < 0n) throw new RangeError('divide takes whole numbers, the divisor above 0')
  const floor = dividend / divisor
  return rounding === 'up' && floor * divisor !== dividend ? floor + 1n : floor
}

/** @throws if the result does not fit the ledger. */
export function multiply(units: bigint, rate: Rate, rounding: Rounding): bigint {
  const result = divide(units * rate.numerator, rate.denominator, rounding)
  if (result > unitsMax) throw new RangeError('the amount does not fit the ledger')
  return result
}

export const lesser = (one: bigint, other: bigint): bigint => (other < one ? other : one)
export const greater = (one: bigint, other: bigint): bigint => (other > one ? other : one)

const decimalText = /^\d{1,12}(?:\.\d{1,8})?$/

export function parseUnits(text: string, decimalsMax = scale): bigint | undefined {
  if (!decimalText.test(text)) return undefined
  const [whole = '', part = ''] = text.split('.')
  if (part.length > decimalsMax) return undefined
  const units = BigInt(whole) * unitsPerOne + BigInt(part.padEnd(scale, '0'))
  return units > unitsMax ? undefined : units
}

/** Exact decimal string, without trailing zeros after `decimalsMin` places. */
export function showUnits(units: bigint, decimalsMin = 0): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, -scale)
  let part = digits.slice(-scale)
  while (part.length > decimalsMin && part.endsWith('0')) part = part.slice(0, -1)
  return `${sign}${whole}${part ? `.${part}` : ''}`
}

/** Parses a decimal string, e.g. "0.0024". @throws if malformed. */
export function rateOf(text: string): Rate {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) throw new RangeError(`not a decimal rate: ${text}`)
  const part = match[2] ?? ''
  return { numerator: BigInt(`${match[1]}${part}`), denominator: 10n ** BigInt(part.length) }
}
