import { join } from 'node:path'
import { publishHead, writeHeads } from '#identity/operator-log-head.store.ts'
import { type Clock, dayOf, minuteMs } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { type Repeated, repeat } from './repeat.ts'

type Publishing = {
  readonly db: Db
  /** The business clock. */
  readonly clock: Clock
  readonly publishKey: Uint8Array
  readonly dataDir: string
  onError(error: unknown): void
}

/** The file of all heads that were published, for whoever keeps a copy elsewhere. */
export const headsFile = (dataDir: string): string => join(dataDir, 'operator-log-heads.jsonl')

/** Publishes today's head if nobody has: in the database, which the open call reads, and in the file. May be killed anywhere, and run twice. */
export async function publishToday({ db, clock, publishKey, dataDir }: Omit<Publishing, 'onError'>): Promise<void> {
  await publishHead(db, dayOf(clock.now()), publishKey)
  await writeHeads(db, headsFile(dataDir))
}

/** Does so now and each minute, as the process does that has the key. */
export const publishHeads = ({ onError, ...publishing }: Publishing): Repeated =>
  repeat({ everyMs: minuteMs }, () => publishToday(publishing), onError)
