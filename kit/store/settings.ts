import * as v from 'valibot'
import { parseUnits } from '../amount/amount.ts'
import type { Closing } from '../time/closing.ts'

/** A switch, limit or fee that operators can change at runtime. Read it in the transaction it governs. Money is a decimal string. */
export type Setting<Value = unknown> = {
  /** area.words, e.g. "withdrawals.review_above". */
  readonly name: string
  readonly about: string
  readonly initial: Value
  readonly schema: v.GenericSchema<unknown, Value>
  /**
   * True if some value could hinder withdrawals, or exchanges and transfers before them. The schema's bounds must keep withdrawals
   * possible; `server/whole/chains/withdrawals-stay-open.node.test.ts` tests them. Stored values outside the bounds count as unset.
   */
  readonly narrowsWithdrawing: boolean
  /** Closings of steps before a withdrawal, by step: at most 72 hours in total within seven days. */
  closings?(value: Value, setAt: Date): Readonly<Record<string, Closing>>
  /**
   * When the value may change; any time if omitted. Values for daily settlement change only for future days, weekly ones only on Mondays.
   */
  readonly changes?: 'between days' | 'between weeks'
  readonly hasOwnVerb?: true
  /** True if set only automatically. Time and reason are public, so reasons must name no one. */
  readonly byCompany?: true
  /** True if the change only tightens. Then one operator suffices, otherwise two. */
  tightens?(before: Value, after: Value): boolean
}

const declared: Setting[] = []

export function setting<Value>(declaration: Setting<Value>): Setting<Value> {
  declared.push(declaration as Setting)
  return declaration
}

export const declaredSettings = (): readonly Setting[] =>
  declared.toSorted(({ name }, other) => (name < other.name ? -1 : 1))

/** Decimal string, at least 0, at most 8 decimals. */
export const amountText = v.pipe(
  v.string(),
  v.check((text) => parseUnits(text) !== undefined, 'not an amount'),
)

export const amountFrom = (least: string, most?: string) =>
  v.pipe(
    amountText,
    v.check((text) => unitsOf(text) >= unitsOf(least), `less than ${least}`),
    v.check((text) => most === undefined || unitsOf(text) <= unitsOf(most), `more than ${most}`),
  )

const unitsOf = (text: string): bigint => parseUnits(text) ?? 0n

/** Whether no field loosened. Unlisted fields and non-numbers count as loosened. @param tighter the tighter direction of each field. */
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

export function unitsIn<Name extends string>(texts: Readonly<Record<Name, string>>): Record<Name, bigint> {
  const each = Object.entries<string>(texts).map(([name, text]) => [name, parseUnits(text) ?? 0n])
  return Object.fromEntries(each) as Record<Name, bigint>
}
