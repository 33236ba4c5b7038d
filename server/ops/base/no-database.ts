import type { Db } from '#kit/store/db.ts'
import { wallClock } from '#kit/time/clock.ts'
import type { Operation } from './verb.ts'

const refuse = (): never => {
  throw new Error('a verb with needsNoDatabase asked the database')
}

const noDatabase: Db = {
  identity: {},
  inTransaction: false,
  query: refuse,
  transaction: refuse,
  exec: refuse,
  hear: refuse,
  close: async () => {},
}

export const offline: Pick<Operation, 'db' | 'clock' | 'secrets'> = {
  db: noDatabase,
  clock: { ...wallClock, refresh: async () => {} },
  secrets: refuse,
}
