import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { type Standing, type StarLevel, starLevelOf } from './star-level.ts'

export const starOf = async (sql: Sql, walletId: WalletId): Promise<StarLevel> =>
  (await starsOf(sql, [walletId])).get(walletId) ?? 0

export async function starsOf(sql: Sql, walletIds: readonly WalletId[]): Promise<ReadonlyMap<WalletId, StarLevel>> {
  const rows = await sql.query<{ walletId: WalletId; star: number }>(
    'SELECT wallet_id AS "walletId", star FROM wallet_star WHERE star > 0 AND wallet_id = ANY ($1::text[])',
    [walletIds],
  )
  return new Map(rows.map(({ walletId, star }) => [walletId, starLevelOf(star)]))
}

export async function anyStars(sql: Sql): Promise<boolean> {
  const rows = await sql.query('SELECT FROM wallet_star WHERE star > 0 LIMIT 1')
  return rows.length > 0
}

export type StarHeld = Standing & {
  /** Business clock; missing if never held. */
  readonly since?: Date
  readonly highest: StarLevel
}

export async function starHeld(sql: Sql, walletId: WalletId): Promise<StarHeld> {
  const [row] = await sql.query<{
    star: number
    since: Date
    highest: number
    fallsTo: number | null
    fallsAt: Date | null
  }>(
    `SELECT star, since, highest, falls_to AS "fallsTo", falls_at AS "fallsAt" FROM wallet_star WHERE wallet_id = $1`,
    [walletId],
  )
  if (!row) return { star: 0, highest: 0 }
  const { fallsTo, fallsAt } = row
  return {
    star: starLevelOf(row.star),
    highest: starLevelOf(row.highest),
    since: row.since,
    ...(fallsTo === null || !fallsAt ? {} : { notice: { to: starLevelOf(fallsTo), at: fallsAt } }),
  }
}

export type StarChange = Standing & { readonly walletId: WalletId }

export async function setStars(tx: Tx, changes: readonly StarChange[], at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO wallet_star AS held (wallet_id, star, since, highest, falls_to, falls_at)
     SELECT wallet_id, star, $5, star, falls_to, falls_at
       FROM unnest($1::text[], $2::int2[], $3::int2[], $4::timestamptz[]) AS new (wallet_id, star, falls_to, falls_at)
     ON CONFLICT (wallet_id) DO UPDATE SET
       star = excluded.star,
       since = CASE WHEN held.star = excluded.star THEN held.since ELSE excluded.since END,
       highest = GREATEST(held.highest, excluded.star),
       falls_to = excluded.falls_to,
       falls_at = excluded.falls_at`,
    [
      changes.map(({ walletId }) => walletId),
      changes.map(({ star }) => star),
      changes.map(({ notice }) => notice?.to ?? null),
      changes.map(({ notice }) => notice?.at.toISOString() ?? null),
      at,
    ],
  )
}

export const setStar = (tx: Tx, walletId: WalletId, star: StarLevel, at: Date): Promise<void> =>
  setStars(tx, [{ walletId, star }], at)

export const lendStar = (tx: Tx, walletId: WalletId, star: StarLevel, at: Date, until: Date): Promise<void> =>
  setStars(tx, [{ walletId, star, ...(star > 0 ? { notice: { to: 0 as const, at: until } } : {}) }], at)
