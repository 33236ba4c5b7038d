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

/** Writes transfers down. @returns their numbers, in this order */
export async function keepTransfers(tx: Tx, made: readonly NewTransfer[]): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint; key: string }>(
    `INSERT INTO transfer (key, from_wallet, to_wallet, coin, units, value_units, remark, at)
     SELECT key, from_wallet, to_wallet, coin, units, value_units, remark, at
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int8[], $6::int8[], $7::text[], $8::timestamptz[]) WITH ORDINALITY
       AS made (key, from_wallet, to_wallet, coin, units, value_units, remark, at, place)
     ORDER BY place RETURNING id, key`,
    [
      made.map(({ key }) => key),
      made.map(({ from }) => from),
      made.map(({ to }) => to),
      made.map(({ coin }) => coin),
      made.map(({ units }) => `${units}`),
      made.map(({ value }) => (value === undefined ? null : `${value}`)),
      made.map(({ remark }) => remark),
      made.map(({ at }) => at.toISOString()),
    ],
  )
  const ids = new Map(rows.map(({ id, key }) => [key, id]))
  return made.map(({ key }) => {
    const id = ids.get(key)
    expect(id, 'an insert gives its row')
    return id
  })
}
