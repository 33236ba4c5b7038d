import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import type { Sql } from '#kit/store/db.ts'

/** The lower of the signer's and the payout contract's limits, in units. */
export type PayoutCap = { readonly atOnce: bigint; readonly inDay: bigint }

/** The database's maximum; real values are far below. */
const unitsMax = 2n ** 63n - 1n
const kept = (units: bigint): bigint => (units < unitsMax ? units : unitsMax)

export const keepPayoutCap = async (
  sql: Sql,
  chain: ChainId,
  coin: Coin,
  { atOnce, inDay }: PayoutCap,
  at: Date,
): Promise<void> => {
  await sql.query(
    `INSERT INTO payout_cap (chain, coin, at_once, in_day, seen_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (chain, coin) DO UPDATE SET at_once = excluded.at_once, in_day = excluded.in_day, seen_at = excluded.seen_at`,
    [chain, coin, kept(atOnce), kept(inDay), at],
  )
}

/** Last known values per checked coin. */
export const payoutCaps = (sql: Sql): Promise<(PayoutCap & { readonly chain: ChainId; readonly coin: Coin })[]> =>
  sql.query('SELECT chain, coin, at_once AS "atOnce", in_day AS "inDay" FROM payout_cap')

export async function payoutCapOf(sql: Sql, chain: ChainId, coin: Coin): Promise<PayoutCap | undefined> {
  const [row] = await sql.query<PayoutCap>(
    'SELECT at_once AS "atOnce", in_day AS "inDay" FROM payout_cap WHERE chain = $1 AND coin = $2',
    [chain, coin],
  )
  return row
}
