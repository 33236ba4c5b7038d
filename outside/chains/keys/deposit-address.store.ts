import type { Address } from '#kit/chain/address.ts'
import type { AddressForm } from '#kit/chain/chains.ts'
import type { DepositCertificate } from '#kit/chain/deposit-certificate.ts'
import { expect } from '#kit/expect.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { loadCustodyKey } from '../network.store.ts'
import { depositAddress } from './derivation.ts'

async function find(sql: Sql, walletId: WalletId, family: AddressForm): Promise<Address | undefined> {
  const [row] = await sql.query<{ address: Address }>(
    'SELECT address FROM deposit_address WHERE family = $1 AND wallet_id = $2',
    [family, walletId],
  )
  return row?.address
}

/** Derived on first use and permanent. @param serial derivation index. @returns undefined before the first start with a chain. */
export async function depositAddressOf(
  sql: Sql,
  walletId: WalletId,
  serial: bigint,
  family: AddressForm = 'evm',
): Promise<Address | undefined> {
  const known = await find(sql, walletId, family)
  if (known) return known
  const keys = await loadCustodyKey(sql, family)
  if (!keys) return undefined
  // A concurrent insert for the same wallet may violate any of the unique constraints.
  await sql.query(
    `INSERT INTO deposit_address (family, index, address, wallet_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [family, serial, depositAddress(keys.depositXpub, Number(serial), family), walletId],
  )
  const address = await find(sql, walletId, family)
  expect(address, 'an address that was kept is there')
  return address
}

/** Certificates by earlier keys are invalid. */
const newestKey = '(SELECT public_key FROM deposit_key ORDER BY line DESC LIMIT 1)'

/** Omits pending certificates. */
export async function depositCertificatesOf(
  sql: Sql,
  walletId: WalletId,
): Promise<ReadonlyMap<AddressForm, DepositCertificate>> {
  const rows = await sql.query<DepositCertificate & { family: AddressForm }>(
    `SELECT family, public_key AS "publicKey", signature FROM deposit_certificate
     WHERE wallet_id = $1 AND public_key = ${newestKey}`,
    [walletId],
  )
  return new Map(rows.map(({ family, ...certificate }) => [family, certificate]))
}

export type UncertifiedAddress = {
  readonly family: AddressForm
  readonly walletId: WalletId
  readonly index: bigint
  readonly address: Address
}

/** Oldest first. */
export const uncertifiedAddresses = (sql: Sql, limit: number): Promise<UncertifiedAddress[]> =>
  sql.query<UncertifiedAddress>(
    `SELECT family, wallet_id AS "walletId", index, address FROM deposit_address
     WHERE NOT EXISTS (SELECT 1 FROM deposit_certificate c WHERE c.family = deposit_address.family
       AND c.wallet_id = deposit_address.wallet_id AND c.public_key = ${newestKey}) ORDER BY index LIMIT $1`,
    [limit],
  )

export const keepDepositCertificate = async (
  sql: Sql,
  { family, walletId }: UncertifiedAddress,
  { publicKey, signature }: DepositCertificate,
): Promise<void> => {
  await sql.query(
    `INSERT INTO deposit_certificate (family, wallet_id, public_key, signature) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [family, walletId, publicKey, signature],
  )
}

export async function holdersOf(sql: Sql, addresses: readonly Address[]): Promise<ReadonlyMap<Address, WalletId>> {
  if (addresses.length === 0) return new Map()
  const rows = await sql.query<{ address: Address; walletId: WalletId }>(
    'SELECT address, wallet_id AS "walletId" FROM deposit_address WHERE address = ANY ($1::text[])',
    [addresses],
  )
  return new Map(rows.map(({ address, walletId }) => [address, walletId]))
}

/** True for our deposit, hot wallet, payout, cold, token and company addresses in stored form. */
export async function isCompanyAddress(sql: Sql, address: Address): Promise<boolean> {
  const [row] = await sql.query(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM deposit_address WHERE address = $1)
      OR EXISTS (SELECT 1 FROM custody_key WHERE hot_address = $1)
      OR EXISTS (SELECT 1 FROM company_address WHERE address = $1)
      OR EXISTS (SELECT 1 FROM network WHERE vault = $1 OR cold_address = $1)
      OR EXISTS (SELECT 1 FROM network, jsonb_each_text(tokens) token WHERE token.value = $1)`,
    [address],
  )
  return row !== undefined
}
