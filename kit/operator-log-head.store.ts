import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import type { Day } from './clock.ts'
import type { Db, Sql } from './db.ts'
import { logHead } from './operator-log.store.ts'
import { isSignedBy, publicTextOf, signWith } from './signed-text.ts'

/** The operators' log as it stood on a day: its last line's hash stands for all before it. */
export type LogHead = {
  readonly day: Day
  readonly line: bigint
  readonly hash: string
  readonly publicKey: string
  readonly signature: string
}

const columns = `day::text AS day, line, hash, public_key AS "publicKey", signature`

/** What is signed. */
const textOf = ({ day, line, hash }: Pick<LogHead, 'day' | 'line' | 'hash'>): string =>
  ['glasshouse-log-head-v1', day, line, hash].join('\n')

/** Signs and keeps the head of a day, once, whoever asks first. @returns whether it is new; false where the log is empty too */
export async function publishHead(db: Db, day: Day, publishKey: Uint8Array): Promise<boolean> {
  const known = await db.query('SELECT FROM operator_log_head WHERE day = $1', [day])
  const head = known.length > 0 ? undefined : await logHead(db)
  if (!head) return false
  const signature = signWith(textOf({ day, line: head.id, hash: head.hash }), publishKey)
  const rows = await db.query(
    `INSERT INTO operator_log_head (day, line, hash, public_key, signature) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING RETURNING day`,
    [day, head.id, head.hash, publicTextOf(publishKey), signature],
  )
  return rows.length > 0
}

/** The latest heads, newest first. */
export const publishedHeads = (sql: Sql, limit: number): Promise<LogHead[]> =>
  sql.query<LogHead>(`SELECT ${columns} FROM operator_log_head ORDER BY day DESC LIMIT $1`, [limit])

/** The first published head that is not signed as it says, or that the log does not have any more; undefined where all fit. */
export async function firstBrokenHead(sql: Sql): Promise<Day | undefined> {
  const rows = await sql.query<LogHead & { now: string | null }>(
    `SELECT h.day::text AS day, h.line, h.hash, h.public_key AS "publicKey", h.signature, l.hash AS now
     FROM operator_log_head h LEFT JOIN operator_log l ON l.id = h.line ORDER BY h.day`,
  )
  return rows.find((head) => head.now !== head.hash || !isSignedBy(textOf(head), head.signature, head.publicKey))?.day
}

const lineOf = ({ line, ...head }: LogHead): string => JSON.stringify({ ...head, line: Number(line) })

/** Writes every head there is to a file, a line of JSON each, oldest first: it is there whole, or as it was before. */
export async function writeHeads(sql: Sql, path: string): Promise<void> {
  const heads = await sql.query<LogHead>(`SELECT ${columns} FROM operator_log_head ORDER BY day`)
  const text = heads.map((head) => `${lineOf(head)}\n`).join('')
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  const file = openSync(`${path}.new`, 'w', 0o644)
  writeSync(file, text)
  fsyncSync(file)
  closeSync(file)
  renameSync(`${path}.new`, path)
}

/** The first head of a kept copy that the log does not have any more; undefined where all fit. @throws for what is no such file */
export async function firstMissingHead(sql: Sql, text: string): Promise<Day | undefined> {
  for (const kept of text.split('\n').filter(Boolean)) {
    const { day, line, hash } = JSON.parse(kept) as { day: Day; line: number; hash: string }
    const rows = await sql.query('SELECT FROM operator_log WHERE id = $1 AND hash = $2', [line, hash])
    if (rows.length === 0) return day
  }
  return undefined
}
