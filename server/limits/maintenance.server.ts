import * as v from 'valibot'
import type { Db, Sql } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { setting } from '#kit/store/settings.ts'
import { longestClosedMs } from '#kit/time/closing.ts'

const moment = v.pipe(v.string(), v.isoTimestamp())

/**
 * Maintenance lasts at most 72 hours within seven days, so repeated windows cannot keep the app closed. Calls that return coins
 * (`Contract.always`) and reads stay open.
 */
export const maintenanceSetting = setting<{ from: string; until: string; reason: string } | null>({
  name: 'app.maintenance',
  hasOwnVerb: true,
  narrowsWithdrawing: true,
  about: 'The maintenance window {from, until, reason} on the business clock, ISO 8601, 72 hours at most, or null.',
  initial: null,
  schema: v.nullable(
    v.pipe(
      v.object({ from: moment, until: moment, reason: v.optional(v.pipe(v.string(), v.maxLength(200)), '') }),
      v.check(({ from, until }) => Date.parse(from) < Date.parse(until), 'until must be after from'),
      v.check(
        ({ from, until }) => Date.parse(until) - Date.parse(from) <= longestClosedMs,
        'maintenance is over after 72 hours',
      ),
    ),
  ),
  closings: (window) =>
    window === null ? {} : { app: { from: new Date(window.from), until: new Date(window.until) } },
})

export type Maintenance = { readonly from: Date; readonly until: Date; readonly reason: string }

/** @returns the current or announced window */
export async function loadMaintenance(sql: Sql, now: Date): Promise<Maintenance | undefined> {
  const kept = await readSetting(sql, maintenanceSetting)
  const window = kept && { from: new Date(kept.from), until: new Date(kept.until), reason: kept.reason }
  return window && window.until > now ? window : undefined
}

const readEveryMs = 1_000

/** Reads at most once per second. */
export function windowReader(db: Db): (now: Date, wall: Date) => Promise<Maintenance | undefined> {
  let readAtMs = Number.NEGATIVE_INFINITY
  let window: Maintenance | undefined
  return async (now, wall) => {
    if (Math.abs(wall.getTime() - readAtMs) >= readEveryMs) {
      readAtMs = wall.getTime()
      window = await loadMaintenance(db, now)
    }
    return window && now < window.until ? window : undefined
  }
}

export function maintenanceReader(db: Db): (now: Date, wall: Date) => Promise<Maintenance | undefined> {
  const windowAt = windowReader(db)
  return async (now, wall) => {
    const window = await windowAt(now, wall)
    return window && window.from <= now ? window : undefined
  }
}
