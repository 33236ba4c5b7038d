import { join } from 'node:path'
import { publishHead, writeHeads } from '#identity/operators/operator-log-head.store.ts'
import type { Db } from '#kit/store/db.ts'
import { type Clock, dayOf, minuteMs } from '#kit/time/clock.ts'
import { type Repeated, repeat } from '../loops/repeat.ts'

type Publishing = {
  readonly db: Db
  readonly clock: Clock
  readonly publishKey: Uint8Array
  readonly dataDir: string
  onError(error: unknown): void
}

/** File of all published heads, for external copies. */
export const headsFile = (dataDir: string): string => join(dataDir, 'operator-log-heads.jsonl')

/** Publishes today's head once, in database and file. Safe to kill and to repeat. */
export async function publishToday({ db, clock, publishKey, dataDir }: Omit<Publishing, 'onError'>): Promise<void> {
  await publishHead(db, dayOf(clock.now()), publishKey)
  await writeHeads(db, headsFile(dataDir))
}

export const publishHeads = ({ onError, ...publishing }: Publishing): Repeated =>
  repeat({ everyMs: minuteMs }, () => publishToday(publishing), onError)
