import type { Db, Sql, Tx } from '#kit/store/db.ts'
import { openSealed, type Secrets, seal } from '#kit/store/secrets.store.ts'
import type { SessionId, WalletId } from '#kit/text/ids.ts'
import { addMs, minuteMs } from '#kit/time/clock.ts'
import type { PushDevice } from '#outside/push/pusher.server.ts'
import type { OwnTopic } from '../personal/own-notices.ts'

export type PushChoice = {
  readonly topics: readonly OwnTopic[]
  readonly quiet: string
  readonly zone: string
  readonly language: string
}
export type KeptChoice = PushChoice & {
  readonly sessionId: SessionId | null
}
export type DuePush = PushChoice & {
  readonly walletId: WalletId
  readonly sessionId: SessionId
  readonly device: PushDevice
  readonly since: { readonly business: Date; readonly real: Date }
  readonly attempts: number
}

/** After this lease another process may take the device. */
const leaseMs = minuteMs

const belongsTo = (walletId: WalletId): string => `push:${walletId}`

export async function loadChoice(sql: Sql, walletId: WalletId): Promise<KeptChoice | undefined> {
  const [row] = await sql.query<KeptChoice>(
    'SELECT topics, quiet, zone, language, session_id AS "sessionId" FROM push_choice WHERE wallet_id = $1',
    [walletId],
  )
  return row
}

type Chosen = PushChoice & {
  readonly walletId: WalletId
  readonly sessionId: SessionId
  readonly device: PushDevice
  readonly now: Date
  readonly wall: Date
}

/** Saving again in the same session does not change the times from which events are sent. */
export async function keepChoice(tx: Tx, secrets: Secrets, chosen: Chosen): Promise<void> {
  const { walletId, sessionId, device, topics, quiet, zone, language, now, wall } = chosen
  await tx.query(
    `INSERT INTO push_choice AS kept (wallet_id, topics, quiet, zone, language, session_id, sealed, since_business, since_real, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
     ON CONFLICT (wallet_id) DO UPDATE SET topics = excluded.topics, quiet = excluded.quiet, zone = excluded.zone,
       language = excluded.language, session_id = excluded.session_id, sealed = excluded.sealed, attempts = 0, due_at = excluded.due_at,
       since_business = CASE WHEN kept.session_id = excluded.session_id THEN kept.since_business ELSE excluded.since_business END,
       since_real = CASE WHEN kept.session_id = excluded.session_id THEN kept.since_real ELSE excluded.since_real END`,
    [
      ...[walletId, topics, quiet, zone, language, sessionId],
      seal(secrets.sealKey, Buffer.from(JSON.stringify(device)), belongsTo(walletId)),
      ...[now, wall],
    ],
  )
}

/** Forgets the device but keeps the preferences. @param sessionId if given, only this session's device */
export async function forgetDevice(sql: Sql, walletId: WalletId, sessionId?: SessionId): Promise<void> {
  await sql.query(
    `UPDATE push_choice SET session_id = NULL, sealed = NULL, attempts = 0
     WHERE wallet_id = $1 AND ($2::text IS NULL OR session_id = $2)`,
    [walletId, sessionId ?? null],
  )
}

type DueRow = PushChoice & {
  readonly walletId: WalletId
  readonly sessionId: SessionId
  readonly sealed: Uint8Array
  readonly business: Date
  readonly real: Date
  readonly attempts: number
}

/** Leases due devices to this process; after a crash they are due again. */
export async function takeDuePushes(db: Db, secrets: Secrets, wall: Date, most: number): Promise<DuePush[]> {
  const rows = await db.query<DueRow>(
    `UPDATE push_choice SET due_at = $2 WHERE wallet_id IN (
       SELECT wallet_id FROM push_choice WHERE sealed IS NOT NULL AND due_at <= $1 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING wallet_id AS "walletId", session_id AS "sessionId", sealed, topics, quiet, zone, language,
       since_business AS business, since_real AS real, attempts`,
    [wall, addMs(wall, leaseMs), most],
  )
  return rows.map(({ sealed, business, real, ...row }) => ({
    ...row,
    since: { business, real },
    device: JSON.parse(
      Buffer.from(openSealed(secrets.sealKey, sealed, belongsTo(row.walletId))).toString(),
    ) as PushDevice,
  }))
}

export async function restUntil(
  sql: Sql,
  walletIds: readonly WalletId[],
  dueAt: Date,
  attempts: number,
): Promise<void> {
  await sql.query(
    'UPDATE push_choice SET due_at = $2, attempts = $3 WHERE wallet_id = ANY ($1) AND sealed IS NOT NULL',
    [walletIds, dueAt, attempts],
  )
}

export const toldKey = (walletId: WalletId, key: string): string => `${walletId} ${key}`

export async function wereTold(
  sql: Sql,
  events: readonly { readonly walletId: WalletId; readonly key: string }[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ walletId: WalletId; key: string }>(
    `SELECT s.wallet_id AS "walletId", s.key FROM unnest($1::text[], $2::text[]) AS e (wallet_id, key)
     JOIN push_sent s ON s.wallet_id = e.wallet_id AND s.key = e.key`,
    [events.map(({ walletId }) => walletId), events.map(({ key }) => key)],
  )
  return new Set(rows.map(({ walletId, key }) => toldKey(walletId, key)))
}

export async function noteTold(sql: Sql, walletId: WalletId, keys: readonly string[], wall: Date): Promise<void> {
  await sql.query(
    'INSERT INTO push_sent (wallet_id, key, at) SELECT $1, unnest($2::text[]), $3 ON CONFLICT DO NOTHING',
    [walletId, keys, wall],
  )
}

export async function forgetTold(sql: Sql, before: Date): Promise<void> {
  await sql.query('DELETE FROM push_sent WHERE at < $1', [before])
}
