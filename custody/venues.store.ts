import type { ChainId } from '#kit/chain/chains.ts'
import type { Sql, Tx } from '#kit/store/db.ts'

export async function hasVenue(sql: Sql, productId: number): Promise<boolean> {
  const rows = await sql.query('SELECT FROM venue_address WHERE product_id = $1 LIMIT 1', [productId])
  return rows.length > 0
}

/** @returns whether the address was new. */
export async function addVenueAddress(
  tx: Tx,
  venueAddress: { productId: number; chain: ChainId; address: string },
): Promise<boolean> {
  const rows = await tx.query(
    'INSERT INTO venue_address (chain, address, product_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING address',
    [venueAddress.chain, venueAddress.address, venueAddress.productId],
  )
  return rows.length > 0
}

export async function venueAddresses(
  sql: Sql,
  chain: ChainId,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ address: string }>(
    'SELECT address FROM venue_address WHERE chain = $1 AND address = ANY ($2::text[])',
    [chain, addresses],
  )
  return new Set(rows.map(({ address }) => address))
}

export type VenueTransaction = { readonly productId: number; readonly chain: ChainId; readonly transaction: string }

export async function arrivedFromVenue(sql: Sql, { productId, chain, transaction }: VenueTransaction): Promise<bigint> {
  const [row] = await sql.query<{ units: string }>(
    `SELECT coalesce(sum(d.units), 0)::text AS units FROM deposit d
     JOIN venue_address v ON v.chain = d.chain AND v.address = d.from_address AND v.product_id = $3
     WHERE d.chain = $1 AND d.tx_hash = $2 AND d.coin = 'USDT' AND d.kind = 'venue' AND d.state = 'credited' AND d.orphaned_at IS NULL`,
    [chain, transaction, productId],
  )
  return BigInt(row?.units ?? '0')
}

/** @param movement positive units if we received coins @returns false if the transaction is already recorded, also as a deposit */
export async function keepVenueMovement(
  tx: Tx,
  { productId, chain, transaction, units }: VenueTransaction & { readonly units: bigint },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO venue_movement (chain, transaction, product_id, units)
     SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT FROM deposit WHERE chain = $1 AND tx_hash = $2 AND kind <> 'venue')
     ON CONFLICT DO NOTHING RETURNING chain`,
    [chain, transaction, productId, units],
  )
  return rows.length > 0
}

/** Units that a demo books as results for funds without a venue address, although no coin moved. */
export async function imaginedMovements(sql: Sql, chain: ChainId): Promise<bigint> {
  const [row] = await sql.query<{ units: string }>(
    `SELECT coalesce(sum(m.units), 0)::text AS units FROM venue_movement m
     WHERE m.chain = $1 AND EXISTS (SELECT FROM chain_standing n WHERE n.chain = m.chain AND n.demo)
       AND NOT EXISTS (SELECT FROM venue_address v WHERE v.product_id = m.product_id)`,
    [chain],
  )
  return BigInt(row?.units ?? 0)
}
