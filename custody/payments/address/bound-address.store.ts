import type { Address } from '#kit/chain/address.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Certificate } from '#outside/chains/signer/limits/certificate.ts'

export type BoundAddress = {
  readonly walletId: WalletId
  readonly chain: ChainId
  readonly address: Address
  readonly remark: string
  /** The address exactly as signed. */
  readonly signedAddress: string
  /** The previous address exactly as signed; null for the first. */
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

export const boundAddresses = (sql: Sql, walletId: WalletId): Promise<BoundAddress[]> =>
  sql.query<BoundAddress>(`SELECT ${columns} FROM bound_address WHERE wallet_id = $1`, [walletId])

export const boundOf = (sql: Sql, ids: readonly WalletId[]): Promise<BoundAddress[]> =>
  sql.query<BoundAddress>(`SELECT ${columns} FROM bound_address WHERE wallet_id = ANY ($1)`, [ids])

export async function findBound(sql: Sql, walletId: WalletId, chain: ChainId): Promise<BoundAddress | undefined> {
  const [row] = await sql.query<BoundAddress>(
    `SELECT ${columns} FROM bound_address WHERE wallet_id = $1 AND chain = $2`,
    [walletId, chain],
  )
  return row
}

export const boundSince = (sql: Sql, since: Date, limit: number): Promise<BoundAddress[]> =>
  sql.query<BoundAddress>(
    `SELECT ${columns} FROM bound_address WHERE bound_at > $1 ORDER BY bound_at, wallet_id LIMIT $2`,
    [since, limit],
  )

/** The caller has locked the wallet and checked that no address is bound. */
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

export const certificateOf = (bound: BoundAddress): Certificate => ({
  walletId: bound.walletId,
  chain: bound.chain,
  address: bound.signedAddress,
  ...(bound.replaces === null ? {} : { replaces: bound.replaces }),
  issuedAt: bound.issuedAt,
  publicKey: bound.publicKey,
  signature: bound.signature,
})
