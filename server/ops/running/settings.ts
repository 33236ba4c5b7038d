import * as v from 'valibot'
import { approvers } from '#custody/payments/approving/approvals.store.ts'
import { withdrawalApprovals } from '#custody/payments/withdrawal-settings.ts'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { changeSetting, readSetting } from '#kit/store/settings.store.ts'
import { declaredSettings, type Setting } from '#kit/store/settings.ts'
import { dayOf, startOf } from '#kit/time/clock.ts'
// Imported because they declare settings.
import '../../calls/routes.ts'
import '../../loops/schedule.ts'
import '../../loops/chain-loops.ts'
import { reasonOf } from '../base/arguments.ts'
import { makeChange, UsageError, type Verb } from '../base/verb.ts'
import { expectNothingSettling } from '../money/settling.ts'

/** @throws UsageError */
type When = (tx: Tx, now: Date) => Promise<void>

// Assumed: each whole week has one fee split, which changes on Mondays.
const whens: Readonly<Record<NonNullable<Setting['changes']>, When>> = {
  /** All steps of a day must use the same values. */
  'between days': expectNothingSettling,
  /** Sunday recomputes the week's rewards from its fees, so the split must stay constant within a week. */
  'between weeks': async (tx, now) => {
    await expectNothingSettling(tx, now)
    if (startOf(dayOf(now)).getUTCDay() !== 1)
      throw new UsageError('The rewards of a week are shared by one split: change it on a Monday, before 23:30')
  },
}

/** False if users could not comply with the new value. Tightening then takes two operators. */
type Leaves = (sql: Sql, value: unknown) => Promise<boolean>
const leavesAll: Leaves = async () => true
const leavesOf: ReadonlyMap<string, Leaves> = new Map([
  // Otherwise one operator could require more signatures than approvers exist and block large withdrawals.
  [withdrawalApprovals.name, async (sql, value) => Number(value) <= (await approvers(sql)).length],
])

const settables = (): readonly Setting[] =>
  declaredSettings().filter(({ hasOwnVerb, byCompany }) => !hasOwnVerb && !byCompany)

export const settingList: Verb = {
  words: 'setting list',
  guard: 'none',
  usage: '',
  summary: 'Shows every setting with what it is for and its value in force.',
  async run({ db, say }) {
    for (const setting of settables()) {
      say(`${setting.name}  ${JSON.stringify(await readSetting(db, setting))}`)
      say(`    ${setting.about}`)
    }
  },
}

const isParts = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readings(text: string): unknown[] {
  try {
    return [text, JSON.parse(text) as unknown]
  } catch {
    return [text]
  }
}

/** @throws UsageError if invalid */
function fitting(setting: Setting, before: unknown, part: string, text: string): unknown {
  if (part && !isParts(before)) throw new UsageError(`${setting.name} has no parts`)
  const tried = readings(text).map((value) => {
    const whole = part && isParts(before) ? { ...before, [part]: value } : value
    return { whole, read: v.safeParse(setting.schema, whole) }
  })
  const found = tried.find(({ read }) => read.success)
  if (!found) {
    // The reading with the correct type has the better error message.
    const issues = tried.flatMap(({ read }) => read.issues ?? [])
    const issue = issues.find(({ kind }) => kind === 'validation') ?? issues.at(-1)
    throw new UsageError(`${setting.name}: ${issue?.message}. ${setting.about}`)
  }
  // An unknown part would be dropped silently.
  if (part && isParts(found.read.output) && !(part in found.read.output))
    throw new UsageError(`${setting.name} has the parts ${Object.keys(found.read.output).join(', ')}`)
  return found.read.output
}

const textOf = (value: unknown): string => JSON.stringify(value)

export const settingSet: Verb = {
  words: 'setting set',
  guard: 'two',
  mayTighten: 'a rule that is made tighter protects at once',
  isPublic: true,
  usage: '<name, or name.part> <value> <reason>',
  summary:
    'Changes a setting within its range, for a reason that is kept. What days are settled by changes for days not begun.',
  async run(operation) {
    const { args, clock, db } = operation
    const [typed = '', text = '', ...words] = args
    const setting = settables().find(({ name }) => typed === name || typed.startsWith(`${name}.`))
    if (!setting)
      throw new UsageError(
        `name: one of ${settables()
          .map(({ name }) => name)
          .join(', ')}`,
      )
    const leaves = leavesOf.get(setting.name) ?? leavesAll
    const part = typed.slice(setting.name.length + 1)
    const before = await readSetting(db, setting)
    const after = fitting(setting, before, part, text)
    const reason = reasonOf(words)
    if (textOf(after) === textOf(before)) throw new UsageError(`${setting.name} is ${textOf(before)} already`)
    const tightens = (setting.tightens?.(before, after) ?? false) && (await leaves(db, after))
    await makeChange(operation, {
      movesMoney: true,
      tightens,
      will: [`set ${setting.name} to ${textOf(after)}, now ${textOf(before)}: ${reason}`],
      async apply(tx) {
        const at = clock.now()
        if (setting.changes) await whens[setting.changes](tx, at)
        // Another part may have changed since the read.
        const found = await readSetting(tx, setting)
        const value = fitting(setting, found, part, text)
        // Another operator may have tightened it meanwhile. One operator must not loosen it.
        if (tightens && !(setting.tightens?.(found, value) && (await leaves(tx, value)))) fail('ops.two_needed')
        await changeSetting(tx, setting, { value, reason, at })
        return [`${setting.name} is ${textOf(value)}`]
      },
    })
  },
}

export const settingVerbs: readonly Verb[] = [settingList, settingSet]
