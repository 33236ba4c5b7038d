import { createHash } from 'node:crypto'
import type { Sql, Tx } from '#kit/store/db.ts'
import { partitionAt, type RotatingPartitions } from '#kit/store/partitions.ts'
import { openSealed, type Secrets, seal } from '#kit/store/secrets.store.ts'
import type { SessionId, WalletId } from '#kit/text/ids.ts'
import { randomText } from '#kit/text/random.ts'
import { addMs, dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'

/** Idle timeout. Assumed: a day, because payments require the password again after five minutes anyway. */
export const sessionIdleMs = dayMs
export const sessionLifeMs = 7 * dayMs
const seenEveryMs = hourMs / 60

export type EndReason =
  | 'signed_out'
  | 'logged_in_elsewhere'
  | 'restored'
  | 'password_changed'
  | 'expired'
  | 'by_operator'

/** Only hashes are stored, so a stolen database opens no session. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

export type Caller = { readonly deviceId: string; readonly userAgent: string; readonly ip: string }
export type NewSession = Caller & {
  readonly walletId: WalletId
  readonly id: SessionId
  readonly secret: Uint8Array
  readonly wall: Date
  readonly secrets: Secrets
}

export const newSessionId = (): SessionId => randomText(16) as SessionId

/** 32 random bytes, base64url. */
export const sessionTokenText = /^[\w-]{43}$/

/** Ends the wallet's other session. @returns the token, which is not stored. */
export async function openSession(tx: Tx, session: NewSession): Promise<string> {
  await endSessions(tx, session.walletId, 'logged_in_elsewhere', session.wall)
  const token = randomText(32)
  await tx.query(
    `INSERT INTO session (id, token_hash, wallet_id, device_id, user_agent, ip, sealed_secret, created_at, seen_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [
      session.id,
      tokenHash(token),
      session.walletId,
      session.deviceId,
      session.userAgent,
      session.ip,
      seal(session.secrets.sealKey, session.secret, `session:${session.id}`),
      session.wall,
    ],
  )
  return token
}

export async function endSessions(
  tx: Tx,
  walletId: WalletId,
  reason: EndReason,
  wall: Date,
  except = '',
): Promise<number> {
  const ended = await tx.query(
    'UPDATE session SET ended_at = $3, end_reason = $2 WHERE wallet_id = $1 AND ended_at IS NULL AND id <> $4 RETURNING id',
    [walletId, reason, wall, except],
  )
  return ended.length
}

export async function endAllSessions(tx: Tx, reason: EndReason, wall: Date): Promise<number> {
  const ended = await tx.query(
    'UPDATE session SET ended_at = $2, end_reason = $1 WHERE ended_at IS NULL RETURNING id',
    [reason, wall],
  )
  return ended.length
}

export async function endSession(sql: Sql, id: SessionId, reason: EndReason, wall: Date): Promise<void> {
  await sql.query('UPDATE session SET ended_at = $3, end_reason = $2 WHERE id = $1 AND ended_at IS NULL', [
    id,
    reason,
    wall,
  ])
}

/** @returns whether it was open and belonged to this wallet */
export async function endOneSession(sql: Sql, walletId: WalletId, id: string, wall: Date): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE session SET ended_at = $3, end_reason = 'signed_out' WHERE id = $2 AND wallet_id = $1 AND ended_at IS NULL
     RETURNING id`,
    [walletId, id, wall],
  )
  return rows.length > 0
}

export type FoundSession = {
  readonly id: SessionId
  readonly walletId: WalletId
  readonly sealedSecret: Uint8Array
  readonly createdAt: Date
  readonly seenAt: Date
  readonly endReason: EndReason | null
  readonly bannedAt: Date | null
  readonly banReason: string | null
  readonly bannedUntil: Date | null
  readonly frozenAt: Date | null
  /** True if the wallet token belongs to this session, is valid, and was made with the current password. */
  readonly isProved: boolean
  /** Digest of the only authorized action; null after a password, which authorizes any. */
  readonly provedAct: string | null
  readonly settings: bigint
}

export type Shown = { readonly token: string; readonly walletToken: string | undefined; readonly wall: Date }

type CallerRow = Omit<FoundSession, 'isProved'> & {
  readonly place: number
  readonly proved: string | null
  readonly passwordHash: string | null
  readonly provedUntil: Date | null
}

/** @returns undefined for an invalid token */
export async function findSessions(sql: Sql, callers: readonly Shown[]): Promise<(FoundSession | undefined)[]> {
  const rows = await sql.query<CallerRow>(
    `SELECT shown.place::int4 AS place, s.id, s.wallet_id AS "walletId", s.sealed_secret AS "sealedSecret", s.created_at AS "createdAt",
       s.seen_at AS "seenAt", s.end_reason AS "endReason", w.banned_at AS "bannedAt", w.ban_reason AS "banReason",
       w.banned_until AS "bannedUntil", w.frozen_at AS "frozenAt", t.proved, t.act AS "provedAct", w.password_hash AS "passwordHash", t.expires_at AS "provedUntil",
       (SELECT settings_version()) AS settings
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS shown (token_hash, proof_hash, place)
     JOIN session s ON s.token_hash = shown.token_hash JOIN wallet w ON w.id = s.wallet_id
     LEFT JOIN wallet_token t ON t.token_hash = shown.proof_hash AND t.session_id = s.id`,
    [
      callers.map(({ token }) => tokenHash(token)),
      callers.map(({ walletToken }) => (walletToken === undefined ? null : tokenHash(walletToken))),
    ],
  )
  const found: (FoundSession | undefined)[] = callers.map(() => undefined)
  for (const { place, proved, passwordHash, provedUntil, ...session } of rows) {
    const { wall } = callers[place - 1] as Shown
    const isRight = passwordHash !== null && proved === tokenHash(passwordHash)
    // On a frozen wallet passkeys confirm nothing, even if the password still could.
    const serves = session.provedAct === null || session.frozenAt === null
    found[place - 1] = { ...session, isProved: isRight && serves && provedUntil !== null && provedUntil > wall }
  }
  return found
}

export async function stillOpen(sql: Sql, ids: readonly SessionId[], wall: Date): Promise<ReadonlySet<SessionId>> {
  const rows = await sql.query<{ id: SessionId }>(
    'SELECT id FROM session WHERE id = ANY ($1) AND ended_at IS NULL AND created_at >= $2 AND seen_at >= $3',
    [ids, addMs(wall, -sessionLifeMs), addMs(wall, -sessionIdleMs)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Idle sessions count as open here: their devices get push messages until the maximum lifetime. */
export async function sessionEnds(
  sql: Sql,
  ids: readonly SessionId[],
  wall: Date,
): Promise<ReadonlyMap<SessionId, EndReason | 'open'>> {
  const rows = await sql.query<{ id: SessionId; end: EndReason | null; createdAt: Date }>(
    'SELECT id, end_reason AS "end", created_at AS "createdAt" FROM session WHERE id = ANY ($1)',
    [ids],
  )
  const isOld = (createdAt: Date) => wall.getTime() - createdAt.getTime() > sessionLifeMs
  return new Map(rows.map(({ id, end, createdAt }) => [id, end ?? (isOld(createdAt) ? 'expired' : 'open')]))
}

export const isOver = (session: Pick<FoundSession, 'createdAt' | 'seenAt'>, wall: Date): boolean =>
  wall.getTime() - session.createdAt.getTime() > sessionLifeMs ||
  wall.getTime() - session.seenAt.getTime() > sessionIdleMs

/** Whether to store the last use, at most once a minute. */
export const isUnnoted = (session: Pick<FoundSession, 'seenAt'>, wall: Date): boolean =>
  addMs(session.seenAt, seenEveryMs) <= wall

export type Seen = { readonly id: SessionId; readonly wall: Date }

/** Skips locked rows, as their transaction writes the same or ends the session. */
export async function noteSeen(sql: Sql, seen: readonly Seen[]): Promise<void> {
  await sql.query(
    `UPDATE session SET seen_at = asked.wall
     FROM (SELECT given.id, max(given.wall) AS wall FROM unnest($1::text[], $2::timestamptz[]) AS given (id, wall) GROUP BY given.id) AS asked
     WHERE session.id IN (SELECT id FROM session WHERE id = ANY ($1) FOR NO KEY UPDATE SKIP LOCKED) AND session.id = asked.id`,
    [seen.map(({ id }) => id), seen.map(({ wall }) => wall)],
  )
}

export const sessionSecret = (session: FoundSession, secrets: Secrets): Uint8Array<ArrayBuffer> =>
  openSealed(secrets.sealKey, session.sealedSecret, `session:${session.id}`)

/** The width exceeds the accepted clock difference. */
export const nonceRing: RotatingPartitions = { table: 'session_nonce', widthMs: 10 * minuteMs, partitions: 4 }

/** `signedAt` is the caller's clock. */
export type Nonce = { readonly text: string; readonly signedAt: Date }

export type SpentNonce = { readonly sessionId: SessionId; readonly nonce: Nonce }

/** Stores nonces by signed time, so a replay finds its nonce. @returns whether each was new */
export async function takeNonces(sql: Sql, spent: readonly SpentNonce[]): Promise<boolean[]> {
  const rows = await sql.query<{ name: string }>(
    `INSERT INTO session_nonce (part, session_id, nonce)
     SELECT part, session_id, nonce FROM unnest($1::int[], $2::text[], $3::text[]) AS spent (part, session_id, nonce)
     ORDER BY session_id, nonce ON CONFLICT DO NOTHING RETURNING session_id || ' ' || nonce AS name`,
    [
      spent.map(({ nonce }) => partitionAt(nonceRing, nonce.signedAt)),
      spent.map(({ sessionId }) => sessionId),
      spent.map(({ nonce }) => nonce.text),
    ],
  )
  const taken = new Set(rows.map(({ name }) => name))
  // Of two equal nonces in a batch, only the first succeeds.
  return spent.map(({ sessionId, nonce }) => taken.delete(`${sessionId} ${nonce.text}`))
}

export type SessionRow = {
  readonly id: SessionId
  readonly userAgent: string
  readonly ip: string
  readonly createdAt: Date
  readonly seenAt: Date
  readonly endedAt: Date | null
  readonly endReason: EndReason | null
}

export const recentSessions = (sql: Sql, walletId: WalletId, limit: number): Promise<SessionRow[]> =>
  sql.query<SessionRow>(
    `SELECT id, user_agent AS "userAgent", ip, created_at AS "createdAt", seen_at AS "seenAt", ended_at AS "endedAt", end_reason AS "endReason"
     FROM session WHERE wallet_id = $1 ORDER BY created_at DESC, id LIMIT $2`,
    [walletId, limit],
  )
