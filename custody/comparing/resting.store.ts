import { unitsPerOne } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import type { Sql, Tx } from '#kit/store/db.ts'

type OfCoin = { readonly chain: ChainId; readonly coin: Coin }
export type Small = {
  readonly address: Address
  /** In 10⁻¹⁸. */
  readonly fine: bigint
  readonly lastDeposit: bigint
}
export type Resting = {
  /** Addresses that are not queried. `fine` is their total balance in 10⁻¹⁸. */
  readonly addresses: ReadonlySet<Address>
  readonly fine: bigint
  /** Addresses to query, as the chain has not confirmed their balances. */
  readonly asked: readonly Small[]
}

const firstFloor = unitsPerOne
const askedMax = 1_000

/**
 * Addresses not worth a sweep. An address rests if the chain has confirmed its amount and it was not swept recently. After any sweep the
 * ledger alone is not enough, because the sweep may have taken more. @param fineOfOne 10⁻¹⁸ in a base unit of the token @param sweptSince
 * addresses swept later do not rest
 */
export async function restingBalances(
  tx: Tx,
  { chain, coin }: OfCoin,
  tip: bigint,
  fineOfOne: bigint,
  sweptSince: Date,
): Promise<Resting> {
  const rows = await tx.query<{ address: Address; fine: string; lastDeposit: bigint; rests: boolean }>(
    `WITH small AS (
       SELECT k.address, sum(k.fine) AS fine, max(k.id) AS last_deposit
       FROM (
         SELECT to_address AS address, base_units * $4::numeric AS fine, id, state = 'corrected' AS is_odd FROM deposit
           WHERE chain = $1 AND coin = $2 AND swept_at IS NULL AND orphaned_at IS NULL AND kind = 'wallet' AND block_number <= $3
         UNION ALL SELECT to_address, fine, 0, wallet_id IS NULL FROM dust_in_block
           WHERE chain = $1 AND coin = $2 AND block_number <= $3
         UNION ALL SELECT to_address, fine - swept_fine, 0, wallet_id IS NULL FROM dust
           WHERE chain = $1 AND coin = $2 AND swept_fine < fine
       ) k GROUP BY k.address
       HAVING NOT bool_or(k.is_odd)
         AND sum(k.fine) < 10000000000 * coalesce((SELECT units FROM sweep_floor WHERE chain = $1 AND coin = $2), $6)::numeric
     ),
     moved AS (
       SELECT to_address AS address FROM deposit WHERE chain = $1 AND coin = $2 AND swept_at >= $5
       UNION SELECT to_address FROM dust WHERE chain = $1 AND coin = $2 AND swept_at >= $5
       UNION SELECT address FROM stray_balance WHERE chain = $1 AND coin = $2
       UNION SELECT address FROM tron_sweep WHERE chain = $1 AND state = 'open'
     ),
     judged AS (
       SELECT s.*, r.address IS NOT NULL AS is_confirmed,
         EXISTS (SELECT FROM tron_sweep t WHERE t.chain = $1 AND t.address = s.address) AS was_swept
       FROM small s LEFT JOIN resting_balance r ON r.chain = $1 AND r.coin = $2 AND r.address = s.address
         AND r.fine = s.fine AND r.last_deposit = s.last_deposit
       WHERE NOT EXISTS (SELECT FROM moved m WHERE m.address = s.address)
     )
     SELECT address, trunc(fine)::text AS fine, last_deposit AS "lastDeposit", is_confirmed OR (NOT was_swept
       AND row_number() OVER (PARTITION BY is_confirmed ORDER BY was_swept DESC, address) > ${askedMax}) AS rests
     FROM judged`,
    [chain, coin, tip, `${fineOfOne}`, sweptSince, firstFloor],
  )
  const resting = rows.filter(({ rests }) => rests)
  return {
    addresses: new Set(resting.map(({ address }) => address)),
    fine: resting.reduce((sum, { fine }) => sum + BigInt(fine), 0n),
    asked: rows.filter(({ rests }) => !rests).map((row) => ({ ...row, fine: BigInt(row.fine) })),
  }
}

export const keepResting = async (
  tx: Tx,
  { chain, coin }: OfCoin,
  found: readonly Small[],
  at: Date,
): Promise<void> => {
  await tx.query(
    `INSERT INTO resting_balance (chain, coin, address, fine, last_deposit, found_at)
     SELECT $1, $2, f.address, f.fine, f.last_deposit, $6 FROM unnest($3::text[], $4::numeric[], $5::bigint[]) AS f (address, fine, last_deposit)
     ON CONFLICT (chain, coin, address) DO UPDATE SET fine = excluded.fine, last_deposit = excluded.last_deposit, found_at = excluded.found_at`,
    [
      chain,
      coin,
      found.map(({ address }) => address),
      found.map(({ fine }) => `${fine}`),
      found.map(({ lastDeposit }) => lastDeposit),
      at,
    ],
  )
}

/** Deletes the stored rows of addresses whose balance changed, so the next comparison checks them again. @param fine balances in 10⁻¹⁸ */
export const wakeChanged = async (
  sql: Sql,
  { chain, coin }: OfCoin,
  addresses: readonly Address[],
  fine: readonly bigint[],
): Promise<void> => {
  await sql.query(
    `DELETE FROM resting_balance r USING unnest($3::text[], $4::numeric[]) AS f (address, fine)
     WHERE r.chain = $1 AND r.coin = $2 AND r.address = f.address AND r.fine <> f.fine`,
    [chain, coin, addresses, fine.map((each) => `${each}`)],
  )
}
