import type { Address } from '#kit/address.ts'
import type { ChainId } from '#kit/chains.ts'
import type { Day } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import type { LogLine } from '#outside/chains/proof-log.ts'
import type { Published } from '../tree/format.ts'

export type OpenRoot = {
  readonly day: Day
  readonly contract: Address
  /** Hashes of all signed transactions, newest last. */
  readonly hashes: readonly string[]
  readonly nonce: number
  readonly raw: string
  readonly feeMaxPerGas: bigint
  readonly signedAt: Date
}
export type WrittenRoot = LogLine & { readonly chain: ChainId; readonly contract: Address; readonly hash: string }

const one = `day::text AS day, contract, hashes, nonce::float8 AS nonce, raw, fee_max_per_gas::text AS "feeMaxPerGas",
  signed_at AS "signedAt"`

/** The pending transaction; at most one per chain. */
export async function openRoot(sql: Sql, chain: ChainId): Promise<OpenRoot | undefined> {
  const [row] = await sql.query<Omit<OpenRoot, 'feeMaxPerGas'> & { feeMaxPerGas: string }>(
    `SELECT ${one} FROM proof_root WHERE chain = $1 AND confirmed_at IS NULL`,
    [chain],
  )
  return row && { ...row, feeMaxPerGas: BigInt(row.feeMaxPerGas) }
}

export type DueRoot = { readonly day: Day; readonly hash: string; readonly published: Published }

/** Defaults to the newest day that the chain lacks. */
export async function signedStatement(sql: Sql, chain: ChainId, day?: Day): Promise<DueRoot | undefined> {
  const [row] = await sql.query<Published & { day: Day; hash: string }>(
    `SELECT p.day::text AS day, p.hash, p.text, s.signature, s.public_key AS "publicKey"
     FROM proof_signature s JOIN proof_day p ON p.day = s.day
     WHERE CASE WHEN $2::date IS NULL THEN NOT EXISTS (SELECT FROM proof_root r WHERE r.day = s.day AND r.chain = $1) ELSE s.day = $2 END
     ORDER BY s.day DESC LIMIT 1`,
    [chain, day ?? null],
  )
  if (!row) return undefined
  const { text, signature, publicKey } = row
  return { day: row.day, hash: row.hash, published: { text, signature, publicKey } }
}

/** Stores the transaction before sending. A higher fee replaces earlier bytes. */
export const keepRoot = async (
  sql: Sql,
  chain: ChainId,
  root: Omit<OpenRoot, 'hashes'> & { readonly hash: string },
): Promise<void> => {
  const { day, contract, hash, nonce, raw, feeMaxPerGas, signedAt } = root
  await sql.query(
    `INSERT INTO proof_root (day, chain, contract, hashes, nonce, raw, fee_max_per_gas, signed_at)
     VALUES ($1, $2, $3, ARRAY[$4], $5, $6, $7, $8)
     ON CONFLICT (day, chain) DO UPDATE SET contract = $3, nonce = $5, raw = $6, fee_max_per_gas = $7, signed_at = $8,
       hashes = CASE WHEN $4 = ANY (proof_root.hashes) THEN proof_root.hashes ELSE proof_root.hashes || $4 END
     WHERE proof_root.confirmed_at IS NULL`,
    [day, chain, contract, hash, nonce, raw, `${feeMaxPerGas}`, signedAt],
  )
}

export const confirmRoot = async (sql: Sql, day: Day, root: WrittenRoot, at: Date): Promise<void> => {
  const { chain, contract, digest, blockNumber, hash } = root
  await sql.query(
    `INSERT INTO proof_root (day, chain, contract, hashes, nonce, raw, fee_max_per_gas, signed_at, digest, block_number, tx_hash, confirmed_at)
     VALUES ($1, $2, $3, '{}', 0, '', 0, $7, $4, $5, $6, $7)
     ON CONFLICT (day, chain) DO UPDATE SET contract = $3, digest = $4, block_number = $5, tx_hash = $6, confirmed_at = $7
     WHERE proof_root.confirmed_at IS NULL`,
    [day, chain, contract, digest, blockNumber, hash, at],
  )
}

export async function writtenRoots(sql: Sql, from: Day, until: Day): Promise<ReadonlyMap<Day, readonly WrittenRoot[]>> {
  const rows = await sql.query<WrittenRoot & { day: Day }>(
    `SELECT day::text AS day, chain, contract, digest, block_number::float8 AS "blockNumber", tx_hash AS hash FROM proof_root
     WHERE day BETWEEN $1 AND $2 AND confirmed_at IS NOT NULL ORDER BY day, chain`,
    [from, until],
  )
  return Map.groupBy(rows, ({ day }) => day)
}
