import { waitForWriters } from '#days/writers.store.ts'
import type { Db } from '#kit/store/db.ts'
import { keepPowerDay, nextPowerDay } from './power-log.store.ts'

/** Each day is a separate transaction, so the job can stop and restart anywhere. */
export async function keepPowerDays(db: Db): Promise<void> {
  if (!(await nextPowerDay(db)) || !(await waitForWriters(db))) return
  while (await db.transaction(keepPowerDay));
}
