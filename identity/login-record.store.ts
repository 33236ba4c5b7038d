import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import type { Caller } from './session.store.ts'

export type LoginKind = 'create' | 'restore' | 'password'
export type LoginRow = {
  readonly at: Date
  readonly kind: LoginKind
  readonly ok: boolean
  readonly userAgent: string
  readonly ip: string
  readonly knownDevice: boolean
}

/** Whether a wallet has signed in from this device before. */
export async function isDeviceKnown(sql: Sql, walletId: WalletId, deviceId: string): Promise<boolean> {
  const [row] = await sql.query('SELECT 1 FROM login_record WHERE wallet_id = $1 AND device_id = $2 AND ok LIMIT 1', [
    walletId,
    deviceId,
  ])
  return row !== undefined
}

/** Writes who signed in, or tried to. */
export async function noteLogin(
  sql: Sql,
  walletId: WalletId,
  login: Caller & { kind: LoginKind; ok: boolean; wall: Date },
): Promise<void> {
  const known = await isDeviceKnown(sql, walletId, login.deviceId)
  await sql.query(
    `INSERT INTO login_record (wallet_id, at, kind, ok, device_id, user_agent, ip, known_device)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [walletId, login.wall, login.kind, login.ok, login.deviceId, login.userAgent, login.ip, known],
  )
}

export const recentLogins = (sql: Sql, walletId: WalletId, limit: number): Promise<LoginRow[]> =>
  sql.query<LoginRow>(
    `SELECT at, kind, ok, user_agent AS "userAgent", ip, known_device AS "knownDevice"
     FROM login_record WHERE wallet_id = $1 ORDER BY id DESC LIMIT $2`,
    [walletId, limit],
  )
