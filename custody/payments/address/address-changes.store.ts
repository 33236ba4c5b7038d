import { activeKeyOf } from '#identity/sessions/identity-key.store.ts'
import { lockWallet } from '#identity/wallet.store.ts'
import type { Address } from '#kit/chain/address.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Certificate } from '#outside/chains/signer/limits/certificate.ts'
import { newAddressHoldEnd } from '../withdrawals.ts'

export type AddressChange = {
  readonly id: bigint
  readonly walletId: WalletId
  readonly chain: ChainId
  /** Addresses in stored form. The signature covers the old address in this form and the new one as `signedAddress`. */
  readonly oldAddress: Address
  readonly newAddress: Address
  readonly remark: string
  readonly signedAddress: string
  /** Seconds since 1970. */
  readonly issuedAt: number
  readonly publicKey: string
  readonly signature: string
  readonly askedAt: Date
  readonly readyAt: Date
  readonly confirmedAt: Date | null
}

const columns = `id, wallet_id AS "walletId", chain, old_address AS "oldAddress", new_address AS "newAddress", remark,
  signed_address AS "signedAddress", issued_at::float8 AS "issuedAt", public_key AS "publicKey", signature, asked_at AS "askedAt",
  ready_at AS "readyAt", confirmed_at AS "confirmedAt"`

export type NewAddressChange = Omit<AddressChange, 'id' | 'confirmedAt'>

/**
 * The caller has locked the wallet and checked that no change is pending. @throws request.stale if a change signed at this moment exists
 */
export async function keepChange(tx: Tx, change: NewAddressChange): Promise<void> {
  const rows = await tx.query(
    `INSERT INTO address_change (wallet_id, chain, old_address, new_address, remark, signed_address, issued_at, public_key, signature,
       asked_at, ready_at, state) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'asked')
     ON CONFLICT (wallet_id, chain, issued_at) DO NOTHING RETURNING id`,
    [
      change.walletId,
      change.chain,
      change.oldAddress,
      change.newAddress,
      change.remark,
      change.signedAddress,
      change.issuedAt,
      change.publicKey,
      change.signature,
      change.askedAt,
      change.readyAt,
    ],
  )
  if (rows.length === 0) fail('request.stale')
}

/** At most one per chain. */
export const waitingChangesOf = (sql: Sql, walletId: WalletId): Promise<AddressChange[]> =>
  sql.query<AddressChange>(`SELECT ${columns} FROM address_change WHERE wallet_id = $1 AND state = 'asked'`, [walletId])

export const waitingChanges = (sql: Sql, limit: number): Promise<AddressChange[]> =>
  sql.query<AddressChange>(`SELECT ${columns} FROM address_change WHERE state = 'asked' ORDER BY id LIMIT $1`, [limit])

export const changesToMake = (sql: Sql, now: Date, limit: number): Promise<(AddressChange & { isTold: boolean })[]> =>
  sql.query(
    `SELECT ${columns}, told_at IS NOT NULL AS "isTold" FROM address_change
     WHERE state = 'asked' AND (told_at IS NULL OR (confirmed_at IS NOT NULL AND ready_at <= $1)) ORDER BY id LIMIT $2`,
    [now, limit],
  )

export const changesToDrop = (sql: Sql, limit: number): Promise<AddressChange[]> =>
  sql.query<AddressChange>(
    `SELECT ${columns} FROM address_change WHERE state IN ('cancelled', 'refused') AND dropped_at IS NULL ORDER BY id LIMIT $1`,
    [limit],
  )

export const markTold = async (sql: Sql, id: bigint, at: Date): Promise<void> => {
  await sql.query('UPDATE address_change SET told_at = $2 WHERE id = $1 AND told_at IS NULL', [id, at])
}
export const markDropped = async (sql: Sql, id: bigint, at: Date): Promise<void> => {
  await sql.query('UPDATE address_change SET dropped_at = $2 WHERE id = $1', [id, at])
}

/** @returns whether the change was pending. */
export async function endChange(
  tx: Tx,
  id: bigint,
  end: { readonly state: 'cancelled' | 'refused'; readonly note: string; readonly at: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE address_change SET state = $2, note = $3, ended_at = $4 WHERE id = $1 AND state = 'asked' RETURNING id`,
    [id, end.state, end.note, end.at],
  )
  return rows.length > 0
}

/** Support confirms that the holder requested the change. @throws ops.nothing_to_do unless it is pending and unconfirmed */
export async function confirmChange(tx: Tx, id: bigint, reason: string, at: Date): Promise<void> {
  const rows = await tx.query(
    `UPDATE address_change SET confirmed_at = $2, note = $3 WHERE id = $1 AND state = 'asked' AND confirmed_at IS NULL RETURNING id`,
    [id, at, reason],
  )
  if (rows.length === 0) fail('ops.nothing_to_do')
}

/**
 * Applies the change if it is confirmed and due, the holder's key is unchanged, the wallet is not frozen and no payment to the old address
 * is open. @returns whether it was applied.
 */
export async function makeChangeOf(tx: Tx, { id, walletId, chain }: AddressChange, now: Date): Promise<boolean> {
  const { frozenAt } = await lockWallet(tx, walletId)
  if (frozenAt) return false
  const [change] = await tx.query<AddressChange>(
    `SELECT ${columns} FROM address_change WHERE id = $1 AND state = 'asked' AND confirmed_at IS NOT NULL AND ready_at <= $2 FOR UPDATE`,
    [id, now],
  )
  if (!change) return false
  if ((await activeKeyOf(tx, walletId)) !== change.publicKey) {
    await endChange(tx, id, { state: 'refused', note: 'signed by a key that is the holder’s no more', at: now })
    return false
  }
  const [open] = await tx.query(
    'SELECT FROM withdrawal WHERE wallet_id = $1 AND chain = $2 AND ended_at IS NULL LIMIT 1',
    [walletId, chain],
  )
  if (open) return false
  await tx.query(
    `UPDATE address_change c SET state = 'done', ended_at = $2, old_remark = b.remark, old_certificate = to_jsonb(b)
     FROM bound_address b WHERE c.id = $1 AND b.wallet_id = c.wallet_id AND b.chain = c.chain`,
    [id, now],
  )
  await tx.query(
    `UPDATE bound_address b SET address = c.new_address, remark = c.remark, signed_address = c.signed_address, issued_at = c.issued_at,
       public_key = c.public_key, signature = c.signature, replaces = c.old_address, bound_at = $2, payable_from = $3
     FROM address_change c WHERE c.id = $1 AND b.wallet_id = c.wallet_id AND b.chain = c.chain`,
    [id, now, newAddressHoldEnd(now)],
  )
  return true
}

export const changeCertificateOf = (change: AddressChange): Certificate => ({
  walletId: change.walletId,
  chain: change.chain,
  address: change.signedAddress,
  replaces: change.oldAddress,
  issuedAt: change.issuedAt,
  publicKey: change.publicKey,
  signature: change.signature,
})
