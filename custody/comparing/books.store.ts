import type { Coin } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import { type ChainId, chainCoin, chains } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { Db, Sql, Tx } from '#kit/store/db.ts'
import { outside } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import type { BlockHeader } from '#outside/chains/port.ts'
import { imaginedMovements } from '../venues.store.ts'
import { type Comparison, fineOfBase, fineOfUnits, unitsOfFine } from './reconciliation.ts'
import { type Resting, restingBalances } from './resting.store.ts'

/** All in 10⁻¹⁸. */
export type Booked = {
  readonly coin: Coin
  readonly booked: bigint
  readonly arriving: bigint
  readonly remainders: bigint
  /** Customer addresses that should hold the coin, except those in `resting`. */
  readonly addresses: readonly Address[]
  readonly resting: Resting
}
export type BookSnapshot = {
  readonly tip: BlockHeader
  readonly coins: readonly Booked[]
  /** Hashes of transactions that may be on the chain but are open in the ledger. */
  readonly openPayments: readonly string[]
}

/**
 * Reads all figures in one snapshot. @param sweptSince addresses swept after this moment still count, because a reorganization may restore
 * their coins. @returns undefined before the first block.
 */
export const readBooks = (
  db: Db,
  chain: ChainId,
  coins: readonly Coin[],
  sweptSince: Date,
): Promise<BookSnapshot | undefined> =>
  db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    const [tip] = await tx.query<{ number: bigint; hash: string; parent: string }>(
      'SELECT number, hash, parent FROM chain_block WHERE chain = $1 ORDER BY number DESC LIMIT 1',
      [chain],
    )
    if (!tip) return undefined
    const payments = await tx.query<{ hash: string }>(
      `SELECT a.tx_hash AS hash FROM outgoing_transaction t JOIN outgoing_attempt a ON a.outgoing_id = t.id
       WHERE t.chain = $1 AND t.purpose = 'payment' AND t.ended_at IS NULL AND a.tx_hash IS NOT NULL`,
      [chain],
    )
    const booked: Booked[] = []
    for (const coin of coins) booked.push(await readCoin(tx, chain, coin, tip.number, sweptSince))
    const openPayments = payments.map(({ hash }) => hash)
    return { tip: { ...tip, number: Number(tip.number) }, coins: booked, openPayments }
  })

const noneRest: Resting = { addresses: new Set(), fine: 0n, asked: [] }

async function readCoin(tx: Tx, chain: ChainId, coin: Coin, tip: bigint, sweptSince: Date): Promise<Booked> {
  const terms = chainCoin(chain, coin)
  expect(terms, `${coin} travels on ${chain}`)
  // Excludes payments of orphaned blocks. Includes venue payments, and reversed payments that are on the chain again, until an operator
  // decides.
  const [row] = await tx.query<{ arriving: string; remainders: string }>(
    `SELECT coalesce(sum(units) FILTER (WHERE block_number <= $3), 0)::text AS arriving,
       ((SELECT coalesce(sum(base_units), 0) FROM chain_remainder WHERE chain = $1 AND coin = $2)
         - coalesce(sum(remainder) FILTER (WHERE block_number > $3), 0))::text AS remainders
     FROM deposit WHERE chain = $1 AND coin = $2 AND orphaned_at IS NULL AND (state IN ('seen', 'corrected') OR kind = 'venue')
       AND (state IN ('seen', 'corrected') OR NOT EXISTS (
         SELECT FROM venue_movement b WHERE b.chain = deposit.chain AND b.transaction = deposit.tx_hash))`,
    [chain, coin, tip],
  )
  const dust = await arrivingDust(tx, chain, coin, tip)
  const imagined = coin === 'USDT' ? await imaginedMovements(tx, chain) : 0n
  const booked = -(await balanceOf(tx, outside(chain), coin))
  // On TRON, resting addresses are skipped. Other chains return hundreds of balances per call.
  const resting =
    chains[chain].form === 'tron'
      ? await restingBalances(tx, { chain, coin }, tip, fineOfBase(1n, terms.decimals), sweptSince)
      : noneRest
  const addresses = await holdingAddresses(tx, chain, coin, sweptSince)
  return {
    coin,
    booked: fineOfUnits(booked - imagined),
    arriving: fineOfUnits(BigInt(row?.arriving ?? 0)) + dust,
    remainders: fineOfBase(BigInt(row?.remainders ?? 0), terms.decimals),
    addresses: addresses.filter((address) => !resting.addresses.has(address)),
    resting,
  }
}

