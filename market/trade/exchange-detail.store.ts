import { divide, showUnits, unitsPerOne } from '#kit/amount/amount.ts'
import type { Sql } from '#kit/store/db.ts'
import type { PairId, WalletId } from '#kit/text/ids.ts'
import { coinsOf } from '../market.ts'

type Trade = {
  readonly pair: PairId
  readonly direction: 'buy' | 'sell'
  readonly units: bigint
  readonly fee: bigint
  readonly received: bigint
  readonly at: Date
}
/** Null if the trade belongs to another wallet. */
export async function loadExchangeDetail(sql: Sql, walletId: WalletId, id: string) {
  const [row] = await sql.query<Trade>(
    `SELECT pair, direction, units, fee_units AS fee, received_units AS received, at
     FROM exchange_receipt WHERE trade_id = $2 AND wallet_id = $1`,
    [walletId, id],
  )
  if (!row) return null
  const { base, quoted } = coinsOf(row.pair)
  const [give, receive] = row.direction === 'buy' ? [base, quoted] : [quoted, base]
  return {
    kind: 'exchange' as const,
    id: Number(id),
    give,
    receive,
    amount: showUnits(row.units),
    received: showUnits(row.received),
    fee: showUnits(row.fee),
    rate: showUnits(divide(row.received * unitsPerOne, row.units, 'down')),
    at: row.at.toISOString(),
  }
}
