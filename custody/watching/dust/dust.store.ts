import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { BlockHeader } from '#outside/chains/port.ts'
import type { BookedDust } from './dust.ts'

export type SeenDust = {
  readonly coin: Coin
  readonly to: string
  readonly walletId: WalletId | undefined
  /** In 10⁻¹⁸ of the coin. */
  readonly fine: bigint
}

/** The caller must pass each payment only once. */
export async function countDust(
  tx: Tx,
  chain: ChainId,
  { number, hash }: BlockHeader,
  dust: readonly SeenDust[],
  at: Date,
): Promise<void> {
  if (dust.length === 0) return
  await tx.query(
    `INSERT INTO dust_in_block AS b (chain, block_number, block_hash, coin, to_address, wallet_id, payments, fine, seen_at)
     SELECT $1, $2, $3, n.coin, n.address, min(n.wallet), count(*), sum(n.fine), $8
     FROM unnest($4::text[], $5::text[], $6::text[], $7::numeric[]) AS n (coin, address, wallet, fine) GROUP BY n.coin, n.address
     ON CONFLICT (chain, block_number, coin, to_address) DO UPDATE
       SET payments = b.payments + excluded.payments, fine = b.fine + excluded.fine`,
    [
      chain,
      number,
      hash,
      dust.map(({ coin }) => coin),
      dust.map(({ to }) => to),
      dust.map(({ walletId }) => walletId ?? null),
      dust.map(({ fine }) => `${fine}`),
      at,
    ],
  )
}

export const forgetDust = async (tx: Tx, chain: ChainId, blockHash: string): Promise<void> => {
  await tx.query('DELETE FROM dust_in_block WHERE chain = $1 AND block_hash = $2', [chain, blockHash])
}

export type FoldedDust = BookedDust & {
  readonly taken: bigint
  readonly ids: readonly bigint[]
  /** Change of the amount below the ledger's precision, in 10⁻¹⁸. Negative if it became whole units. */
  readonly remainder: bigint
}

/** @returns the units to book, by coin. */
export async function foldDust(
  tx: Tx,
  chain: ChainId,
  blockMax: number,
  limit: number,
): Promise<readonly FoldedDust[]> {
  const rows = await tx.query<Omit<FoldedDust, 'remainder'> & { remainder: string }>(
    `WITH taken AS (
       DELETE FROM dust_in_block WHERE (chain, block_number, coin, to_address) IN (
         SELECT chain, block_number, coin, to_address FROM dust_in_block WHERE chain = $1 AND block_number <= $2
         ORDER BY block_number, coin, to_address LIMIT $3 FOR UPDATE)
       RETURNING *
     ),
     summed AS (
       SELECT coin, to_address, min(wallet_id) AS wallet_id, sum(payments) AS payments, sum(fine) AS fine, min(seen_at) AS oldest,
         max(seen_at) AS newest, max(block_number) AS block
       FROM taken GROUP BY coin, to_address
     ),
     kept AS (
       INSERT INTO dust AS d (chain, coin, to_address, wallet_id, payments, fine, units, since, newest_at, newest_block)
       SELECT $1, coin, to_address, wallet_id, payments, fine, div(fine, 10000000000), oldest, newest, block FROM summed
       ORDER BY coin, to_address
       ON CONFLICT (chain, coin, to_address) DO UPDATE SET payments = d.payments + excluded.payments, fine = d.fine + excluded.fine,
         units = div(d.fine + excluded.fine, 10000000000), newest_at = excluded.newest_at, newest_block = excluded.newest_block,
         since = CASE WHEN d.units > d.given_units THEN d.since ELSE excluded.since END
       RETURNING new.id, new.coin, new.units - coalesce(old.units, 0) AS grown, new.fine - coalesce(old.fine, 0) AS came
     ),
     firsts AS (SELECT DISTINCT ON (coin) coin, block_number || ':' || to_address AS first FROM taken ORDER BY coin, block_number, to_address)
     SELECT $1::text AS chain, coin, sum(grown)::bigint AS units, array_agg(id) AS ids, first,
       (sum(came) - sum(grown) * 10000000000)::text AS remainder,
       (SELECT count(*) FROM taken t WHERE t.coin = kept.coin) AS taken
     FROM kept JOIN firsts USING (coin) GROUP BY coin, first ORDER BY coin`,
    [chain, blockMax, limit],
  )
  return rows.map((row) => ({ ...row, remainder: BigInt(row.remainder) }))
}

