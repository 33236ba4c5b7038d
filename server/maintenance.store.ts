import * as v from 'valibot'
import type { Db, Sql } from '#kit/db.ts'
import { readSetting } from '#kit/settings.store.ts'
import { setting } from '#kit/settings.ts'

const moment = v.pipe(v.string(), v.isoTimestamp())

/** When the app is closed for maintenance. There is no open end: a window says when it is over. */
export const maintenanceSetting = setting<{ from: string; until: string } | null>({
  name: 'app.maintenance',
  about: 'The maintenance window {from, until} on the business clock, ISO 8601, or null.',
  initial: null,
  schema: v.nullable(
    v.pipe(
      v.object({ from: moment, until: moment }),
      v.check(({ from, until }) => Date.parse(from) < Date.parse(until), 'until must be after from'),
    ),
  ),
})

export type Maintenance = { readonly from: Date; readonly until: Date }

/** The window that goes on or is announced; undefined when none is ahead. */
export async function loadMaintenance(sql: Sql, now: Date): Promise<Maintenance | undefined> {
  const kept = await readSetting(sql, maintenanceSetting)
  const window = kept && { from: new Date(kept.from), until: new Date(kept.until) }
  return window && window.until > now ? window : undefined
}

/** How long a reader goes by what it last read. */
const readEveryMs = 1_000

/** Reads the window at most once a second, whoever asks. @returns the window while it goes on */
export function maintenanceReader(db: Db): (now: Date, wall: Date) => Promise<Maintenance | undefined> {
  let readAtMs = Number.NEGATIVE_INFINITY
  let window: Maintenance | undefined
  return async (now, wall) => {
    if (Math.abs(wall.getTime() - readAtMs) >= readEveryMs) {
      readAtMs = wall.getTime()
      window = await loadMaintenance(db, now)
    }
    return window && window.from <= now && now < window.until ? window : undefined
  }
}
