import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'

export async function walletOfKey(sql: Sql, pub: string): Promise<WalletId | undefined> {
  const [row] = await sql.query<{ walletId: WalletId }>(
    'SELECT wallet_id AS "walletId" FROM identity_key WHERE pub = $1 AND revoked_at IS NULL',
    [pub],
  )
  return row?.walletId
}

/** Includes revoked keys. */
export async function isKeyKnown(sql: Sql, pub: string): Promise<boolean> {
  const [row] = await sql.query('SELECT 1 FROM identity_key WHERE pub = $1', [pub])
  return row !== undefined
}

export async function activeKeyOf(sql: Sql, walletId: WalletId): Promise<string | undefined> {
  const [row] = await sql.query<{ pub: string }>(
    'SELECT pub FROM identity_key WHERE wallet_id = $1 AND revoked_at IS NULL',
    [walletId],
  )
  return row?.pub
}

/** @returns false if the key is already registered, even concurrently */
export async function registerKey(tx: Tx, walletId: WalletId, pub: string, at: Date): Promise<boolean> {
  const rows = await tx.query(
    'INSERT INTO identity_key (pub, wallet_id, created_at) VALUES ($1, $2, $3) ON CONFLICT (pub) DO NOTHING RETURNING pub',
    [pub, walletId, at],
  )
  return rows.length > 0
}

export const unpinnedKeys = (sql: Sql, limit: number): Promise<{ walletId: WalletId; pub: string }[]> =>
  sql.query(
    `SELECT wallet_id AS "walletId", pub FROM identity_key WHERE pinned_at IS NULL ORDER BY created_at, old_pub IS NOT NULL LIMIT $1`,
    [limit],
  )

export const markPinned = async (sql: Sql, pubs: readonly string[], at: Date): Promise<void> => {
  await sql.query('UPDATE identity_key SET pinned_at = $2 WHERE pub = ANY ($1::text[])', [pubs, at])
}

export type Handover = {
  readonly walletId: WalletId
  readonly oldPub: string
  readonly newPub: string
  readonly message: string
  readonly oldSignature: string
  readonly newSignature: string
  readonly at: Date
}

/** @returns false if the old key is no longer active, or the new one is already registered */
export async function handOverKey(tx: Tx, handover: Handover): Promise<boolean> {
  const ended = await tx.query(
    'UPDATE identity_key SET revoked_at = $3 WHERE pub = $1 AND wallet_id = $2 AND revoked_at IS NULL RETURNING pub',
    [handover.oldPub, handover.walletId, handover.at],
  )
  if (!ended.length) return false
  const registered = await tx.query(
    `INSERT INTO identity_key (pub, wallet_id, created_at, old_pub, handover_message, handover_old_signature, handover_new_signature)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (pub) DO NOTHING RETURNING pub`,
    [
      handover.newPub,
      handover.walletId,
      handover.at,
      handover.oldPub,
      handover.message,
      handover.oldSignature,
      handover.newSignature,
    ],
  )
  return registered.length > 0
}

export type Certificate = {
  readonly chain: string
  readonly address: string
  readonly iat: number
  readonly oldSignature: string
  readonly newSignature: string
}

export async function keepCertificates(tx: Tx, pub: string, certificates: readonly Certificate[]): Promise<void> {
  for (const { chain, address, iat, oldSignature, newSignature } of certificates)
    await tx.query(
      `INSERT INTO identity_certificate (pub, chain, address, iat, old_signature, new_signature) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT DO NOTHING`,
      [pub, chain, address, iat, oldSignature, newSignature],
    )
}

export const certificatesOf = (sql: Sql, walletId: WalletId): Promise<(Certificate & { pub: string })[]> =>
  sql.query(
    `SELECT c.pub, c.chain, c.address, c.iat::float8 AS iat, c.old_signature AS "oldSignature", c.new_signature AS "newSignature"
     FROM identity_certificate c JOIN identity_key k ON k.pub = c.pub WHERE k.wallet_id = $1 AND k.revoked_at IS NULL ORDER BY c.chain`,
    [walletId],
  )

export type KeyChange = { readonly message: string; readonly signature: string }

/** Oldest first. */
export const keyChangesOf = (sql: Sql, walletId: WalletId): Promise<KeyChange[]> =>
  sql.query<KeyChange>(
    `SELECT handover_message AS message, handover_old_signature AS signature FROM identity_key
     WHERE wallet_id = $1 AND old_pub IS NOT NULL ORDER BY created_at`,
    [walletId],
  )
