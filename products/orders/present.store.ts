import { type Asset, assetOf } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import type { Order, Present } from '../terms/order.ts'

export async function loadPresent(sql: Sql, orders: readonly Order[]): Promise<(order: Order) => Present> {
  const rows = await sql.query<{ owner: string; purpose: string; asset: number; balance: bigint }>(
    'SELECT owner, purpose, asset, balance FROM balance WHERE owner = ANY ($1::text[])',
    [orders.map(({ id }) => `order:${id}`)],
  )
  const there = new Map(rows.map((row) => [`${row.owner} ${row.purpose} ${assetOf(row.asset)}`, row.balance]))
  const of = ({ id }: Order, purpose: string, asset: Asset) => there.get(`order:${id} ${purpose} ${asset}`) ?? 0n
  return (order) => ({
    principal: of(order, 'principal', order.terms.base),
    promised: of(order, 'promised', order.terms.pays ?? order.terms.base),
  })
}
