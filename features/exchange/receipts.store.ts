import type { Sql, Tx } from '#kit/db.ts'
import type { PairId, WalletId } from '#kit/ids.ts'
import type { Direction } from './exchange.ts'

/** A trade of a wallet, as it was. */
export type Receipt = {
  readonly tradeId: bigint
  readonly pair: PairId
  readonly direction: Direction
  readonly units: bigint
  readonly fee: bigint
  readonly received: bigint
  readonly least: bigint
  readonly reserve: bigint
  /** 10⁻¹² of base for one quoted. */
  readonly guidePrice: bigint | null
  readonly at: Date
}
export type NewReceipt = Receipt & { readonly key: string; readonly walletId: WalletId; readonly value: bigint }

/** Writes down what a trade was. */
export async function keepReceipt(tx: Tx, receipt: NewReceipt): Promise<void> {
  const { tradeId, key, walletId, pair, direction, units, fee, received, least, reserve, guidePrice, value, at } =
    receipt
  await tx.query(
    `INSERT INTO exchange_receipt (trade_id, key, wallet_id, pair, direction, units, fee_units, received_units, least_units,
       reserve_units, guide_price, value_units, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [tradeId, key, walletId, pair, direction, units, fee, received, least, reserve, guidePrice, value, at],
  )
}

export type ReceiptFilter = {
  readonly id?: number | undefined
  readonly pair?: PairId | undefined
  /** Only those before this number. */
  readonly before?: bigint | undefined
  readonly limit: number
}

/** A wallet's receipts, the newest first. */
export const receiptsOf = (
  sql: Sql,
  walletId: WalletId,
  { id, pair, before, limit }: ReceiptFilter,
): Promise<Receipt[]> =>
  sql.query<Receipt>(
    `SELECT trade_id AS "tradeId", pair, direction, units, fee_units AS fee, received_units AS received, least_units AS least,
       reserve_units AS reserve, guide_price AS "guidePrice", at FROM exchange_receipt
     WHERE wallet_id = $1 AND ($2::bigint IS NULL OR trade_id = $2) AND ($3::bigint IS NULL OR trade_id < $3)
       AND ($4::text IS NULL OR pair = $4)
     ORDER BY trade_id DESC LIMIT $5`,
    [walletId, id, before, pair, limit],
  )
