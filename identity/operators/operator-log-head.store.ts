import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import * as v from 'valibot'
import { isSignedBy, publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import type { Db, Sql } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'
import { logHead } from './operator-log.store.ts'

export type LogHead = {
  readonly day: Day
  readonly line: bigint
  readonly hash: string
  readonly publicKey: string
  readonly signature: string
}

const columns = `day::text AS day, line, hash, public_key AS "publicKey", signature`

const textOf = ({ day, line, hash }: Pick<LogHead, 'day' | 'line' | 'hash'>): string =>
  ['glasshouse-log-head-v1', day, line, hash].join('\n')

/** Signs the log's latest entry as the day's head, once. @returns whether the head is new; false for an empty log too */
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

export const publishedHeads = (sql: Sql, limit: number): Promise<LogHead[]> =>
  sql.query<LogHead>(`SELECT ${columns} FROM operator_log_head ORDER BY day DESC LIMIT $1`, [limit])

export async function headOfDay(sql: Sql, day: Day): Promise<LogHead | undefined> {
  const [head] = await sql.query<LogHead>(`SELECT ${columns} FROM operator_log_head WHERE day = $1`, [day])
  return head
}

/** @param key the expected key; if omitted, all heads must use the first head's key */
export async function firstBrokenHead(sql: Sql, key?: string): Promise<Day | undefined> {
  const rows = await sql.query<LogHead & { now: string | null }>(
    `SELECT h.day::text AS day, h.line, h.hash, h.public_key AS "publicKey", h.signature, l.hash AS now
     FROM operator_log_head h LEFT JOIN operator_log l ON l.id = h.line ORDER BY h.day`,
  )
  const pinned = key ?? rows[0]?.publicKey
  return rows.find((head) => head.now !== head.hash || !isHeadOf(head, pinned))?.day
}

const isHeadOf = (head: LogHead, key: string | undefined): boolean =>
  key !== undefined && head.publicKey === key && isSignedBy(textOf(head), head.signature, key)

const lineOf = ({ line, ...head }: LogHead): string => JSON.stringify({ ...head, line: Number(line) })

/**
 * Writes all heads atomically, oldest first. @throws if the file has heads the database lacks: the database is then an older copy, and the
 * file is the only proof
 */
export async function writeHeads(sql: Sql, path: string): Promise<void> {
  const heads = await sql.query<LogHead>(`SELECT ${columns} FROM operator_log_head ORDER BY day`)
  const text = heads.map((head) => `${lineOf(head)}\n`).join('')
  const kept = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (kept === text) return
  if (!text.startsWith(kept.slice(0, kept.lastIndexOf('\n') + 1)))
    throw new Error(`${path} has heads of the operators' log that this database lacks: docs/operating.md, "Restoring"`)
  const file = openSync(`${path}.new`, 'w', 0o644)
  writeSync(file, text)
  fsyncSync(file)
  closeSync(file)
  renameSync(`${path}.new`, path)
}

const keptHead = v.object({
  day: v.custom<Day>((value) => typeof value === 'string'),
  line: v.pipe(
    v.number(),
    v.integer(),
    v.transform((line) => BigInt(line)),
  ),
  hash: v.string(),
  publicKey: v.string(),
  signature: v.string(),
})

/** @throws if malformed */
export const readHeads = (text: string): LogHead[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => v.parse(keptHead, JSON.parse(line)))

export async function firstMissingHead(sql: Sql, kept: readonly LogHead[], key: string): Promise<Day | undefined> {
  for (const head of kept) {
    const rows = await sql.query('SELECT FROM operator_log WHERE id = $1 AND hash = $2', [head.line, head.hash])
    if (rows.length === 0 || !isHeadOf(head, key)) return head.day
  }
  return undefined
}
