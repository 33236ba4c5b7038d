import { createHash } from 'node:crypto'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { refuseFull } from '#kit/store/quotas.store.ts'
import { sentPictureDays, unsentPictureDays } from '#kit/store/quotas.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { isYoung, lockWallet } from '../wallet.store.ts'
import { albumMax, type PictureCategory } from './picture-terms.ts'

export type AlbumPicture = { readonly id: string; readonly at: Date; readonly chosen: boolean }
type Whose = { readonly walletId: WalletId; readonly category: PictureCategory }

const idOf = ({ walletId, category }: Whose, bytes: Uint8Array): string =>
  createHash('sha256').update(`${walletId}\n${category}\n`).update(bytes).digest('hex')

/** `at`: real clock. `quota`: monthly quota, `evidence` for wallets with an open dispute. */
export type PictureKeeping = { readonly at: Date; readonly quota: 'picture' | 'evidence' }

/** If the album is full, evicts its oldest unused picture; sent pictures do not count. @throws upload.full, request.full */
export async function keepPicture(
  tx: Tx,
  whose: Whose,
  bytes: Uint8Array,
  { at, quota }: PictureKeeping,
): Promise<string> {
  const { walletId, category } = whose
  await lockWallet(tx, walletId)
  const id = idOf(whose, bytes)
  const again = await tx.query("UPDATE picture SET at = $2 WHERE id = $1 AND bytes <> '' RETURNING id", [id, at])
  if (again.length === 0) {
    const young = await isYoung(tx, walletId)
    await refuseFull(tx, { kind: quota, wallet: { id: walletId, isYoung: young }, bytes: bytes.length, at })
    await tx.query(
      `INSERT INTO picture (id, wallet_id, category, bytes, at, quota) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (id) DO UPDATE SET at = excluded.at, bytes = excluded.bytes`,
      [id, walletId, category, bytes, at, quota],
    )
  }
  await tx.query(
    `DELETE FROM picture WHERE wallet_id = $1 AND category = $2 AND NOT chosen AND id NOT IN (
       SELECT id FROM picture WHERE wallet_id = $1 AND category = $2 AND (category = 'avatar' OR NOT chosen) ORDER BY chosen DESC, at DESC, id = $3 DESC, id LIMIT $4)`,
    [walletId, category, id, albumMax],
  )
  return id
}

export const listPictures = (sql: Sql, { walletId, category }: Whose): Promise<AlbumPicture[]> =>
  sql.query<AlbumPicture>(
    'SELECT id, at, chosen FROM picture WHERE wallet_id = $1 AND category = $2 ORDER BY at DESC, id',
    [walletId, category],
  )

/** @throws request.data_missing if not in the album */
export async function choosePicture(tx: Tx, { walletId, category }: Whose, id: string): Promise<void> {
  await lockWallet(tx, walletId)
  await tx.query('UPDATE picture SET chosen = false WHERE wallet_id = $1 AND category = $2 AND chosen AND id <> $3', [
    walletId,
    category,
    id,
  ])
  const found = await tx.query(
    'UPDATE picture SET chosen = true WHERE wallet_id = $1 AND category = $2 AND id = $3 RETURNING id',
    [walletId, category, id],
  )
  if (found.length === 0) fail('request.data_missing')
}

/** @throws request.data_missing if not in the album */
export async function forgetPicture(tx: Tx, { walletId, category }: Whose, id: string): Promise<void> {
  const gone = await tx.query('DELETE FROM picture WHERE wallet_id = $1 AND category = $2 AND id = $3 RETURNING id', [
    walletId,
    category,
    id,
  ])
  if (gone.length === 0) fail('request.data_missing')
}

export async function chosenPicture(sql: Sql, { walletId, category }: Whose): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>(
    'SELECT id FROM picture WHERE wallet_id = $1 AND category = $2 AND chosen',
    [walletId, category],
  )
  return row?.id ?? null
}

/** Marks a sent picture as permanent. @throws request.data_missing if the wallet does not have it */
export async function usePicture(tx: Tx, { walletId, category }: Whose, id: string): Promise<void> {
  const found = await tx.query(
    'UPDATE picture SET chosen = true WHERE wallet_id = $1 AND category = $2 AND id = $3 RETURNING id',
    [walletId, category, id],
  )
  if (found.length === 0) fail('request.data_missing')
}

/** The caller must check access. */
export async function loadPicture(sql: Sql, category: PictureCategory, id: string): Promise<Uint8Array | undefined> {
  const [row] = await sql.query<{ bytes: Uint8Array }>(
    "SELECT bytes FROM picture WHERE id = $1 AND category = $2 AND bytes <> ''",
    [id, category],
  )
  return row?.bytes
}

export async function loadPictureOf(
  sql: Sql,
  { walletId, category }: Whose,
  id: string,
): Promise<Uint8Array | undefined> {
  const [row] = await sql.query<{ bytes: Uint8Array }>(
    "SELECT bytes FROM picture WHERE wallet_id = $1 AND category = $2 AND id = $3 AND bytes <> ''",
    [walletId, category, id],
  )
  return row?.bytes
}

const forgottenAtOnce = 500

export async function forgetUnsent(sql: Sql, wall: Date): Promise<void> {
  await sql.query(
    `DELETE FROM picture WHERE id IN (SELECT id FROM picture
       WHERE category <> 'avatar' AND NOT chosen AND bytes <> '' AND at < $1::timestamptz - interval '${unsentPictureDays} days' LIMIT ${forgottenAtOnce})`,
    [wall],
  )
}

/** Keeps the rows, because messages refer to them. */
export async function emptyPictures(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query("UPDATE picture SET bytes = '' WHERE id = ANY ($1)", [ids])
}

export type OldPicture = { readonly id: string; readonly at: Date }

/** Chat pictures past their retention, oldest first, after a given one. */
export const oldPictures = (sql: Sql, wall: Date, after: OldPicture | undefined): Promise<OldPicture[]> =>
  sql.query<OldPicture>(
    `SELECT id, at FROM picture WHERE category = 'chat' AND bytes <> '' AND at < $1::timestamptz - interval '${sentPictureDays} days'
       AND ($2::timestamptz IS NULL OR (at, id) > ($2, $3))
     ORDER BY at, id LIMIT ${forgottenAtOnce}`,
    [wall, after?.at ?? null, after?.id ?? null],
  )

export async function pictureBytes(sql: Sql, id: string): Promise<number> {
  const [row] = await sql.query<{ bytes: bigint }>('SELECT picture_bytes($1) AS bytes', [id])
  return Number(row?.bytes ?? 0n)
}
