import { lockOf } from '#days/day-step.ts'
import { firstOpenDay } from '#days/days.store.ts'
import type { Sql } from '#kit/store/db.ts'
import { type Day, dayOf } from '#kit/time/clock.ts'
import { UsageError } from '../base/verb.ts'

// Assumed: a day's settlement settings are fixed from 23:30 of that day.
/**
 * Refuses changes between a day's lock and the end of its settlement, because they would apply to only part of it. Call in the changing
 * transaction. @throws UsageError with the possible time
 */
export async function expectNothingSettling(sql: Sql, now: Date): Promise<void> {
  const open: Day = await firstOpenDay(sql, now)
  if (open < dayOf(now)) throw new UsageError(`${open} is not settled yet: this changes once every day before today is`)
  if (now >= lockOf(open))
    throw new UsageError(`${open} is in its last half hour: this changes once it is settled, after midnight`)
}
