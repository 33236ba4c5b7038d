import * as v from 'valibot'
import { parseUnits } from './amount.ts'

/**
 * A switch, limit or fee an operator can change while we run. Each is declared by the room or feature it belongs to, read in
 * the transaction it rules, and every change is kept. Money is decimal text.
 */
export type Setting<Value = unknown> = {
  /** area.words, e.g. "withdrawals.review_above". */
  readonly name: string
  /** One sentence for the operator, with the unit. */
  readonly about: string
  readonly initial: Value
  /** What a value must be like, bounds included. */
  readonly schema: v.GenericSchema<unknown, Value>
}

export const setting = <Value>(declared: Setting<Value>): Setting<Value> => declared

/** A setting's amount: decimal text of 0 or more, with at most 8 decimals. */
export const amountText = v.pipe(
  v.string(),
  v.check((text) => parseUnits(text) !== undefined, 'not an amount'),
)

/** A setting's amount of this much at least, or between two. */
export const amountFrom = (least: string, most?: string) =>
  v.pipe(
    amountText,
    v.check((text) => unitsOf(text) >= unitsOf(least), `less than ${least}`),
    v.check((text) => most === undefined || unitsOf(text) <= unitsOf(most), `more than ${most}`),
  )

const unitsOf = (text: string): bigint => parseUnits(text) ?? 0n

/** The amounts of a setting in units, each under its own name. */
export function unitsIn<Name extends string>(texts: Readonly<Record<Name, string>>): Record<Name, bigint> {
  const each = Object.entries<string>(texts).map(([name, text]) => [name, parseUnits(text) ?? 0n])
  return Object.fromEntries(each) as Record<Name, bigint>
}
