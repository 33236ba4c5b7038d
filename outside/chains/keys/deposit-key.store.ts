import { type DepositKey, readDepositKeys } from '#kit/chain/deposit-certificate.ts'
import type { Sql, Tx } from '#kit/store/db.ts'

/** Newest last. */
export const depositKeys = (sql: Sql): Promise<DepositKey[]> =>
  sql.query<DepositKey>('SELECT public_key AS "publicKey", signature FROM deposit_key ORDER BY line')

/** @throws unless the list extends the stored one and each key is signed by its predecessor */
export async function keepDepositKeys(tx: Tx, keys: readonly DepositKey[]): Promise<void> {
  const kept = await depositKeys(tx)
  const lines = readDepositKeys(keys)
  if (!lines || kept.some(({ publicKey }, index) => publicKey !== keys[index]?.publicKey))
    throw new Error(
      "the signer's keys for deposit addresses are not those this database was made with, or successors of them",
    )
  for (const [index, { publicKey, hash }] of lines.entries())
    await tx.query(
      `INSERT INTO deposit_key (line, public_key, signature, hash) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
      [index + 1, publicKey, keys[index]?.signature, hash],
    )
}

export async function depositKeyHead(sql: Sql): Promise<{ readonly line: number; readonly hash: string } | undefined> {
  const [row] = await sql.query<{ line: number; hash: string }>(
    'SELECT line, hash FROM deposit_key ORDER BY line DESC LIMIT 1',
  )
  return row
}
export async function depositKeyHash(sql: Sql, line: number): Promise<string | undefined> {
  const [row] = await sql.query<{ hash: string }>('SELECT hash FROM deposit_key WHERE line = $1', [line])
  return row?.hash
}
