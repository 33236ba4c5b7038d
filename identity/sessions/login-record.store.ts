import { type AskedSince, askedParams, askedRows } from '#kit/asked-since.ts'
import type { Sql } from '#kit/store/db.ts'
import { partitionAt, type RotatingPartitions } from '#kit/store/partitions.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import type { Caller } from './session.store.ts'

export type LoginKind = 'create' | 'phrase' | 'restore' | 'password'
export type LoginRow = {
  readonly at: Date
  readonly kind: LoginKind
  readonly ok: boolean
  readonly userAgent: string
  readonly ip: string
  readonly knownDevice: boolean
  readonly times: number
}

export const failureRing: RotatingPartitions = { table: 'login_failure', widthMs: 7 * dayMs, partitions: 8 }
const devicesMax = 8
const failureKeptMs = 35 * dayMs

export async function isDeviceKnown(sql: Sql, walletId: WalletId, deviceId: string): Promise<boolean> {
  const [row] = await sql.query('SELECT 1 FROM login_record WHERE wallet_id = $1 AND device_id = $2 LIMIT 1', [
    walletId,
    deviceId,
  ])
  return row !== undefined
}

export async function lastLogin(sql: Sql, walletId: WalletId): Promise<LoginKind | undefined> {
  const [row] = await sql.query<{ kind: LoginKind }>(
    'SELECT kind FROM login_record WHERE wallet_id = $1 ORDER BY id DESC LIMIT 1',
    [walletId],
  )
  return row?.kind
}

export async function noteLogin(
  sql: Sql,
  walletId: WalletId,
  login: Caller & { kind: LoginKind; wall: Date },
): Promise<void> {
  const known = await isDeviceKnown(sql, walletId, login.deviceId)
  await sql.query(
    `INSERT INTO login_record (wallet_id, at, kind, device_id, user_agent, ip, known_device)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [walletId, login.wall, login.kind, login.deviceId, login.userAgent, login.ip, known],
  )
}

/** The first eight devices per wallet and hour get a row each. A ninth row counts all others. */
export async function countFailedLogin(sql: Sql, walletId: WalletId, login: Caller & { wall: Date }): Promise<void> {
  const hour = new Date(Math.floor(login.wall.getTime() / hourMs) * hourMs)
  const row = [partitionAt(failureRing, hour), walletId, hour, login.deviceId, login.wall, login.userAgent, login.ip]
  const again = () =>
    sql.query(
      `UPDATE login_failure SET times = times + 1, at = $5, user_agent = $6, ip = $7
       WHERE part = $1 AND wallet_id = $2 AND hour = $3 AND device_id = $4 RETURNING 1`,
      row,
    )
  if ((await again()).length > 0) return
  const known = await isDeviceKnown(sql, walletId, login.deviceId)
  const first = await sql.query(
    `INSERT INTO login_failure (part, wallet_id, hour, place, device_id, times, at, user_agent, ip, known_device)
     SELECT $1, $2, $3, count(*), $4, 1, $5, $6, $7, $8 FROM login_failure
     WHERE part = $1 AND wallet_id = $2 AND hour = $3 AND place < ${devicesMax} HAVING count(*) < ${devicesMax}
     ON CONFLICT DO NOTHING RETURNING 1`,
    [...row, known],
  )
  // Either eight devices have rows already, or another process took this place.
  if (first.length > 0 || (await again()).length > 0) return
  const others = [...row.slice(0, 3), ...row.slice(4)]
  const more = () =>
    sql.query(
      `UPDATE login_failure SET times = times + 1, at = $4, user_agent = $5, ip = $6
       WHERE part = $1 AND wallet_id = $2 AND hour = $3 AND place = ${devicesMax} RETURNING 1`,
      others,
    )
  if ((await more()).length > 0) return
  // No conflict target, because the row may violate either of two unique constraints.
  const begun = await sql.query(
    `INSERT INTO login_failure (part, wallet_id, hour, place, device_id, times, at, user_agent, ip, known_device)
     VALUES ($1, $2, $3, ${devicesMax}, '', 1, $4, $5, $6, false) ON CONFLICT DO NOTHING RETURNING 1`,
    others,
  )
  if (begun.length === 0) await more()
}

/** Sign-ins and failures have separate limits, so guesses cannot push sign-ins off the list. Newest first. */
export async function recentLogins(sql: Sql, walletId: WalletId, limit: number, wall: Date): Promise<LoginRow[]> {
  const entered = await sql.query<LoginRow>(
    `SELECT at, kind, true AS ok, user_agent AS "userAgent", ip, known_device AS "knownDevice", 1 AS times
     FROM login_record WHERE wallet_id = $1 ORDER BY id DESC LIMIT $2`,
    [walletId, limit],
  )
  const failed = await sql.query<Omit<LoginRow, 'times'> & { times: bigint }>(
    `SELECT at, 'password' AS kind, false AS ok, user_agent AS "userAgent", ip, known_device AS "knownDevice", times
     FROM login_failure WHERE wallet_id = $1 AND at > $3 ORDER BY at DESC LIMIT $2`,
    [walletId, limit, addMs(wall, -failureKeptMs)],
  )
  const all = [...entered, ...failed.map((row) => ({ ...row, times: Number(row.times) }))]
  return all.sort((a, b) => b.at.getTime() - a.at.getTime())
}

export const newDeviceLogins = (
  sql: Sql,
  asked: readonly AskedSince[],
  limit: number,
): Promise<{ readonly walletId: WalletId; readonly id: bigint; readonly at: Date }[]> =>
  sql.query(
    `SELECT w.id AS "walletId", l.id, l.at FROM ${askedRows}, LATERAL (
       SELECT id, at FROM login_record WHERE wallet_id = w.id AND at >= w.since AND NOT known_device AND kind <> 'create'
       ORDER BY at DESC, id DESC LIMIT $3) l
     ORDER BY l.at DESC, l.id DESC`,
    [...askedParams(asked), limit],
  )
