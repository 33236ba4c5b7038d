import type { Coin } from '#kit/assets.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import type { WalletId } from '#kit/ids.ts'
import type { TransferTerms } from './transfers.ts'

/** A transfer as one of its two wallets sees it. */
export type Transfer = {
  readonly id: bigint
  readonly direction: 'in' | 'out'
  readonly otherId: WalletId
  readonly otherNickname: string
  readonly coin: Coin
  readonly units: bigint
  readonly remark: string
  readonly at: Date
}

export type TransferFilter = {
  readonly id?: number | undefined
  readonly direction?: 'in' | 'out' | undefined
  readonly coin?: Coin | undefined
  /** Only those before this number. */
  readonly before?: bigint | undefined
  readonly limit: number
}

/** One side of a wallet's transfers, the newest first: each direction has its index. */
const side = (direction: 'in' | 'out', own: string, other: string): string =>
  `(SELECT t.id, '${direction}' AS direction, t.${other} AS other_id, t.coin, t.units, t.remark, t.at FROM transfer t
    WHERE t.${own} = $1 AND ($2::bigint IS NULL OR t.id = $2) AND ($3::text IS NULL OR '${direction}' = $3)
      AND ($4::text IS NULL OR t.coin = $4) AND ($5::bigint IS NULL OR t.id < $5) ORDER BY t.id DESC LIMIT $6)`

/** A wallet's transfers, the newest first. */
export const transfersOf = (sql: Sql, walletId: WalletId, filter: TransferFilter): Promise<Transfer[]> =>
  sql.query<Transfer>(
    `SELECT s.id, s.direction, s.other_id AS "otherId", w.nickname AS "otherNickname", s.coin, s.units, s.remark, s.at
     FROM (${side('out', 'from_wallet', 'to_wallet')} UNION ALL ${side('in', 'to_wallet', 'from_wallet')}) s
     JOIN holder w ON w.id = s.other_id ORDER BY s.id DESC LIMIT $6`,
    [walletId, filter.id, filter.direction, filter.coin, filter.before, filter.limit],
  )

/** Whether a wallet has paid another before. */
export async function isPaidBefore(sql: Sql, from: WalletId, to: WalletId): Promise<boolean> {
  const rows = await sql.query('SELECT 1 FROM transfer WHERE from_wallet = $1 AND to_wallet = $2 LIMIT 1', [from, to])
  return rows.length > 0
}

export type NewTransfer = Omit<TransferTerms, 'id'> & {
  readonly value: bigint | undefined
  readonly remark: string
  readonly at: Date
}

/** Writes a transfer down. @returns its number */
export async function keepTransfer(tx: Tx, transfer: NewTransfer): Promise<bigint> {
  const { key, from, to, coin, units, value, remark, at } = transfer
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO transfer (key, from_wallet, to_wallet, coin, units, value_units, remark, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [key, from, to, coin, units, value ?? null, remark, at],
  )
  expect(row, 'an insert gives its row')
  return row.id
}