/** In base units of the token. */
export const keepRemainder = async (tx: Tx, chain: ChainId, coin: Coin, baseUnits: bigint): Promise<void> => {
  await tx.query('INSERT INTO chain_remainder (chain, coin, base_units) VALUES ($1, $2, $3)', [
    chain,
    coin,
    `${baseUnits}`,
  ])
}

export async function waitingOf(tx: Tx, walletId: WalletId, chain: ChainId, coin: Coin): Promise<bigint> {
  const [row] = await tx.query<{ units: bigint }>(
    `SELECT ((SELECT coalesce(sum(units), 0) FROM deposit
                WHERE wallet_id = $1 AND chain = $2 AND coin = $3 AND state = 'collecting' AND orphaned_at IS NULL)
           + (SELECT coalesce(sum(units - given_units), 0) FROM dust WHERE wallet_id = $1 AND chain = $2 AND coin = $3))::bigint AS units`,
    [walletId, chain, coin],
  )
  return row?.units ?? 0n
}

/** Marks dust as due if it and the wallet's other waiting payments reach the minimum. */
export const markDue = async (tx: Tx, ids: readonly bigint[], minimum: bigint): Promise<void> => {
  await tx.query(
    `UPDATE dust d SET is_due = true WHERE d.id = ANY ($1::bigint[]) AND d.wallet_id IS NOT NULL AND d.units > d.given_units
       AND d.units - d.given_units + (SELECT coalesce(sum(p.units), 0) FROM deposit p WHERE p.wallet_id = d.wallet_id AND p.chain = d.chain
         AND p.coin = d.coin AND p.state = 'collecting' AND p.orphaned_at IS NULL) >= $2`,
    [ids, minimum],
  )
}

export type DueDust = { readonly walletId: WalletId; readonly coin: Coin }

export const dueDust = (sql: Sql, chain: ChainId, limit: number): Promise<DueDust[]> =>
  sql.query<DueDust>(
    'SELECT wallet_id AS "walletId", coin FROM dust WHERE chain = $1 AND is_due ORDER BY coin, to_address LIMIT $2',
    [chain, limit],
  )

/** Call after an orphaned payment or a higher minimum. */
export const clearDue = async (tx: Tx, walletId: WalletId, chain: ChainId, coin: Coin): Promise<void> => {
  await tx.query('UPDATE dust SET is_due = false WHERE wallet_id = $1 AND chain = $2 AND coin = $3', [
    walletId,
    chain,
    coin,
  ])
}

export type WaitingDust = {
  readonly chain: ChainId
  readonly coin: Coin
  readonly units: bigint
  /** Number of payments ever received. */
  readonly payments: bigint
  readonly since: Date
}

export const waitingDust = (sql: Sql, walletId: WalletId): Promise<WaitingDust[]> =>
  sql.query<WaitingDust>(
    `SELECT chain, coin, units - given_units AS units, payments, since FROM dust WHERE wallet_id = $1 AND units > given_units
     ORDER BY chain, coin`,
    [walletId],
  )

type Given = { readonly units: bigint; readonly times: number }

/** The caller has locked the wallet and posts the amount. */
export async function giveDust(tx: Tx, walletId: WalletId, chain: ChainId, coin: Coin, at: Date): Promise<Given> {
  const [row] = await tx.query<Given>(
    `UPDATE dust SET given_units = units, times_given = times_given + 1, given_at = $4, is_due = false
     WHERE wallet_id = $1 AND chain = $2 AND coin = $3 AND units > given_units
     RETURNING new.given_units - old.given_units AS units, new.times_given AS times`,
    [walletId, chain, coin, at],
  )
  return row ?? { units: 0n, times: 0 }
}

export async function giveWaiting(tx: Tx, walletId: WalletId, chain: ChainId, coin: Coin, at: Date): Promise<Given> {
  const dust = await giveDust(tx, walletId, chain, coin, at)
  const [row] = await tx.query<{ units: bigint }>(
    `WITH payments AS (
       UPDATE deposit SET state = 'credited', credited_at = $4
       WHERE wallet_id = $1 AND chain = $2 AND coin = $3 AND state = 'collecting' AND orphaned_at IS NULL RETURNING units
     ) SELECT coalesce(sum(units), 0)::bigint AS units FROM payments`,
    [walletId, chain, coin, at],
  )
  return { units: dust.units + (row?.units ?? 0n), times: dust.times }
}
