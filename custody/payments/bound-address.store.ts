import type { Address } from '#kit/address.ts'
import type { ChainId } from '#kit/chains.ts'
import type { Sql, Tx } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import type { Certificate } from '#outside/chains/certificate.ts'

/** The one address of a wallet on a chain, with the holder's signature that names it. */
export type BoundAddress = {
  readonly walletId: WalletId
  readonly chain: ChainId
  /** In the form in which it is kept. */
  readonly address: Address
  readonly remark: string
  /** The address exactly as it was signed. */
  readonly signedAddress: string
  /** The one before it, exactly as it was signed with it; null for the first one. */
  readonly replaces: string | null
  /** Seconds since 1970. */
  readonly issuedAt: number
  readonly publicKey: string
  readonly signature: string
  readonly boundAt: Date
  readonly payableFrom: Date
}

const columns = `wallet_id AS "walletId", chain, address, remark, signed_address AS "signedAddress", replaces, issued_at::float8 AS "issuedAt",
  public_key AS "publicKey", signature, bound_at AS "boundAt", payable_from AS "payableFrom"`

/** Every address a wallet has bound. */
export const boundAddresses = (sql: Sql, walletId: WalletId): Promise<BoundAddress[]> =>
  sql.query<BoundAddress>(`SELECT ${columns} FROM bound_address WHERE wallet_id = $1`, [walletId])

/** Every address these wallets have bound. */
export const boundOf = (sql: Sql, ids: readonly WalletId[]): Promise<BoundAddress[]> =>
  sql.query<BoundAddress>(`SELECT ${columns} FROM bound_address WHERE wallet_id = ANY ($1)`, [ids])

/** The address a wallet bound on a chain, or undefined. */
export async function findBound(sql: Sql, walletId: WalletId, chain: ChainId): Promise<BoundAddress | undefined> {
  const [row] = await sql.query<BoundAddress>(
    `SELECT ${columns} FROM bound_address WHERE wallet_id = $1 AND chain = $2`,
    [walletId, chain],
  )
  return row
}

/** Addresses bound since a moment, the oldest first: the signer is told of them early. */
export const boundSince = (sql: Sql, since: Date, limit: number): Promise<BoundAddress[]> =>
  sql.query<BoundAddress>(
    `SELECT ${columns} FROM bound_address WHERE bound_at > $1 ORDER BY bound_at, wallet_id LIMIT $2`,
    [since, limit],
  )

/** Binds the first address of a chain. The caller has locked the wallet and made sure that none is bound. */
export const keepBound = async (tx: Tx, bound: Omit<BoundAddress, 'replaces'>): Promise<void> => {
  await tx.query(
    `INSERT INTO bound_address (wallet_id, chain, address, remark, signed_address, issued_at, public_key, signature, bound_at,
       payable_from) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      bound.walletId,
      bound.chain,
      bound.address,
      bound.remark,
      bound.signedAddress,
      bound.issuedAt,
      bound.publicKey,
      bound.signature,
      bound.boundAt,
      bound.payableFrom,
    ],
  )
}

/** What the signer checks. */
export const certificateOf = (bound: BoundAddress): Certificate => ({
  walletId: bound.walletId,
  chain: bound.chain,
  address: bound.signedAddress,
  ...(bound.replaces === null ? {} : { replaces: bound.replaces }),
  issuedAt: bound.issuedAt,
  publicKey: bound.publicKey,
  signature: bound.signature,
})
