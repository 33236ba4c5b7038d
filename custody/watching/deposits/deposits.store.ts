import { type Coin, coins } from '#kit/amount/coins.ts'
import { type ChainId, chainIds, chains } from '#kit/chain/chains.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'

export type ShownDeposit = {
  readonly id: bigint
  /** 1, or the number of dust payments of a coin on a chain. */
  readonly payments: bigint
  readonly chain: ChainId
  readonly coin: Coin
  readonly units: bigint
  readonly state: 'seen' | 'collecting' | 'credited' | 'corrected'
  readonly blockNumber: bigint
  readonly address: string
  readonly hash: string
  readonly seenAt: Date
  readonly creditedAt: Date | null
  readonly orphanedAt: Date | null
}
export type DepositFilter = {
  readonly coin?: Coin | undefined
  readonly chain?: ChainId | undefined
  readonly before?: bigint | undefined
  readonly limit: number
}

const shown = `id, 1::bigint AS payments, chain, coin, units, state, block_number AS "blockNumber", to_address AS address, tx_hash AS hash,
  seen_at AS "seenAt", credited_at AS "creditedAt", orphaned_at AS "orphanedAt"`
const [everyChain, everyCoin] = [chainIds, coins]

/** Newest first. Reads each chain and coin in order, so each page costs the same. */
export const depositsOf = (sql: Sql, walletId: WalletId, filter: DepositFilter): Promise<ShownDeposit[]> =>
  sql.query<ShownDeposit>(
    `SELECT ${shown} FROM (
       SELECT o.* FROM unnest($2::text[]) AS c (chain) CROSS JOIN unnest($3::text[]) AS k (coin) CROSS JOIN LATERAL (
         SELECT * FROM deposit d WHERE d.wallet_id = $1 AND d.chain = c.chain AND d.coin = k.coin AND d.units > 0
           AND d.id < coalesce($4::bigint, 9223372036854775807) ORDER BY d.id DESC LIMIT $5) o
       UNION
       SELECT d.* FROM suspense_release r JOIN deposit d ON d.id = r.deposit_id
         WHERE r.wallet_id = $1 AND d.units > 0 AND d.chain = ANY ($2::text[]) AND d.coin = ANY ($3::text[])
           AND d.id < coalesce($4::bigint, 9223372036854775807)) found
     ORDER BY id DESC LIMIT $5`,
    [
      walletId,
      filter.chain ? [filter.chain] : everyChain,
      filter.coin ? [filter.coin] : everyCoin,
      ...[filter.before ?? null, filter.limit],
    ],
  )

/** One row per coin and chain, with a negative id. */
export const dustOf = (
  sql: Sql,
  walletId: WalletId,
  { coin, chain }: Pick<DepositFilter, 'coin' | 'chain'>,
): Promise<ShownDeposit[]> =>
  sql.query<ShownDeposit>(
    `SELECT -id AS id, payments, chain, coin, CASE WHEN units > given_units THEN units - given_units ELSE given_units END AS units,
       CASE WHEN units > given_units THEN 'collecting' ELSE 'credited' END AS state, newest_block AS "blockNumber", to_address AS address,
       '' AS hash, newest_at AS "seenAt", given_at AS "creditedAt", NULL AS "orphanedAt"
     FROM dust WHERE wallet_id = $1 AND units > 0 AND ($2::text IS NULL OR coin = $2) AND ($3::text IS NULL OR chain = $3)`,
    [walletId, coin ?? null, chain ?? null],
  )

export type FaucetWish = {
  readonly key: string
  readonly walletId: WalletId
  readonly chain: ChainId
  readonly coin: Coin
  readonly units: bigint
  readonly at: Date
}

export async function keepWish(tx: Tx, { key, walletId, chain, coin, units, at }: FaucetWish): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO faucet_request (key, wallet_id, chain, coin, units, asked_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [key, walletId, chain, coin, units, at],
  )
  return row?.id ?? 0n
}

export type OpenWish = FaucetWish & { readonly id: bigint; readonly address: string }

/** Oldest first. */
export const openWishes = (sql: Sql, limit: number): Promise<OpenWish[]> =>
  sql.query<OpenWish>(
    `SELECT f.id, f.key, f.wallet_id AS "walletId", f.chain, f.coin, f.units, f.asked_at AS at, a.address
     FROM faucet_request f JOIN unnest($2::text[], $3::text[]) AS place (chain, family) ON place.chain = f.chain
       JOIN receiving_address a ON a.wallet_id = f.wallet_id AND a.family = place.family
     WHERE f.tx_hash IS NULL AND f.refused IS NULL ORDER BY f.id LIMIT $1`,
    [limit, chainIds, chainIds.map((chain) => chains[chain].form)],
  )

export const markGiven = async (sql: Sql, id: bigint, hash: string): Promise<void> => {
  await sql.query('UPDATE faucet_request SET tx_hash = $2 WHERE id = $1', [id, hash])
}
export const markRefused = async (sql: Sql, id: bigint, reason: string): Promise<void> => {
  await sql.query('UPDATE faucet_request SET refused = $2 WHERE id = $1', [id, reason])
}

export type FoundDeposit = {
  readonly chain: ChainId
  readonly coin: Coin
  readonly address: string
  readonly hash: string
  readonly units: bigint
  readonly at: Date
  readonly explorerUrl: string | null
}

export async function findDeposit(
  sql: Sql,
  walletId: WalletId,
  { chain, hash }: { readonly chain: ChainId; readonly hash: string },
): Promise<FoundDeposit | undefined> {
  const [row] = await sql.query<FoundDeposit>(
    `SELECT d.chain, d.coin, d.to_address AS address, d.tx_hash AS hash, d.units, d.seen_at AS at, n.explorer_url AS "explorerUrl"
     FROM deposit d LEFT JOIN chain_standing n ON n.chain = d.chain WHERE d.chain = $2 AND d.tx_hash = $3 AND d.wallet_id = $1 LIMIT 1`,
    [walletId, chain, hash],
  )
  return row
}
