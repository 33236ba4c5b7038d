import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import type { Db, Sql } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'
import type { Published } from '../tree/format.ts'
import { expectReserveCheck } from '../tree/signable.server.ts'
import type { ReservePart } from './reserves.ts'

export type OwedDay = { readonly day: Day; readonly text: string; readonly hash: string; readonly cut: bigint }

export async function newestOwed(sql: Sql): Promise<OwedDay | undefined> {
  const [row] = await sql.query<OwedDay>(
    `SELECT p.day::text AS day, p.text, p.hash, d.cut FROM proof_signature s JOIN proof_day p ON p.day = s.day
     JOIN day_span d ON d.day = s.day ORDER BY s.day DESC LIMIT 1`,
  )
  return row
}

export type KeptPart = { readonly chain: ChainId; readonly day: Day; readonly part: ReservePart; readonly readAt: Date }

export const keptParts = (sql: Sql): Promise<KeptPart[]> =>
  sql.query<KeptPart>('SELECT chain, day::text AS day, part, read_at AS "readAt" FROM reserve_part ORDER BY chain')

export const keepPart = async (sql: Sql, { chain, day, part, readAt }: KeptPart): Promise<void> => {
  await sql.query(
    `INSERT INTO reserve_part (chain, day, part, read_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (chain) DO UPDATE SET day = excluded.day, part = excluded.part, read_at = excluded.read_at`,
    [chain, day, JSON.stringify(part), readAt],
  )
}

export type Look = { readonly id: bigint; readonly day: Day; readonly short: readonly string[]; readonly madeAt: Date }

export async function newestReserveCheck(sql: Sql): Promise<Look | undefined> {
  const [row] = await sql.query<Look>(
    'SELECT id, day::text AS day, short, made_at AS "madeAt" FROM reserve_check ORDER BY id DESC LIMIT 1',
  )
  return row
}

export const keepReserveCheck = async (
  sql: Sql,
  { day, text, hot, short, madeAt }: Omit<Look, 'id'> & { readonly text: string; readonly hot: string },
): Promise<void> => {
  await sql.query('INSERT INTO reserve_check (day, text, hot, short, made_at) VALUES ($1, $2, $3, $4, $5)', [
    day,
    text,
    hot,
    short,
    madeAt,
  ])
}

export type Shortage = { readonly coin: Coin; readonly since: Date; readonly until: Date | null }

/** Newest first. A shortage lasts from the first statement that shows it to the first without it. */
export const shortages = (sql: Sql, limit: number): Promise<Shortage[]> =>
  sql.query<Shortage>(
    `WITH look AS (
       SELECT made_at, short, row_number() OVER (ORDER BY id) AS place, lead(made_at) OVER (ORDER BY id) AS next_at FROM reserve_check
     ),
     of_coin AS (
       SELECT c.coin, made_at, next_at, place, place - row_number() OVER (PARTITION BY c.coin ORDER BY place) AS run
       FROM look, unnest(short) AS c (coin)
     )
     SELECT coin, min(made_at) AS since, (array_agg(next_at ORDER BY place DESC))[1] AS until
     FROM of_coin GROUP BY coin, run ORDER BY since DESC LIMIT $1`,
    [limit],
  )

/** Can stop anywhere and run again. @throws if a text does not match its day's signed statement; only that text stays unsigned */
export async function signReserveChecks(db: Db, key: Uint8Array, at: Date): Promise<void> {
  const looks = await db.query<{ id: bigint; day: Day; text: string; hot: string; owed: string; madeAt: Date }>(
    `SELECT l.id, l.day::text AS day, l.text, l.hot, l.made_at AS "madeAt", p.text AS owed FROM reserve_check l
     JOIN proof_signature o ON o.day = l.day JOIN proof_day p ON p.day = l.day
     WHERE NOT EXISTS (SELECT FROM reserve_signature s WHERE s.check_id = l.id) ORDER BY l.id`,
  )
  const refused: unknown[] = []
  for (const { id, owed, ...look } of looks)
    try {
      await expectReserveCheck(look, owed)
      await db.query(
        `INSERT INTO reserve_signature (check_id, public_key, signature, hot_signature, signed_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING`,
        [id, publicTextOf(key), signWith(look.text, key), signWith(look.hot, key), at],
      )
    } catch (error) {
      refused.push(error)
    }
  if (refused.length > 0) throw refused[0]
}

export async function publishedHot(sql: Sql): Promise<Published | undefined> {
  const [row] = await sql.query<Published>(
    `SELECT l.hot AS text, s.hot_signature AS signature, s.public_key AS "publicKey"
     FROM reserve_check l JOIN reserve_signature s ON s.check_id = l.id ORDER BY l.id DESC LIMIT 1`,
  )
  return row
}

export type PublishedReserves = {
  readonly day: Day
  readonly madeAt: Date
  readonly reserves: Published
  readonly owing: Published
}

export async function publishedReserves(sql: Sql, of?: Day): Promise<PublishedReserves | undefined> {
  const [row] = await sql.query<{
    day: Day
    madeAt: Date
    text: string
    signature: string
    publicKey: string
    owed: string
    owedSignature: string
    owedKey: string
  }>(
    `SELECT l.day::text AS day, l.made_at AS "madeAt", l.text, s.signature, s.public_key AS "publicKey", p.text AS owed,
       o.signature AS "owedSignature", o.public_key AS "owedKey"
     FROM reserve_check l JOIN reserve_signature s ON s.check_id = l.id JOIN proof_day p ON p.day = l.day
     JOIN proof_signature o ON o.day = l.day WHERE $1::date IS NULL OR l.day = $1 ORDER BY l.id DESC LIMIT 1`,
    [of ?? null],
  )
  if (!row) return undefined
  const { day, madeAt, text, signature, publicKey } = row
  const owing = { text: row.owed, signature: row.owedSignature, publicKey: row.owedKey }
  return { day, madeAt, reserves: { text, signature, publicKey }, owing }
}
