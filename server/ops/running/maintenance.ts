import * as v from 'valibot'
import { fail } from '#kit/failure.ts'
import { attackReason } from '#kit/maintenance-reason.ts'
import type { Sql } from '#kit/store/db.ts'
import { changeSetting, readSetting, settingChanges } from '#kit/store/settings.store.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { longestClosedMs } from '#kit/time/closing.ts'
import { maintenanceSetting } from '../../limits/maintenance.server.ts'
import { durationOf, momentOf, reasonOf } from '../base/arguments.ts'
import { makeChange, UsageError, type Verb } from '../base/verb.ts'

/** A second closing within this time takes two operators. */
const againMs = 7 * dayMs
/** Number of changes read, more than seven days allow. */
const lookedAt = 200

type Window = { readonly from: string; readonly until: string; readonly reason: string }

/** False if a closing was in force or announced within seven days. */
async function isFirstTime(sql: Sql, now: Date): Promise<boolean> {
  const changes = await settingChanges(sql, lookedAt, { names: [maintenanceSetting.name] })
  return changes.every(({ value }) => {
    const kept = v.safeParse(maintenanceSetting.schema, value)
    return !kept.success || kept.output === null || addMs(new Date(kept.output.until), againMs) <= now
  })
}

const maintenanceSet: Verb = {
  words: 'maintenance set',
  guard: 'two',
  mayTighten: 'it has an end within 72 hours and never covers the way out; another one within a week takes two',
  isPublic: true,
  usage: '<now, or 2026-12-01T09:00Z> <30m|2h|3d> <reason>',
  summary: `Closes the app for maintenance, but for signing in, reading, withdrawing and cancelling; the window is shown. With the reason “${attackReason}” each reader is told of a network attack in their language.`,
  async run(operation) {
    const { args, clock, db } = operation
    const [start, typed, ...words] = args
    const reason = reasonOf(words)
    if (durationOf(typed) > longestClosedMs) throw new UsageError('how long: at most 72h')
    const windowAt = (now: Date): Window => {
      const from = start === 'now' ? now : momentOf(start ?? '', 'from')
      if (from < now) throw new UsageError('from: not before now')
      return { from: from.toISOString(), until: addMs(from, durationOf(typed)).toISOString(), reason }
    }
    const window = windowAt(clock.now())
    const read = v.safeParse(maintenanceSetting.schema, window)
    if (!read.success) throw new UsageError(`${read.issues[0].message}. ${maintenanceSetting.about}`)
    const tightens = await isFirstTime(db, clock.now())
    await makeChange(operation, {
      movesMoney: true,
      tightens,
      will: [`close the app from ${window.from} to ${window.until}: ${reason}`],
      async apply(tx) {
        const at = clock.now()
        if (tightens && !(await isFirstTime(tx, at))) fail('ops.two_needed')
        const value = windowAt(at)
        await changeSetting(tx, maintenanceSetting, { value, reason, at })
        return [`the app is closed from ${value.from} to ${value.until}: ${reason}`]
      },
    })
  },
}

const maintenanceEnd: Verb = {
  words: 'maintenance end',
  guard: 'one',
  isPublic: true,
  usage: '<reason>',
  summary: 'Opens the app again at once, or takes an announced window back.',
  async run(operation) {
    const { args, clock, db } = operation
    const reason = reasonOf(args)
    const kept = await readSetting(db, maintenanceSetting)
    if (!kept || new Date(kept.until) <= clock.now()) throw new UsageError('There is no maintenance')
    await makeChange(operation, {
      movesMoney: false,
      will: [`open the app, closed from ${kept.from} to ${kept.until}: ${reason}`],
      async apply(tx) {
        const at = clock.now()
        await changeSetting(tx, maintenanceSetting, { value: null, reason, at })
        return [`the app is open: ${reason}`]
      },
    })
  },
}

export const maintenanceVerbs: readonly Verb[] = [maintenanceSet, maintenanceEnd]
