import { createHmac } from 'node:crypto'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { openSealed, type Secrets, seal } from '#kit/store/secrets.store.ts'
import type { WalletId } from '#kit/text/ids.ts'

export type Mailbox = {
  readonly address: string
  readonly digest: string
  readonly language: string
  readonly boundAt: Date
  readonly heardAt: Date
  /** When the mailbox becomes replaceable without its code; null unless operators released it. */
  readonly releasedFrom: Date | null
}

/** Keyed hash to compare mailboxes without storing the address. */
export const digestOf = ({ mailKey }: Secrets, address: string): string =>
  createHmac('sha256', mailKey).update(`address\n${address}`).digest('base64url')

const belongsTo = (walletId: WalletId) => `mailbox:${walletId}`

export async function findMailbox(sql: Sql, walletId: WalletId, secrets: Secrets): Promise<Mailbox | undefined> {
  const [row] = await sql.query<Omit<Mailbox, 'address'> & { sealed: Uint8Array }>(
    `SELECT sealed_address AS sealed, digest, language, bound_at AS "boundAt", heard_at AS "heardAt",
       released_from AS "releasedFrom" FROM mailbox
     WHERE wallet_id = $1`,
    [walletId],
  )
  if (!row) return undefined
  const { sealed, ...rest } = row
  return { ...rest, address: Buffer.from(openSealed(secrets.sealKey, sealed, belongsTo(walletId))).toString() }
}

/** @throws identity.mail_not_bound */
export const loadMailbox = async (sql: Sql, walletId: WalletId, secrets: Secrets): Promise<Mailbox> =>
  (await findMailbox(sql, walletId, secrets)) ?? fail('identity.mail_not_bound')

/** @throws identity.mail_taken if another wallet has it */
export async function bindMailbox(
  tx: Tx,
  walletId: WalletId,
  given: { readonly address: string; readonly language: string; readonly wall: Date; readonly secrets: Secrets },
): Promise<void> {
  const { address, language, wall, secrets } = given
  const digest = digestOf(secrets, address)
  // Serializes concurrent bindings of the same mailbox.
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`mailbox:${digest}`])
  const [other] = await tx.query('SELECT 1 FROM mailbox WHERE digest = $1 AND wallet_id <> $2', [digest, walletId])
  if (other) fail('identity.mail_taken')
  await tx.query(
    `INSERT INTO mailbox (wallet_id, sealed_address, digest, language, bound_at, heard_at) VALUES ($1, $2, $3, $4, $5, $5)
     ON CONFLICT (wallet_id) DO UPDATE SET sealed_address = excluded.sealed_address, digest = excluded.digest,
       language = excluded.language, bound_at = excluded.bound_at, heard_at = excluded.heard_at, released_from = NULL, told_at = NULL`,
    [walletId, seal(secrets.sealKey, Buffer.from(address), belongsTo(walletId)), digest, language, wall],
  )
}

/** Records that someone reads the mailbox, as an entered code proves. This cancels a pending release. */
export async function noteHeard(tx: Tx, walletId: WalletId, wall: Date): Promise<void> {
  await tx.query('UPDATE mailbox SET heard_at = $2, released_from = NULL, told_at = NULL WHERE wallet_id = $1', [
    walletId,
    wall,
  ])
}

/** Undefined without a mailbox, null without a release. */
export async function releaseOf(sql: Sql, walletId: WalletId): Promise<Date | null | undefined> {
  const [row] = await sql.query<{ from: Date | null }>(
    'SELECT released_from AS "from" FROM mailbox WHERE wallet_id = $1',
    [walletId],
  )
  return row?.from
}

export async function setRelease(tx: Tx, walletId: WalletId, from: Date | null): Promise<void> {
  await tx.query('UPDATE mailbox SET released_from = $2, told_at = NULL WHERE wallet_id = $1', [walletId, from])
}

export const releases = (sql: Sql, limit: number): Promise<{ walletId: WalletId; from: Date }[]> =>
  sql.query(
    `SELECT wallet_id AS "walletId", released_from AS "from" FROM mailbox
     WHERE released_from IS NOT NULL ORDER BY released_from, wallet_id LIMIT $1`,
    [limit],
  )

/** Takes an unannounced mailbox release. The caller must notify the wallet in the same transaction. */
export async function takeUntold(tx: Tx, wall: Date): Promise<WalletId | undefined> {
  const [row] = await tx.query<{ id: WalletId }>(
    `UPDATE mailbox SET told_at = $1 WHERE wallet_id = (
       SELECT wallet_id FROM mailbox WHERE released_from IS NOT NULL AND told_at IS NULL LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING wallet_id AS id`,
    [wall],
  )
  return row?.id
}
