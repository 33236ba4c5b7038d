import { findOperation, logHead } from '#identity/operator-log.store.ts'
import type { Sql } from '#kit/db.ts'
import type { LogHead } from '../tree/format.ts'

/** A hash-chained log whose last line each statement names: what is before that line can never be rewritten unseen. */
export type NamedLog = {
  readonly name: string
  /** undefined before the first line. */
  head(sql: Sql): Promise<LogHead | undefined>
  hashAt(sql: Sql, line: number): Promise<string | undefined>
}

/** The operators' log. */
export const changesLog: NamedLog = {
  name: 'changes',
  async head(sql) {
    const last = await logHead(sql)
    return last && { line: Number(last.id), hash: last.hash }
  },
  hashAt: async (sql, line) => (await findOperation(sql, BigInt(line)))?.hash,
}
