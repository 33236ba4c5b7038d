import { minuteMs } from '#kit/clock.ts'
import type { Sql, Tx } from '#kit/db.ts'
import type { SessionId, WalletId } from '#kit/ids.ts'
import { randomText } from '#kit/random.ts'
import { partitionAt, type Ring } from '#kit/ring.ts'
import type { PasskeyChallenge } from './challenge.server.ts'
import type { PasskeyEnd } from './passkey.ts'

/** Challenges that served, a partition for ten minutes. */
export const passkeyRing: Ring = { table: 'passkey_challenge', widthMs: 10 * minuteMs, partitions: 4 }

/** A passkey that may confirm. */
export type Passkey = {
  readonly id: string
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: bigint
  readonly transports: string
}
/** Where somebody is who uses one: it serves on the device and the page it was made on. */
export type PasskeyPlace = { readonly walletId: WalletId; readonly sessionId: SessionId; readonly rpId: string }

const columns = 'p.id, p.credential_id AS "credentialId", p.public_key AS "publicKey", p.counter, p.transports' as const

/** The passkeys that may confirm in this session. */
export const passkeysHere = (sql: Sql, { walletId, sessionId, rpId }: PasskeyPlace): Promise<Passkey[]> =>
  sql.query<Passkey>(
    `SELECT ${columns} FROM passkey p JOIN session s ON s.id = $2 AND s.wallet_id = p.wallet_id AND s.device_id = p.device_id
     WHERE p.wallet_id = $1 AND p.rp_id = $3 AND p.ended_at IS NULL ORDER BY p.created_at`,
    [walletId, sessionId, rpId],
  )

/** Locks one passkey until the transaction ends. @returns undefined when it has ended meanwhile */
export async function lockPasskey(tx: Tx, id: string): Promise<Passkey | undefined> {
  const [row] = await tx.query<Passkey>(
    `SELECT ${columns} FROM passkey p WHERE p.id = $1 AND p.ended_at IS NULL FOR UPDATE`,
    [id],
  )
  return row
}

/** How many a wallet has. The wallet's lock is held, so that two at once are not one too many. */
export async function countPasskeys(tx: Tx, walletId: WalletId): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int4 AS count FROM passkey WHERE wallet_id = $1 AND ended_at IS NULL',
    [walletId],
  )
  return row?.count ?? 0
}

export type NewPasskey = PasskeyPlace &
  Omit<Passkey, 'id' | 'counter'> & { readonly counter: number; readonly userAgent: string; readonly wall: Date }

/** Keeps a new passkey. @returns its id, or undefined when somebody's key has this name already */
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

/** Uses a challenge up. @returns whether it was new */
export async function claimChallenge(tx: Tx, { name, madeAt }: PasskeyChallenge): Promise<boolean> {
  const rows = await tx.query(
    'INSERT INTO passkey_challenge (part, name) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING name',
    [partitionAt(passkeyRing, madeAt), name],
  )
  return rows.length > 0
}

/** It signed, and its device counts so many. */
export const noteUsed = async (tx: Tx, id: string, counter: number, wall: Date): Promise<void> => {
  await tx.query('UPDATE passkey SET counter = $2, used_at = $3 WHERE id = $1', [id, counter, wall])
}

/** Ends one passkey of a wallet, or all of them, and what they confirmed and was not carried out yet. @returns how many */
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
  /** Whether it was ended because two devices sign with its key. */
  readonly copied: boolean
  /** Whether it serves in this session. */
  readonly here: boolean
}

/** The passkeys of a wallet, the newest first. A passkey that ended because somebody copied it stays in the list: its holder must hear of it. */
export const listPasskeys = (sql: Sql, { walletId, sessionId, rpId }: PasskeyPlace): Promise<PasskeyRow[]> =>
  sql.query<PasskeyRow>(
    `SELECT p.id, p.user_agent AS "userAgent", p.created_at AS "createdAt", p.used_at AS "usedAt", p.ended_at IS NOT NULL AS copied,
       p.ended_at IS NULL AND p.rp_id = $3 AND EXISTS (SELECT FROM session s WHERE s.id = $2 AND s.device_id = p.device_id) AS here
     FROM passkey p WHERE p.wallet_id = $1 AND (p.ended_at IS NULL OR p.end_reason = 'copied') ORDER BY p.created_at DESC, p.id`,
    [walletId, sessionId, rpId],
  )
