import { createHash } from 'node:crypto'
import type { Sql, Tx } from './db.ts'

/** What an operator did: which command, with what, and what it changed. No secrets: it is kept for good. */
export type Operation = {
  readonly verb: string
  readonly args: Readonly<Record<string, unknown>>
  readonly changed: Readonly<Record<string, unknown>>
  readonly at: Date
}

export type LoggedOperation = Operation & { readonly id: bigint; readonly previous: string; readonly hash: string }

/** Before the first operation. */
const beginning = '0'.repeat(64)
const columns = 'id, at, verb, args, changed, previous, hash'

/**
 * Adds an operation to the log. Each carries the hash of the one before, so that taking one out or changing it shows.
 * @returns its hash.
 */
export async function logOperation(tx: Tx, operation: Operation): Promise<string> {
  // One at a time: the next must see this one.
  await tx.query('LOCK TABLE operator_log IN EXCLUSIVE MODE')
  const [last] = await tx.query<{ id: bigint; hash: string }>(
    'SELECT id, hash FROM operator_log ORDER BY id DESC LIMIT 1',
  )
  const id = (last?.id ?? 0n) + 1n
  const previous = last?.hash ?? beginning
  const { verb, args, changed, at } = operation
  const hash = hashOf({ id, verb, args, changed, at, previous })
  await tx.query(`INSERT INTO operator_log (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7)`, [
    id,
    at,
    verb,
    sortedJson(args),
    sortedJson(changed),
    previous,
    hash,
  ])
  return hash
}

/** The latest operations, newest first. */
export const operations = (sql: Sql, limit: number): Promise<LoggedOperation[]> =>
  sql.query<LoggedOperation>(`SELECT ${columns} FROM operator_log ORDER BY id DESC LIMIT $1`, [limit])

/** Reads the whole log. @returns the number of the first operation that is not as it was written, or undefined. */
export async function firstBrokenOperation(sql: Sql): Promise<bigint | undefined> {
  const pageSize = 1000
  let expected = 1n
  let previous = beginning
  for (;;) {
    const page = await sql.query<LoggedOperation>(
      `SELECT ${columns} FROM operator_log WHERE id >= $1 ORDER BY id LIMIT $2`,
      [expected, pageSize],
    )
    for (const row of page) {
      if (row.id !== expected || row.previous !== previous || row.hash !== hashOf(row)) return expected
      previous = row.hash
      expected += 1n
    }
    if (page.length < pageSize) return undefined
  }
}

function hashOf({ id, at, verb, args, changed, previous }: Omit<LoggedOperation, 'hash'>): string {
  const text = [id, at.toISOString(), verb, sortedJson(args), sortedJson(changed), previous].join('\n')
  return createHash('sha256').update(text).digest('hex')
}

/** JSON with sorted names, because the database does not keep their order. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return inner.toString()
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
