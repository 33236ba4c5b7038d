import { waitForWriters } from '#days/writers.store.ts'
import type { Db } from '#kit/db.ts'
import { keepPowerDay, nextPowerDay } from './power-log.store.ts'

/**
 * Sums up the POWER of all days that have a cut and no sums, oldest first: one after each midnight, and at first all there ever were. Each
 * is a transaction of its own, of sums the database makes, so it may be stopped anywhere and run again.
 */
export async function keepPowerDays(db: Db): Promise<void> {
  if (!(await nextPowerDay(db)) || !(await waitForWriters(db))) return
  while (await db.transaction(keepPowerDay));
}
