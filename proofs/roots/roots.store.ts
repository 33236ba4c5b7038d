import type { Address } from '#kit/chain/address.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'
import type { LogLine } from '#outside/chains/proof-log.ts'
import type { Published } from '../tree/format.ts'

export type WrittenRoot = LogLine & { readonly chain: ChainId; readonly contract: Address; readonly hash: string }

export type OpenRoot = { readonly day: Day; readonly outgoingId: bigint }

/** At most one per chain. */
export async function openRoot(sql: Sql, chain: ChainId): Promise<OpenRoot | undefined> {
  const [row] = await sql.query<OpenRoot>(
    'SELECT day::text AS day, outgoing_id AS "outgoingId" FROM proof_root WHERE chain = $1 AND confirmed_at IS NULL',
    [chain],
  )
  return row
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

/** @returns false if another worker found the day on the chain meanwhile */
export async function keepRoot(
  tx: Tx,
  { day, chain, contract, outgoingId }: { day: Day; chain: ChainId; contract: Address; outgoingId: bigint },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO proof_root (day, chain, contract, outgoing_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (day, chain) DO UPDATE SET contract = $3, outgoing_id = $4 WHERE proof_root.confirmed_at IS NULL RETURNING day`,
    [day, chain, contract, outgoingId],
  )
  return rows.length > 0
}

export const confirmRoot = async (sql: Sql, day: Day, root: WrittenRoot, at: Date): Promise<void> => {
  const { chain, contract, digest, blockNumber, hash } = root
  await sql.query(
    `INSERT INTO proof_root (day, chain, contract, digest, block_number, tx_hash, confirmed_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
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
