import * as v from 'valibot'
import { parseUnits } from './amount.ts'
import type { Closing } from './closing.ts'

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
  /**
   * Whether some value of it makes withdrawing harder or slower, or exchanging and transferring, which lead there. Its schema has
   * bounds then that keep the way out open, and what is kept outside of them counts as never set. `server/way-out.node.test.ts` tries to pass the bounds of each that says so.
   */
  readonly narrowsWithdrawing: boolean
  /** What a value closes that leads to withdrawing, by name, from the moment it is set at: no more than 72 hours within seven days. */
  closings?(value: Value, setAt: Date): Readonly<Record<string, Closing>>
  /**
   * When it may change; left out: any time. What a day is settled by changes for days not begun, and what is counted once more at the end
   * of a week changes on Mondays.
   */
  readonly changes?: 'between days' | 'between weeks'
  /** An operator changes it by a verb of its own, which asks for an end and a reason. */
  readonly hasOwnVerb?: true
  /** The house sets it by itself, and no operator does: everybody reads when and why. Its reasons name nobody. */
  readonly byHouse?: true
  /** Whether a value is tighter than the one before, or at least nowhere looser: then one operator may set it. Absent: it takes two. */
  tightens?(before: Value, after: Value): boolean
}

const declared: Setting[] = []

/** Declares a setting: from then on an operator can see and set it. */
export function setting<Value>(declaration: Setting<Value>): Setting<Value> {
  declared.push(declaration as Setting)
  return declaration
}

/** Every setting of the modules that are loaded, by name. */
export const declaredSettings = (): readonly Setting[] =>
  declared.toSorted(({ name }, other) => (name < other.name ? -1 : 1))

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

/**
 * Whether what differs between two values differs to the tighter side alone. Parts that are not named, and what is no number, are
 * not known to be tighter.
 * @param tighter for each part, which side that is.
 */
export function onlyTightened<Value extends Readonly<Record<string, unknown>>>(
  before: Value,
  after: Value,
  tighter: { readonly [Part in keyof Value]?: 'lower' | 'higher' },
): boolean {
  return Object.keys(after).every((part) => {
    const [was, is] = [before[part], after[part]].map((value) => parseUnits(String(value)))
    if (before[part] === after[part]) return true
    if (was === undefined || is === undefined) return false
    return tighter[part] === 'lower' ? is <= was : tighter[part] === 'higher' && is >= was
  })
}

/** The amounts of a setting in units, each under its own name. */
export function unitsIn<Name extends string>(texts: Readonly<Record<Name, string>>): Record<Name, bigint> {
  const each = Object.entries<string>(texts).map(([name, text]) => [name, parseUnits(text) ?? 0n])
  return Object.fromEntries(each) as Record<Name, bigint>
}
