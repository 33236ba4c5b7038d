import { type Coin, coins } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { OutgoingTransaction } from '../outgoing/outgoing.store.ts'

export type Unswept = {
  readonly coin: Coin
  readonly address: Address
  /** Derivation index. */
  readonly index: number
  readonly units: bigint
  readonly lastDeposit: bigint
}

type UnsweptOptions = {
  /** Units that make an address due immediately. */
  readonly minimums: ReadonlyMap<Coin, bigint>
  /** Deposits before this moment need only `floors`. */
  readonly before: Date
  /** Minimum units for older deposits. */
  readonly floors?: ReadonlyMap<Coin, bigint>
  readonly largestFirst?: boolean
  readonly leftOut?: readonly string[]
  readonly limit: number
}

/** Due addresses, of the coin that has waited longest. */
export const unswept = (
  sql: Sql,
  chain: ChainId,
  { minimums, before, floors, largestFirst = false, leftOut = [], limit }: UnsweptOptions,
): Promise<Unswept[]> =>
  sql.query<Unswept>(
    `WITH waiting AS (
       SELECT d.coin, d.address, sum(d.units)::bigint AS units, max(d.id) AS last_deposit, min(d.since) AS since
       FROM (
         SELECT coin, to_address AS address, units, id, seen_at AS since FROM deposit
         WHERE chain = $1 AND swept_at IS NULL AND kind = 'wallet' AND state IN ('credited', 'collecting') AND orphaned_at IS NULL
         -- Dust alone is swept when it is enough, never because it is old: what it holds would not pay for the gas.
         UNION ALL SELECT coin, to_address, div(fine - swept_fine, 10000000000), 0, 'infinity' FROM dust
         WHERE chain = $1 AND swept_fine < fine AND wallet_id IS NOT NULL
       ) d WHERE d.address <> ALL ($6::text[]) GROUP BY d.coin, d.address
     ),
     due AS (
       SELECT w.* FROM waiting w JOIN unnest($2::text[], $3::bigint[], $7::bigint[]) AS least (coin, units, floor)
         ON least.coin = w.coin
       WHERE w.units >= least.units OR (w.since < $4 AND w.units >= least.floor)
     )
     SELECT due.coin, due.address, a.index::float8 AS index, due.units, due.last_deposit AS "lastDeposit"
     FROM due JOIN receiving_address a ON a.address = due.address
     WHERE due.coin = (SELECT coin FROM due ORDER BY since, coin LIMIT 1) 
       ORDER BY CASE WHEN $8 THEN due.units END DESC, due.since, due.address LIMIT $5`,
    [
      chain,
      coins,
      coins.map((coin) => minimums.get(coin) ?? 0n),
      before,
      limit,
      leftOut,
      coins.map((coin) => floors?.get(coin) ?? 0n),
      largestFirst,
    ],
  )

/** @param blockMax dust of later blocks may remain */
export const markSwept = async (
  sql: Sql,
  { chain, coin, addresses, lastDeposit }: Sweep,
  blockMax: number,
  at: Date,
): Promise<void> => {
  await sql.query(
    `WITH dust_swept AS (
       UPDATE dust SET swept_fine = fine, swept_at = $5 WHERE chain = $1 AND coin = $2 AND to_address = ANY ($3::text[]) AND newest_block <= $6
     )
     UPDATE deposit SET swept_at = $5 WHERE chain = $1 AND coin = $2 AND to_address = ANY ($3::text[]) AND id <= $4
       AND swept_at IS NULL AND state IN ('credited', 'collecting')`,
    [chain, coin, addresses, lastDeposit, at, blockMax],
  )
}

export type Sweep = {
  readonly chain: ChainId
  readonly coin: Coin
  readonly addresses: readonly Address[]
  readonly lastDeposit: bigint
}

/** @returns also the derivation index of each address */
export async function sweepOf(
  sql: Sql,
  { id }: Pick<OutgoingTransaction, 'id'>,
): Promise<Sweep & { readonly indexes: readonly number[] }> {
  const [row] = await sql.query<Sweep & { indexes: number[] }>(
    `SELECT t.chain, s.coin, s.addresses, s.last_deposit AS "lastDeposit",
       (SELECT jsonb_agg(r.index ORDER BY u.place) FROM unnest(s.addresses) WITH ORDINALITY AS u (address, place)
        JOIN receiving_address r ON r.address = u.address) AS indexes
     FROM sweep s JOIN outgoing_transaction t ON t.id = s.outgoing_id WHERE s.outgoing_id = $1`,
    [id],
  )
  expect(row, 'a transaction of a sweep has its sweep')
  return row
}

export const keepSweep = async (tx: Tx, id: bigint, { coin, addresses, lastDeposit }: Sweep): Promise<void> => {
  await tx.query('INSERT INTO sweep (outgoing_id, coin, addresses, last_deposit) VALUES ($1, $2, $3, $4)', [
    id,
    coin,
    addresses,
    lastDeposit,
  ])
}
