import { type Coin, coins } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { TransferTerms } from './transfers.ts'

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
  readonly before?: bigint | undefined
  readonly limit: number
}

const side = (direction: 'in' | 'out', own: string, other: string): string =>
  `SELECT m.id, '${direction}' AS direction, m.${other} AS other_id, m.coin, m.units, m.remark, m.at
    FROM unnest($2::text[]) AS c (coin) CROSS JOIN LATERAL (
      SELECT * FROM transfer t WHERE t.${own} = $1 AND t.coin = c.coin AND t.id >= $3 AND t.id <= $4 ORDER BY t.id DESC LIMIT $5) m`
const sides = { out: side('out', 'from_wallet', 'to_wallet'), in: side('in', 'to_wallet', 'from_wallet') } as const

const numbersOf = ({ id, before = 2n ** 63n - 1n }: TransferFilter): readonly bigint[] =>
  id === undefined ? [0n, before - 1n] : [BigInt(id), BigInt(id) < before ? BigInt(id) : -1n]

/** Newest first, at constant cost per page. */
export const transfersOf = (sql: Sql, walletId: WalletId, filter: TransferFilter): Promise<Transfer[]> =>
  sql.query<Transfer>(
    `SELECT s.id, s.direction, s.other_id AS "otherId", w.nickname AS "otherNickname", s.coin, s.units, s.remark, s.at
     FROM (SELECT * FROM (${filter.direction ? sides[filter.direction] : `${sides.out} UNION ALL ${sides.in}`}) found
       ORDER BY id DESC LIMIT $5) s
     JOIN holder w ON w.id = s.other_id ORDER BY s.id DESC`,
    [walletId, filter.coin ? [filter.coin] : coins, ...numbersOf(filter), filter.limit],
  )

export async function isPaidBefore(sql: Sql, from: WalletId, to: WalletId): Promise<boolean> {
  const rows = await sql.query('SELECT 1 FROM transfer WHERE from_wallet = $1 AND to_wallet = $2 LIMIT 1', [from, to])
  return rows.length > 0
}

export type NewTransfer = Omit<TransferTerms, 'id'> & {
  readonly value: bigint | undefined
  readonly remark: string
  readonly at: Date
}

/** @returns the transfer numbers, in input order */
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
