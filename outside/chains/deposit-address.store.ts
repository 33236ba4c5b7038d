import type { Sql } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import type { WalletId } from '#kit/ids.ts'
import type { Hex } from './bytes.ts'
import { depositAddress } from './derivation.ts'
import { loadCustodyKey } from './network.store.ts'

/** The wallet's deposit address if it has one already. */
async function find(sql: Sql, walletId: WalletId): Promise<Hex | undefined> {
  const [row] = await sql.query<{ address: Hex }>(
    `SELECT address FROM deposit_address WHERE family = 'evm' AND wallet_id = $1`,
    [walletId],
  )
  return row?.address
}

/**
 * The wallet's deposit address on the EVM chains, derived when it is first asked for and kept for good.
 * @param serial the wallet's serial number: its place in the derivation.
 * @returns undefined before the first start with a chain.
 */
export async function depositAddressOf(sql: Sql, walletId: WalletId, serial: bigint): Promise<Hex | undefined> {
  const known = await find(sql, walletId)
  if (known) return known
  const keys = await loadCustodyKey(sql)
  if (!keys) return undefined
  await sql.query(
    `INSERT INTO deposit_address (family, index, address, wallet_id) VALUES ('evm', $1, $2, $3)
     ON CONFLICT (family, wallet_id) DO NOTHING`,
    [serial, depositAddress(keys.depositXpub, Number(serial)), walletId],
  )
  const address = await find(sql, walletId)
  expect(address, 'an address that was kept is there')
  return address
}

/** Which of these addresses are deposit addresses, and whose. */
export async function holdersOf(sql: Sql, addresses: readonly Hex[]): Promise<ReadonlyMap<Hex, WalletId>> {
  if (addresses.length === 0) return new Map()
  const rows = await sql.query<{ address: Hex; walletId: WalletId }>(
    'SELECT address, wallet_id AS "walletId" FROM deposit_address WHERE address = ANY ($1::text[])',
    [addresses],
  )
  return new Map(rows.map(({ address, walletId }) => [address, walletId]))
}

/** Whether an address, in checksum form, is one of the house's own: a deposit address, the hot wallet, a token contract or the company's. */
export async function isHouseAddress(sql: Sql, address: Hex): Promise<boolean> {
  const [row] = await sql.query(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM deposit_address WHERE address = $1)
      OR EXISTS (SELECT 1 FROM custody_key WHERE hot_address = $1)
      OR EXISTS (SELECT 1 FROM company_address WHERE address = $1)
      OR EXISTS (SELECT 1 FROM network, jsonb_each_text(tokens) token WHERE token.value = $1)`,
    [address],
  )
  return row !== undefined
}
