import { findOperation, logHead } from '#identity/operators/operator-log.store.ts'
import type { Sql } from '#kit/store/db.ts'
import type { LogHead } from '../tree/format.ts'

/** Each statement records the last row, so earlier rows cannot be changed unnoticed. */
export type NamedLog = {
  readonly name: string
  /** Undefined before the first row. */
  head(sql: Sql): Promise<LogHead | undefined>
  hashAt(sql: Sql, line: number): Promise<string | undefined>
}

export const changesLog: NamedLog = {
  name: 'changes',
  async head(sql) {
    const last = await logHead(sql)
    return last && { line: Number(last.id), hash: last.hash }
  },
  hashAt: async (sql, line) => (await findOperation(sql, BigInt(line)))?.hash,
}
