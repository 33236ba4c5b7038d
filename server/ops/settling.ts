import { lockOf } from '#days/day-step.ts'
import { firstOpenDay } from '#days/days.store.ts'
import { type Day, dayOf } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import { UsageError } from './verb.ts'

// Assumed: what a day is settled by stands from 23:30 of that day on.
/**
 * What settlement goes by changes between two days' settlements alone: from the lock of a day until it is settled whole, and while
 * days wait to be settled, one part of a day would go by the old and another by the new. Asked in the transaction that changes it.
 * @throws UsageError with when it can be changed
 */
export async function expectNothingSettling(sql: Sql, now: Date): Promise<void> {
  const open: Day = await firstOpenDay(sql, now)
  if (open < dayOf(now)) throw new UsageError(`${open} is not settled yet: this changes once every day before today is`)
  if (now >= lockOf(open))
    throw new UsageError(`${open} is in its last half hour: this changes once it is settled, after midnight`)
}