async function holdingAddresses(tx: Tx, chain: ChainId, coin: Coin, sweptSince: Date): Promise<readonly Address[]> {
  const rows = await tx.query<{ address: Address }>(
    `SELECT to_address AS address FROM deposit
       WHERE chain = $1 AND coin = $2 AND swept_at IS NULL AND orphaned_at IS NULL AND kind = 'wallet'
     UNION SELECT to_address FROM deposit WHERE chain = $1 AND coin = $2 AND swept_at >= $3
     UNION SELECT address FROM stray_balance WHERE chain = $1 AND coin = $2
     UNION SELECT to_address FROM dust_in_block WHERE chain = $1 AND coin = $2
     UNION SELECT to_address FROM dust WHERE chain = $1 AND coin = $2 AND swept_fine < fine
     UNION SELECT to_address FROM dust WHERE chain = $1 AND coin = $2 AND swept_at >= $3`,
    [chain, coin, sweptSince],
  )
  return rows.map(({ address }) => address)
}

/** In 10⁻¹⁸. */
async function arrivingDust(tx: Tx, chain: ChainId, coin: Coin, tip: bigint): Promise<bigint> {
  const [row] = await tx.query<{ fine: string }>(
    'SELECT coalesce(sum(fine), 0)::text AS fine FROM dust_in_block WHERE chain = $1 AND coin = $2 AND block_number <= $3',
    [chain, coin, tip],
  )
  return BigInt(row?.fine ?? 0)
}

export type Reconciliation = {
  readonly chain: ChainId
  readonly coin: Coin
  readonly blockNumber: bigint
  readonly blockHash: string
  readonly comparedAt: Date
  /** In 10⁻⁸, rounded down. */
  readonly custodyUnits: bigint
  readonly expectedUnits: bigint
  readonly bookedUnits: bigint
  readonly arrivingUnits: bigint
  readonly leavingUnits: bigint
  /** In 10⁻¹⁸. Negative if coins are missing. */
  readonly difference: bigint
}

type Compared = Comparison & {
  readonly chain: ChainId
  readonly coin: Coin
  readonly tip: BlockHeader
  readonly at: Date
  readonly custody: bigint
  readonly booked: bigint
  readonly arriving: bigint
  readonly leaving: bigint
}

export const keepReconciliation = async (tx: Tx, found: Compared): Promise<void> => {
  const { chain, coin, tip, at } = found
  const figures = [found.custody, found.expected, found.booked, found.arriving, found.leaving].map(
    (fine) => `${unitsOfFine(fine)}`,
  )
  await tx.query(
    `INSERT INTO reconciliation (chain, coin, block_number, block_hash, compared_at, custody_units, expected_units, booked_units,
       arriving_units, leaving_units, difference) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (chain, coin) DO UPDATE SET block_number = $3, block_hash = $4, compared_at = $5, custody_units = $6,
       expected_units = $7, booked_units = $8, arriving_units = $9, leaving_units = $10, difference = $11`,
    [chain, coin, tip.number, tip.hash, at, ...figures, `${found.difference}`],
  )
}

export async function reconciliations(sql: Sql): Promise<readonly Reconciliation[]> {
  const rows = await sql.query<{ [Name in keyof Reconciliation]: Reconciliation[Name] & string }>(
    `SELECT chain, coin, block_number AS "blockNumber", block_hash AS "blockHash", compared_at AS "comparedAt",
       custody_units AS "custodyUnits", expected_units AS "expectedUnits", booked_units AS "bookedUnits",
       arriving_units AS "arrivingUnits", leaving_units AS "leavingUnits", difference
     FROM reconciliation ORDER BY chain, coin`,
  )
  return rows.map((row) => ({
    ...row,
    custodyUnits: BigInt(row.custodyUnits),
    expectedUnits: BigInt(row.expectedUnits),
    bookedUnits: BigInt(row.bookedUnits),
    arrivingUnits: BigInt(row.arrivingUnits),
    leavingUnits: BigInt(row.leavingUnits),
    difference: BigInt(row.difference),
  }))
}

/** Undefined if any coin was never compared. */
export async function comparedAt(sql: Sql, chain: ChainId, coins: readonly Coin[]): Promise<Date | undefined> {
  const [row] = await sql.query<{ at: Date | null; count: bigint }>(
    'SELECT min(compared_at) AS at, count(*) AS count FROM reconciliation WHERE chain = $1 AND coin = ANY ($2::text[])',
    [chain, coins],
  )
  return row && Number(row.count) === coins.length ? (row.at ?? undefined) : undefined
}
