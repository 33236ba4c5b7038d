import * as v from 'valibot'
import { approvers } from '#custody/payments/approvals.store.ts'
import { withdrawalApprovals } from '#custody/payments/withdrawal-settings.ts'
import { dayOf, startOf } from '#kit/clock.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import { changeSetting, readSetting } from '#kit/settings.store.ts'
import { declaredSettings, type Setting } from '#kit/settings.ts'
// These modules are loaded because they declare settings. Other code that reads a setting stands behind a call or a timed job.
import '../routes.ts'
import '../schedule.ts'
import '../chain-loops.ts'
import { reasonOf } from './arguments.ts'
import { expectNothingSettling } from './settling.ts'
import { makeChange, UsageError, type Verb } from './verb.ts'

/** Checks whether a setting may change at this moment. @throws UsageError */
type When = (tx: Tx, now: Date) => Promise<void>

// Assumed: a whole week has one split of fees, which changes on Mondays.
const whens: Readonly<Record<NonNullable<Setting['changes']>, When>> = {
  /** The same numbers settle every piece of a day. */
  'between days': expectNothingSettling,
  /** On Sunday the rewards of a week are counted from its fees again, by the split of that day. So a week has one split. */
  'between weeks': async (tx, now) => {
    await expectNothingSettling(tx, now)
    if (startOf(dayOf(now)).getUTCDay() !== 1)
      throw new UsageError('The rewards of a week are shared by one split: change it on a Monday, before 23:30')
  },
}

/** Whether people can still follow the rule with a tighter value. If not, no operator alone makes it tighter. */
type Leaves = (sql: Sql, value: unknown) => Promise<boolean>
const leavesAll: Leaves = async () => true
const leavesOf: ReadonlyMap<string, Leaves> = new Map([
  // No operator alone asks for more signatures than there are people who sign: then no large withdrawal could go any more.
  [withdrawalApprovals.name, async (sql, value) => Number(value) <= (await approvers(sql)).length],
])

/** The settings of this verb: all declared settings, except those that have verbs of their own, or that the house sets by itself. */
const settables = (): readonly Setting[] =>
  declaredSettings().filter(({ hasOwnVerb, byHouse }) => !hasOwnVerb && !byHouse)

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

/** The typed text in two readings: as plain text, and as JSON. A setting takes one of them. */
function readings(text: string): unknown[] {
  try {
    return [text, JSON.parse(text) as unknown]
  } catch {
    return [text]
  }
}

/** The new value of a setting: the typed text replaces the value, or one part of it. @throws UsageError if it does not fit */
function fitting(setting: Setting, before: unknown, part: string, text: string): unknown {
  if (part && !isParts(before)) throw new UsageError(`${setting.name} has no parts`)
  const tried = readings(text).map((value) => {
    const whole = part && isParts(before) ? { ...before, [part]: value } : value
    return { whole, read: v.safeParse(setting.schema, whole) }
  })
  const found = tried.find(({ read }) => read.success)
  if (!found) {
    // The reading of the right kind has the better message about the mistake.
    const issues = tried.flatMap(({ read }) => read.issues ?? [])
    const issue = issues.find(({ kind }) => kind === 'validation') ?? issues.at(-1)
    throw new UsageError(`${setting.name}: ${issue?.message}. ${setting.about}`)
  }
  // An unknown part would be lost without a message.
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
        // Somebody else may have changed another part since it was read.
        const found = await readSetting(tx, setting)
        const value = fitting(setting, found, part, text)
        // Somebody may have set a tighter value meanwhile. One operator alone must not make it looser.
        if (tightens && !(setting.tightens?.(found, value) && (await leaves(tx, value)))) fail('ops.two_needed')
        await changeSetting(tx, setting, { value, reason, at })
        return [`${setting.name} is ${textOf(value)}`]
      },
    })
  },
}

export const settingVerbs: readonly Verb[] = [settingList, settingSet]
