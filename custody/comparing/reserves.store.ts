import { assetNumber, type Coin } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import type { AddressForm, ChainId } from '#kit/chain/chains.ts'
import type { Sql } from '#kit/store/db.ts'
import { outside } from '#ledger/posting/chart.ts'
import { classNumber } from '#ledger/posting/classes.ts'
import { laneOf } from '#ledger/posting/lane.ts'

/** Net units that arrived. Excludes company capital, which creates no debt. */
export async function movedSince(sql: Sql, chain: ChainId, coin: Coin, cut: bigint): Promise<bigint> {
  const { owner, purpose } = outside(chain)
  const [row] = await sql.query<{ units: string }>(
    `WITH capital AS (SELECT id FROM balance WHERE lane = $1 AND class = $6 AND asset = $4)
     SELECT (coalesce((SELECT sum(amount) FROM record WHERE lane = a.lane AND debit = a.id AND id > $5
         AND credit NOT IN (SELECT id FROM capital)), 0)
       - coalesce((SELECT sum(amount) FROM record WHERE lane = a.lane AND credit = a.id AND id > $5
         AND debit NOT IN (SELECT id FROM capital)), 0))::text AS units
     FROM balance a WHERE a.lane = $1 AND a.owner = $2 AND a.purpose = $3 AND a.asset = $4`,
    [laneOf(owner), owner, purpose, assetNumber(coin), cut, classNumber('house.capital')],
  )
  return BigInt(row?.units ?? '0')
}

export async function placesOf(
  sql: Sql,
  family: AddressForm,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, number>> {
  const rows = await sql.query<{ address: Address; index: number }>(
    'SELECT address, index::float8 AS index FROM receiving_address WHERE family = $1 AND address = ANY ($2::text[])',
    [family, addresses],
  )
  return new Map(rows.map(({ address, index }) => [address, index]))
}
