import { createHash } from 'node:crypto'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { NoticeTexts } from './notice.ts'

export type Notice = { readonly id: number; readonly publishedAt: Date; readonly texts: NoticeTexts }
type NoticeRow = { id: bigint; publishedAt: Date; texts: NoticeTexts }
const toNotice = (row: NoticeRow): Notice => ({ ...row, id: Number(row.id) })

const columns = 'id, published_at AS "publishedAt", texts'

/** Newest first; `after` is the previous page's last one. */
export async function loadNotices(
  sql: Sql,
  { now, after, limit }: { now: Date; after?: number; limit: number },
): Promise<Notice[]> {
  const rows = await sql.query<NoticeRow>(
    `SELECT ${columns} FROM notice
     WHERE published_at <= $1
       AND ($2::bigint IS NULL OR (published_at, id) < (SELECT n.published_at, n.id FROM notice n WHERE n.id = $2))
     ORDER BY published_at DESC, id DESC LIMIT $3`,
    [now, after ?? null, limit],
  )
  return rows.map(toNotice)
}

/** @throws news.missing */
export async function loadNotice(sql: Sql, id: number, now: Date): Promise<Notice> {
  const [row] = await sql.query<NoticeRow>(`SELECT ${columns} FROM notice WHERE id = $1 AND published_at <= $2`, [
    id,
    now,
  ])
  return row ? toNotice(row) : fail('news.missing')
}

/** Idempotent for the same texts. @returns the notice's number, and whether it is new. */
export async function publishNotice(tx: Tx, texts: NoticeTexts, at: Date): Promise<{ id: number; isNew: boolean }> {
  const json = JSON.stringify(texts)
  const hash = createHash('sha256').update(json).digest('hex')
  const [written] = await tx.query<{ id: bigint }>(
    `INSERT INTO notice (published_at, texts, text_hash) VALUES ($1, $2::text::jsonb, $3)
     ON CONFLICT (text_hash) DO NOTHING RETURNING id`,
    [at, json, hash],
  )
  if (written) return { id: Number(written.id), isNew: true }
  const [known] = await tx.query<{ id: bigint }>('SELECT id FROM notice WHERE text_hash = $1', [hash])
  return { id: Number(known?.id), isNew: false }
}

/** Titles by language. */
export const loadLatestNotices = (sql: Sql, now: Date, limit: number) =>
  sql.query<{ id: bigint; publishedAt: Date; titles: Record<string, string> }>(
    `SELECT id, published_at AS "publishedAt",
       (SELECT jsonb_object_agg(key, value ->> 'title') FROM jsonb_each(texts)) AS titles
     FROM notice WHERE published_at <= $1 ORDER BY published_at DESC, id DESC LIMIT $2`,
    [now, limit],
  )
