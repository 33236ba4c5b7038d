import type { Sql, Tx } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { type Standing, type StarLevel, starLevelOf } from './star-level.ts'

/** The star a wallet holds now, 0 to 6: what gates and rewards go by. */
export const starOf = async (sql: Sql, walletId: WalletId): Promise<StarLevel> =>
  (await starsOf(sql, [walletId])).get(walletId) ?? 0

/** The stars of several wallets; one that holds none is left out. */
export async function starsOf(sql: Sql, walletIds: readonly WalletId[]): Promise<ReadonlyMap<WalletId, StarLevel>> {
  const rows = await sql.query<{ walletId: WalletId; star: number }>(
    'SELECT wallet_id AS "walletId", star FROM wallet_star WHERE star > 0 AND wallet_id = ANY ($1::text[])',
    [walletIds],
  )
  return new Map(rows.map(({ walletId, star }) => [walletId, starLevelOf(star)]))
}

/** Whether anybody holds a star yet: until then, what needs one says from when it can be had. */
export async function anyStars(sql: Sql): Promise<boolean> {
  const rows = await sql.query('SELECT FROM wallet_star WHERE star > 0 LIMIT 1')
  return rows.length > 0
}

export type StarHeld = Standing & {
  /** When this star began, on the business clock; absent for a wallet that never held one. */
  readonly since?: Date
  readonly highest: StarLevel
}

/** What a wallet holds, since when, and the notice it was given. */
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

/** Writes what wallets hold from a moment on. A star that stays keeps its beginning; every change is kept. */
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

/** Gives one wallet a star, whatever it earns: for tests. The next assessment goes on from there. */
export const setStar = (tx: Tx, walletId: WalletId, star: StarLevel, at: Date): Promise<void> =>
  setStars(tx, [{ walletId, star }], at)

/** Gives one wallet a star until a moment, whatever it earns, with the notice that it ends then: for the demonstration. */
export const lendStar = (tx: Tx, walletId: WalletId, star: StarLevel, at: Date, until: Date): Promise<void> =>
  setStars(tx, [{ walletId, star, ...(star > 0 ? { notice: { to: 0 as const, at: until } } : {}) }], at)
