import { createHash } from 'node:crypto'
import type { Sql, Tx } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import { lockWallet } from '../wallet.store.ts'
import { albumMax, type PictureCategory } from './picture-terms.ts'

export type AlbumPicture = { readonly id: string; readonly at: Date; readonly chosen: boolean }
type Whose = { readonly walletId: WalletId; readonly category: PictureCategory }

const idOf = ({ walletId, category }: Whose, bytes: Uint8Array): string =>
  createHash('sha256').update(`${walletId}\n${category}\n`).update(bytes).digest('hex')

/** Keeps a picture in its wallet's album. The oldest that is not in use makes room; pictures that were sent take none. @returns its ID */
export async function keepPicture(tx: Tx, whose: Whose, bytes: Uint8Array, at: Date): Promise<string> {
  const { walletId, category } = whose
  await lockWallet(tx, walletId)
  const id = idOf(whose, bytes)
  await tx.query(
    `INSERT INTO picture (id, wallet_id, category, bytes, at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE SET at = excluded.at`,
    [id, walletId, category, bytes, at],
  )
  await tx.query(
    `DELETE FROM picture WHERE wallet_id = $1 AND category = $2 AND NOT chosen AND id NOT IN (
       SELECT id FROM picture WHERE wallet_id = $1 AND category = $2 AND (category = 'avatar' OR NOT chosen) ORDER BY chosen DESC, at DESC, id = $3 DESC, id LIMIT $4)`,
    [walletId, category, id, albumMax],
  )
  return id
}

/** A wallet's album, the newest first. */
export const listPictures = (sql: Sql, { walletId, category }: Whose): Promise<AlbumPicture[]> =>
  sql.query<AlbumPicture>(
    'SELECT id, at, chosen FROM picture WHERE wallet_id = $1 AND category = $2 ORDER BY at DESC, id',
    [walletId, category],
  )

/** Shows one picture of an album. @throws request.data_missing where the album has it not */
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

/** Forgets one picture of an album. @throws request.data_missing where the album has it not */
export async function forgetPicture(tx: Tx, { walletId, category }: Whose, id: string): Promise<void> {
  const gone = await tx.query('DELETE FROM picture WHERE wallet_id = $1 AND category = $2 AND id = $3 RETURNING id', [
    walletId,
    category,
    id,
  ])
  if (gone.length === 0) fail('request.data_missing')
}

/** The picture a wallet shows; null where its seal stands. */
export async function chosenPicture(sql: Sql, { walletId, category }: Whose): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>(
    'SELECT id FROM picture WHERE wallet_id = $1 AND category = $2 AND chosen',
    [walletId, category],
  )
  return row?.id ?? null
}

/** Keeps a picture for good, because it is sent. @throws request.data_missing where the wallet has it not */
export async function usePicture(tx: Tx, { walletId, category }: Whose, id: string): Promise<void> {
  const found = await tx.query(
    'UPDATE picture SET chosen = true WHERE wallet_id = $1 AND category = $2 AND id = $3 RETURNING id',
    [walletId, category, id],
  )
  if (found.length === 0) fail('request.data_missing')
}

/** The bytes of a picture of this category. Who may see it is for the caller to know. */
export async function loadPicture(sql: Sql, category: PictureCategory, id: string): Promise<Uint8Array | undefined> {
  const [row] = await sql.query<{ bytes: Uint8Array }>('SELECT bytes FROM picture WHERE id = $1 AND category = $2', [
    id,
    category,
  ])
  return row?.bytes
}

/** The bytes of a picture of an album; undefined where the album has it not. */
export async function loadPictureOf(
  sql: Sql,
  { walletId, category }: Whose,
  id: string,
): Promise<Uint8Array | undefined> {
  const [row] = await sql.query<{ bytes: Uint8Array }>(
    'SELECT bytes FROM picture WHERE wallet_id = $1 AND category = $2 AND id = $3',
    [walletId, category, id],
  )
  return row?.bytes
}
