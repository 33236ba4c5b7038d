import type { Sql, Tx } from '#kit/store/db.ts'
import { partitionAt, type RotatingPartitions } from '#kit/store/partitions.ts'
import type { SessionId, WalletId } from '#kit/text/ids.ts'
import { randomText } from '#kit/text/random.ts'
import { minuteMs } from '#kit/time/clock.ts'
import type { PasskeyChallenge } from './challenge.server.ts'
import type { PasskeyEnd } from './passkey.ts'

export const passkeyRing: RotatingPartitions = { table: 'passkey_challenge', widthMs: 10 * minuteMs, partitions: 4 }

export type Passkey = {
  readonly id: string
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: bigint
  readonly transports: string
}
/** A passkey works only on its own device and host. */
export type PasskeyPlace = { readonly walletId: WalletId; readonly sessionId: SessionId; readonly rpId: string }

const columns = 'p.id, p.credential_id AS "credentialId", p.public_key AS "publicKey", p.counter, p.transports' as const

export const passkeysHere = (sql: Sql, { walletId, sessionId, rpId }: PasskeyPlace): Promise<Passkey[]> =>
  sql.query<Passkey>(
    `SELECT ${columns} FROM passkey p JOIN session s ON s.id = $2 AND s.wallet_id = p.wallet_id AND s.device_id = p.device_id
     WHERE p.wallet_id = $1 AND p.rp_id = $3 AND p.ended_at IS NULL ORDER BY p.created_at`,
    [walletId, sessionId, rpId],
  )

/** @returns undefined if the passkey was removed */
export async function lockPasskey(tx: Tx, id: string): Promise<Passkey | undefined> {
  const [row] = await tx.query<Passkey>(
    `SELECT ${columns} FROM passkey p WHERE p.id = $1 AND p.ended_at IS NULL FOR UPDATE`,
    [id],
  )
  return row
}

/** The caller holds the wallet lock, so the limit cannot be exceeded concurrently. */
export async function countPasskeys(tx: Tx, walletId: WalletId): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int4 AS count FROM passkey WHERE wallet_id = $1 AND ended_at IS NULL',
    [walletId],
  )
  return row?.count ?? 0
}

export type NewPasskey = PasskeyPlace &
  Omit<Passkey, 'id' | 'counter'> & { readonly counter: number; readonly userAgent: string; readonly wall: Date }

/** @returns undefined if the credential already exists */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<string | undefined> {
  const id = randomText(12)
  const rows = await tx.query(
    `INSERT INTO passkey (id, wallet_id, device_id, rp_id, user_agent, credential_id, public_key, counter, transports, created_at)
     SELECT $1, s.wallet_id, s.device_id, $4, $5, $6, $7, $8, $9, $10 FROM session s WHERE s.id = $3 AND s.wallet_id = $2
     ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
    [
      id,
      passkey.walletId,
      passkey.sessionId,
      passkey.rpId,
      passkey.userAgent,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.wall,
    ],
  )
  return rows.length > 0 ? id : undefined
}

/** @returns whether it was unused */
export async function claimChallenge(tx: Tx, { name, madeAt }: PasskeyChallenge): Promise<boolean> {
  const rows = await tx.query(
    'INSERT INTO passkey_challenge (part, name) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING name',
    [partitionAt(passkeyRing, madeAt), name],
  )
  return rows.length > 0
}

export const noteUsed = async (tx: Tx, id: string, counter: number, wall: Date): Promise<void> => {
  await tx.query('UPDATE passkey SET counter = $2, used_at = $3 WHERE id = $1', [id, counter, wall])
}

/** Also cancels unused confirmations. */
export async function endPasskeys(
  tx: Tx,
  walletId: WalletId,
  reason: PasskeyEnd,
  { wall, id }: { readonly wall: Date; readonly id?: string },
): Promise<number> {
  const ended = await tx.query<{ id: string }>(
    `UPDATE passkey SET ended_at = $3, end_reason = $2 WHERE wallet_id = $1 AND ended_at IS NULL AND ($4::text IS NULL OR id = $4)
     RETURNING id`,
    [walletId, reason, wall, id ?? null],
  )
  if (ended.length > 0)
    await tx.query('DELETE FROM wallet_token WHERE passkey_id = ANY ($1)', [ended.map((passkey) => passkey.id)])
  return ended.length
}

export type PasskeyRow = {
  readonly id: string
  readonly userAgent: string
  readonly createdAt: Date
  readonly usedAt: Date | null
  /** True if revoked because two devices used its key. */
  readonly copied: boolean
  readonly here: boolean
}

/** Newest first. Includes cloned passkeys, because the holder must see them. */
export const listPasskeys = (sql: Sql, { walletId, sessionId, rpId }: PasskeyPlace): Promise<PasskeyRow[]> =>
  sql.query<PasskeyRow>(
    `SELECT p.id, p.user_agent AS "userAgent", p.created_at AS "createdAt", p.used_at AS "usedAt", p.ended_at IS NOT NULL AS copied,
       p.ended_at IS NULL AND p.rp_id = $3 AND EXISTS (SELECT FROM session s WHERE s.id = $2 AND s.device_id = p.device_id) AS here
     FROM passkey p WHERE p.wallet_id = $1 AND (p.ended_at IS NULL OR p.end_reason = 'copied') ORDER BY p.created_at DESC, p.id`,
    [walletId, sessionId, rpId],
  )
