import { addMs, type Day, hourMs } from '#kit/clock.ts'
import type { Sql, Tx } from '#kit/db.ts'

/** unproven: a day that is over has no signed statement · broken: one is not what the books say · unread: chains were not looked at. */
export type TroubleKind = 'unproven' | 'broken' | 'unread'
export type Trouble = { readonly kind: TroubleKind; readonly detail: string; readonly since: Date }

/** What is wrong with the proofs, and since when in real time. */
export const troubles = (sql: Sql): Promise<Trouble[]> =>
  sql.query<Trouble>('SELECT kind, detail, since FROM proof_trouble WHERE until IS NULL ORDER BY since, kind')

/** A proof takes minutes to make, sign and compare with chains each day: a wait of less than this was no trouble. */
const usualMs = hourMs

/** Keeps what is wrong now: what was wrong before keeps its moment, and what is cured gets its end. */
export async function keepTroubles(
  tx: Tx,
  found: readonly Pick<Trouble, 'kind' | 'detail'>[],
  at: Date,
): Promise<readonly Trouble[]> {
  const kinds = found.map(({ kind }) => kind)
  await tx.query(
    `DELETE FROM proof_trouble WHERE until IS NULL AND kind <> ALL ($1::text[]) AND kind <> 'broken' AND since > $2`,
    [kinds, addMs(at, -usualMs)],
  )
  await tx.query(
    'UPDATE proof_trouble SET until = greatest($2, since) WHERE until IS NULL AND kind <> ALL ($1::text[])',
    [kinds, at],
  )
  for (const { kind, detail } of found)
    await tx.query(
      `INSERT INTO proof_trouble (kind, detail, since) VALUES ($1, $2, $3)
       ON CONFLICT (kind) WHERE until IS NULL DO UPDATE SET detail = excluded.detail`,
      [kind, detail, at],
    )
  return troubles(tx)
}

export type PastTrouble = Pick<Trouble, 'kind' | 'since'> & { readonly until: Date | null }

/** What is and was wrong: all that is now, then the latest. */
export const pastTroubles = (sql: Sql, limit: number): Promise<PastTrouble[]> =>
  sql.query<PastTrouble>('SELECT kind, since, until FROM proof_trouble ORDER BY until IS NULL DESC, id DESC LIMIT $1', [
    limit,
  ])

/** What there is to be seen of the proofs. */
export type ProofState = {
  /** The first day that is over and has no signed statement; null where each has. */
  readonly unproven: Day | null
  /** The newest day with a signed statement. */
  readonly signed: Day | null
  /** The newest day that reserves were compared with. */
  readonly looked: Day | null
  /** What the last check found, of the newest day that was checked. */
  readonly problems: readonly string[]
}
export async function proofState(sql: Sql): Promise<ProofState> {
  const [row] = await sql.query<ProofState>(
    `SELECT (SELECT min(d.day)::text FROM day_span d WHERE NOT EXISTS (SELECT FROM proof_signature s WHERE s.day = d.day)) AS unproven,
       (SELECT max(day)::text FROM proof_signature) AS signed, (SELECT max(day)::text FROM reserve_look) AS looked,
       coalesce((SELECT problems FROM proof_check ORDER BY day DESC LIMIT 1), '{}') AS problems`,
  )
  return row ?? { unproven: null, signed: null, looked: null, problems: [] }
}

/** The newest signed day whose proof was not made again since a moment. */
export async function uncheckedDay(sql: Sql, since: Date): Promise<Day | undefined> {
  const [row] = await sql.query<{ day: Day | null }>(
    `SELECT (SELECT max(day) FROM proof_signature)::text AS day
     WHERE NOT EXISTS (SELECT FROM proof_check WHERE day = (SELECT max(day) FROM proof_signature) AND checked_at > $1)`,
    [since],
  )
  return row?.day ?? undefined
}

export const keepCheck = async (sql: Sql, day: Day, problems: readonly string[], at: Date): Promise<void> => {
  await sql.query(
    `INSERT INTO proof_check (day, problems, checked_at) VALUES ($1, $2, $3)
     ON CONFLICT (day) DO UPDATE SET problems = excluded.problems, checked_at = excluded.checked_at`,
    [day, problems, at],
  )
}
