import { type Asset, assetNumber, assetOf } from '#kit/amount/coins.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'
import type { PoolId } from '#ledger/posting/lines.ts'

export type PotCoin = { readonly pot: string; readonly asset: Asset; readonly units: bigint }
export type PotRow = PotCoin & {
  readonly weight: bigint
  readonly paid: bigint
}

export async function loadPots(sql: Sql, day: Day, pool: PoolId): Promise<PotRow[]> {
  const rows = await sql.query<Omit<PotRow, 'asset' | 'weight'> & { asset: number; weight: string }>(
    `SELECT pot, asset, units, weight::text AS weight, paid FROM settlement_pot WHERE day = $1 AND pool = $2 ORDER BY pot, asset`,
    [day, pool],
  )
  return rows.map((row) => ({ ...row, asset: assetOf(row.asset), weight: BigInt(row.weight) }))
}

export async function addPots(tx: Tx, day: Day, pool: PoolId, pots: readonly PotCoin[]): Promise<void> {
  const some = pots.filter(({ units }) => units > 0n)
  if (some.length === 0) return
  await tx.query(
    `INSERT INTO settlement_pot (day, pool, pot, asset, units)
     SELECT $1, $2, pot, asset, units FROM unnest($3::text[], $4::int2[], $5::int8[]) AS p (pot, asset, units)`,
    [
      day,
      pool,
      some.map(({ pot }) => pot),
      some.map(({ asset }) => assetNumber(asset)),
      some.map(({ units }) => units),
    ],
  )
}

export async function addPotWeights(
  tx: Tx,
  day: Day,
  pool: PoolId,
  weights: ReadonlyMap<string, bigint>,
): Promise<void> {
  if (weights.size === 0) return
  await tx.query(
    `UPDATE settlement_pot s SET weight = s.weight + w.weight::numeric FROM unnest($3::text[], $4::text[]) AS w (pot, weight)
     WHERE s.day = $1 AND s.pool = $2 AND s.pot = w.pot`,
    [day, pool, [...weights.keys()], [...weights.values()].map(String)],
  )
}

export async function addPotPayments(tx: Tx, day: Day, pool: PoolId, paid: readonly PotCoin[]): Promise<void> {
  const some = paid.filter(({ units }) => units > 0n)
  if (some.length === 0) return
  await tx.query(
    `UPDATE settlement_pot s SET paid = s.paid + p.units FROM unnest($3::text[], $4::int2[], $5::int8[]) AS p (pot, asset, units)
     WHERE s.day = $1 AND s.pool = $2 AND s.pot = p.pot AND s.asset = p.asset`,
    [
      day,
      pool,
      some.map(({ pot }) => pot),
      some.map(({ asset }) => assetNumber(asset)),
      some.map(({ units }) => units),
    ],
  )
}

/** Undefined before settlement or without fees. */
export async function loadFeeSplit(sql: Sql, day: Day, asset: Asset) {
  const [row] = await sql.query<
    Record<'received' | 'liquidity' | 'compound' | 'node' | 'referral' | 'compute', bigint>
  >(
    `SELECT received, liquidity, compound, node, referral, compute FROM settlement_fee
     WHERE day = $1 AND asset = $2 AND received > 0`,
    [day, assetNumber(asset)],
  )
  return row
}

/** Average fees per settled day, after the liquidity part, rounded down. */
export async function loadFeesADay(sql: Sql, from: Day): Promise<{ asset: Asset; units: bigint }[]> {
  const rows = await sql.query<{ asset: number; units: string }>(
    `SELECT asset, div(sum(received - liquidity), (SELECT count(*) FROM settled_day WHERE day >= $1))::text AS units
     FROM settlement_fee JOIN settled_day USING (day) WHERE day >= $1 GROUP BY asset ORDER BY asset`,
    [from],
  )
  return rows.map(({ asset, units }) => ({ asset: assetOf(asset), units: BigInt(units) }))
}
