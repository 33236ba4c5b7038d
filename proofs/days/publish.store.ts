import { publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import type { Db, Sql } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'
import type { Published } from '../tree/format.ts'
import { expectStatement } from '../tree/signable.server.ts'
import { type KeptDay, loadProofDays } from './proofs.store.ts'

/**
 * Oldest first. Can stop anywhere and run again. @throws if a text is not its day's statement or does not follow the last statement. That
 * text and later ones stay unsigned
 */
export async function signProofs(db: Db, key: Uint8Array, at: Date): Promise<void> {
  const days = await db.query<{ day: Day; text: string; hash: string }>(
    `SELECT p.day::text AS day, p.text, p.hash FROM proof_day p WHERE NOT EXISTS (SELECT FROM proof_signature s WHERE s.day = p.day)
     ORDER BY p.day`,
  )
  for (const made of days) {
    const [last] = await publishedDays(db, 1)
    await expectStatement(made, last?.text)
    await db.query(
      `INSERT INTO proof_signature (day, public_key, signature, signed_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
      [made.day, publicTextOf(key), signWith(made.text, key), at],
    )
  }
}

export type PublishedDay = Published & { readonly day: Day }

/** `from` is inclusive. */
export type DaySpan = { readonly before?: Day | undefined; readonly from?: Day | undefined }

/** Newest first. */
export const publishedDays = (sql: Sql, limit: number, { before, from }: DaySpan = {}): Promise<PublishedDay[]> =>
  sql.query<PublishedDay>(
    `SELECT s.day::text AS day, p.text, s.signature, s.public_key AS "publicKey"
     FROM proof_signature s JOIN proof_day p ON p.day = s.day
     WHERE ($2::date IS NULL OR s.day < $2) AND ($3::date IS NULL OR s.day >= $3) ORDER BY s.day DESC LIMIT $1`,
    [limit, before ?? null, from ?? null],
  )

export async function latestProofDay(sql: Sql): Promise<{ published: PublishedDay; kept: KeptDay } | undefined> {
  const [published] = await publishedDays(sql, 1)
  if (!published) return undefined
  const [kept] = await loadProofDays(sql, published.day, published.day)
  return kept && { published, kept }
}

export async function countProofDays(sql: Sql): Promise<{ days: number; first: Day | null }> {
  const [row] = await sql.query<{ days: bigint; first: Day | null }>(
    'SELECT count(*) AS days, min(day)::text AS first FROM proof_signature',
  )
  return { days: Number(row?.days ?? 0n), first: row?.first ?? null }
}
