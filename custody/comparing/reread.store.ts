import type { Coin } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import type { AddressForm, ChainId } from '#kit/chain/chains.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Day } from '#kit/time/clock.ts'

/** Undefined when today's round is complete. */
export async function roundOf(sql: Sql, subject: string, day: Day): Promise<bigint | undefined> {
  const [row] = await sql.query<{ last: bigint; finished: boolean }>(
    `INSERT INTO reread_round AS r (subject, day, last, finished) VALUES ($1, $2, 0, false)
     ON CONFLICT (subject) DO UPDATE SET day = greatest(r.day, excluded.day),
       last = CASE WHEN r.day < excluded.day AND r.finished THEN 0 ELSE r.last END,
       finished = r.finished AND r.day >= excluded.day
     RETURNING last, finished`,
    [subject, day],
  )
  return row?.finished ? undefined : (row?.last ?? 0n)
}

export const keepRound = async (sql: Sql, subject: string, last: bigint, finished: boolean): Promise<void> => {
  await sql.query('UPDATE reread_round SET last = $2, finished = $3 WHERE subject = $1', [subject, last, finished])
}

export type BookedDeposit = {
  readonly id: bigint
  readonly hash: string
  readonly blockNumber: number
  readonly blockHash: string
  readonly coin: Coin
  readonly to: Address
  readonly baseUnits: bigint
}

/** Excludes orphaned payments. */
export async function bookedDeposits(sql: Sql, chain: ChainId, after: bigint, limit: number): Promise<BookedDeposit[]> {
  const rows = await sql.query<Omit<BookedDeposit, 'baseUnits'> & { baseUnits: string }>(
    `SELECT id, tx_hash AS hash, block_number::float8 AS "blockNumber", block_hash AS "blockHash", coin, to_address AS "to",
       base_units::text AS "baseUnits"
     FROM deposit WHERE chain = $1 AND id > $2 AND state IN ('credited', 'collecting') AND orphaned_at IS NULL
     ORDER BY id LIMIT $3`,
    [chain, after, limit],
  )
  return rows.map((row) => ({ ...row, baseUnits: BigInt(row.baseUnits) }))
}

export type KeptAddress = { readonly walletId: WalletId; readonly index: bigint; readonly address: Address }

export const keptAddresses = (sql: Sql, family: AddressForm, after: bigint, limit: number): Promise<KeptAddress[]> =>
  sql.query<KeptAddress>(
    `SELECT wallet_id AS "walletId", index, address FROM receiving_address WHERE family = $1 AND index > $2
     ORDER BY index LIMIT $3`,
    [family, after, limit],
  )
