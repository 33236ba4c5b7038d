import type { Sql, Tx } from '#kit/store/db.ts'
import { addMs, type Day, hourMs } from '#kit/time/clock.ts'

/** unproven: a past day has no signed statement · broken: a statement differs from the ledger · unread: chains were not read. */
export type TroubleKind = 'unproven' | 'broken' | 'unread'
export type Trouble = { readonly kind: TroubleKind; readonly detail: string; readonly since: Date }

export const troubles = (sql: Sql): Promise<Trouble[]> =>
  sql.query<Trouble>('SELECT kind, detail, since FROM proof_trouble WHERE until IS NULL ORDER BY since, kind')

/** The daily proof needs minutes, so shorter delays are normal. */
const usualMs = hourMs

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

export const pastTroubles = (sql: Sql, limit: number): Promise<PastTrouble[]> =>
  sql.query<PastTrouble>('SELECT kind, since, until FROM proof_trouble ORDER BY until IS NULL DESC, id DESC LIMIT $1', [
    limit,
  ])

export type ProofState = {
  /** The first past day without a signed statement, or null. */
  readonly unproven: Day | null
  readonly signed: Day | null
  /** The newest day compared with reserves. */
  readonly looked: Day | null
  readonly problems: readonly string[]
}
export async function proofState(sql: Sql): Promise<ProofState> {
  const [row] = await sql.query<ProofState>(
    `SELECT (SELECT min(d.day)::text FROM day_span d WHERE NOT EXISTS (SELECT FROM proof_signature s WHERE s.day = d.day)) AS unproven,
       (SELECT max(day)::text FROM proof_signature) AS signed, (SELECT max(day)::text FROM reserve_check) AS looked,
       coalesce((SELECT problems FROM proof_check ORDER BY day DESC LIMIT 1), '{}') AS problems`,
  )
  return row ?? { unproven: null, signed: null, looked: null, problems: [] }
}

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
