import { wallClock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
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
