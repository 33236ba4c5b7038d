import { greater, lesser } from '#kit/amount/amount.ts'
import { assetNumber, type Coin } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import { company, poolFree } from '../posting/chart.ts'
import { laneOf } from '../posting/lane.ts'
import type { PoolId } from '../posting/lines.ts'

/** Free pool units that may return to the company: at most the company's capital not yet taken back. */
export async function returnableOf(sql: Sql, pool: PoolId, coin: Coin): Promise<bigint> {
  const [free, capital] = [poolFree(pool), company('capital')]
  const [row] = await sql.query<{ free: string; put: string }>(
    `WITH own AS (SELECT id, balance FROM balance WHERE lane = $1 AND owner = $2 AND purpose = $3 AND asset = $6),
     company AS (SELECT id FROM balance WHERE lane = $1 AND owner = $4 AND purpose = $5 AND asset = $6)
     SELECT own.balance::text AS free,
       ((SELECT coalesce(sum(p.amount), 0) FROM record p JOIN company c ON c.id = p.debit WHERE p.lane = $1 AND p.credit = own.id)
        - (SELECT coalesce(sum(p.amount), 0) FROM record p JOIN company c ON c.id = p.credit WHERE p.lane = $1 AND p.debit = own.id))::text AS put
     FROM own`,
    [laneOf(free.owner), free.owner, free.purpose, capital.owner, capital.purpose, assetNumber(coin)],
  )
  return row ? greater(lesser(BigInt(row.put), BigInt(row.free)), 0n) : 0n
}
