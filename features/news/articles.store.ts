import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { ArticleKind } from './article-kinds.ts'
import type { Block } from './blocks.ts'
import type { ArticleFile, KnownArticle } from './content-folder.server.ts'

export type ArticleText = {
  readonly slug: string
  readonly kind: ArticleKind
  readonly publishedAt: Date
  readonly link: string | null
  /** The requested language, or English. */
  readonly language: string
  readonly title: string
  readonly blocks: readonly Block[]
}

// In the requested language ($1), or English.
const text = `JOIN LATERAL (
    SELECT t.language, t.title, t.blocks FROM article_text t
    WHERE t.slug = a.slug AND t.language IN ($1, 'en') ORDER BY (t.language = $1) DESC LIMIT 1
  ) said ON true`
const columns = 'a.slug, a.kind, a.published_at AS "publishedAt", a.link, said.language, said.title, said.blocks'

/** Newest first; `after` is the previous page's last name. */
export const loadArticles = (
  sql: Sql,
  ask: { kind: ArticleKind; language: string; now: Date; after?: string; limit: number },
): Promise<ArticleText[]> =>
  sql.query<ArticleText>(
    `SELECT ${columns} FROM article a ${text}
     WHERE a.kind = $2 AND a.published_at <= $3
       AND ($4::text IS NULL OR (a.published_at, a.slug) < (SELECT b.published_at, b.slug FROM article b WHERE b.slug = $4))
     ORDER BY a.published_at DESC, a.slug DESC LIMIT $5`,
    [ask.language, ask.kind, ask.now, ask.after ?? null, ask.limit],
  )

/** @throws news.article_missing */
export async function loadArticle(sql: Sql, slug: string, language: string, now: Date): Promise<ArticleText> {
  const [row] = await sql.query<ArticleText>(
    `SELECT ${columns} FROM article a ${text} WHERE a.slug = $2 AND a.published_at <= $3`,
    [language, slug, now],
  )
  return row ?? fail('news.article_missing')
}

export const loadKnownArticles = (
  sql: Sql,
): Promise<(KnownArticle & { publishedAt: Date; hashes: Record<string, string> })[]> =>
  sql.query(
    `SELECT a.slug, a.kind, a.published_at AS "publishedAt", array_agg(t.language ORDER BY t.language) AS languages,
       jsonb_object_agg(t.language, t.text_hash) AS hashes
     FROM article a JOIN article_text t USING (slug) GROUP BY a.slug ORDER BY a.slug`,
  )

/** Writes only changed texts. `onlyMissing`: changes no existing article. */
export async function writeArticles(
  tx: Tx,
  files: readonly ArticleFile[],
  { onlyMissing = false } = {},
): Promise<void> {
  const articleRule = onlyMissing ? 'NOTHING' : 'UPDATE SET published_at = excluded.published_at, link = excluded.link'
  const textRule = onlyMissing
    ? 'NOTHING'
    : 'UPDATE SET title = excluded.title, blocks = excluded.blocks, text_hash = excluded.text_hash'
  for (const { slug, kind, date, link, language, title, blocks, hash } of files) {
    await tx.query(
      `INSERT INTO article (slug, kind, published_at, link) VALUES ($1, $2, $3, $4) ON CONFLICT (slug) DO ${articleRule}`,
      [slug, kind, new Date(`${date}T00:00:00.000Z`), link ?? null],
    )
    await tx.query(
      `INSERT INTO article_text (slug, language, title, blocks, text_hash) VALUES ($1, $2, $3, $4::text::jsonb, $5)
       ON CONFLICT (slug, language) DO ${textRule}`,
      [slug, language, title, JSON.stringify(blocks), hash],
    )
  }
}

/** Removes all languages. @throws news.article_missing */
export async function removeArticle(tx: Tx, slug: string): Promise<void> {
  const gone = await tx.query('DELETE FROM article WHERE slug = $1 RETURNING slug', [slug])
  if (gone.length === 0) fail('news.article_missing')
}
