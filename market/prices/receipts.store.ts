import type { Sql, Tx } from '#kit/store/db.ts'
import { type PairId, pairs, type WalletId } from '#kit/text/ids.ts'
import type { Direction } from '../trade/trade-rules.ts'

export type Receipt = {
  readonly tradeId: bigint
  readonly pair: PairId
  readonly direction: Direction
  readonly units: bigint
  readonly fee: bigint
  readonly received: bigint
  readonly least: bigint
  readonly reserve: bigint
  /** 10⁻¹² of base per quoted coin. */
  readonly guidePrice: bigint | null
  readonly at: Date
}
export type NewReceipt = Receipt & { readonly key: string; readonly walletId: WalletId; readonly value: bigint }

export async function keepReceipts(tx: Tx, receipts: readonly NewReceipt[]): Promise<void> {
  const texts = (of: (receipt: NewReceipt) => bigint | null) => receipts.map((each) => of(each)?.toString() ?? null)
  await tx.query(
    `INSERT INTO exchange_receipt (trade_id, key, wallet_id, pair, direction, units, fee_units, received_units, least_units,
       reserve_units, guide_price, value_units, at)
     SELECT * FROM unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int8[], $7::int8[], $8::int8[], $9::int8[],
       $10::int8[], $11::int8[], $12::int8[], $13::timestamptz[])`,
    [
      texts(({ tradeId }) => tradeId),
      receipts.map(({ key }) => key),
      receipts.map(({ walletId }) => walletId),
      receipts.map(({ pair }) => pair),
      receipts.map(({ direction }) => direction),
      texts(({ units }) => units),
      texts(({ fee }) => fee),
      texts(({ received }) => received),
      texts(({ least }) => least),
      texts(({ reserve }) => reserve),
      texts(({ guidePrice }) => guidePrice),
      texts(({ value }) => value),
      receipts.map(({ at }) => at.toISOString()),
    ],
  )
}

export type ReceiptFilter = {
  readonly id?: number | undefined
  readonly pair?: PairId | undefined
  readonly before?: bigint | undefined
  readonly limit: number
}

const columns = `trade_id AS "tradeId", pair, direction, units, fee_units AS fee, received_units AS received, least_units AS least,
  reserve_units AS reserve, guide_price AS "guidePrice", at`

/** Newest first. */
export const receiptsOf = (
  sql: Sql,
  walletId: WalletId,
  { id, pair, before, limit }: ReceiptFilter,
): Promise<Receipt[]> =>
  sql.query<Receipt>(
    `SELECT ${columns} FROM (SELECT r.* FROM unnest($2::text[]) AS p (pair) CROSS JOIN LATERAL (
       SELECT * FROM exchange_receipt e WHERE e.wallet_id = $1 AND e.pair = p.pair AND e.trade_id >= $3 AND e.trade_id <= $4
       ORDER BY e.trade_id DESC LIMIT $5) r) found
     ORDER BY trade_id DESC LIMIT $5`,
    [walletId, pair ? [pair] : pairs, ...numbersOf(id, before), limit],
  )

const numbersOf = (id: number | undefined, before = 2n ** 63n - 1n): readonly bigint[] =>
  id === undefined ? [0n, before - 1n] : [BigInt(id), BigInt(id) < before ? BigInt(id) : -1n]

const lookedAt = 2_000

/** USDT value traded per wallet, in 10⁻⁸. */
export async function tradedLately(
  sql: Sql,
  ids: readonly WalletId[],
  since: Date,
): Promise<ReadonlyMap<WalletId, bigint>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.query<{ id: WalletId; value: bigint }>(
    `SELECT w.id, sum(r.value_units)::int8 AS value FROM unnest($1::text[]) AS w (id) CROSS JOIN unnest($2::text[]) AS p (pair)
     CROSS JOIN LATERAL (SELECT e.value_units, e.at FROM exchange_receipt e WHERE e.wallet_id = w.id AND e.pair = p.pair
       ORDER BY e.trade_id DESC LIMIT $4) r
     WHERE r.at > $3 GROUP BY w.id`,
    [ids, pairs, since.toISOString(), lookedAt],
  )
  return new Map(rows.map(({ id, value }) => [id, value]))
}
