import type { Rate } from '#kit/amount.ts'
import { assetOf, type Coin, coins } from '#kit/assets.ts'
import type { Day } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import { usdtRate } from '#ledger/market.store.ts'
import type { Order } from '../orders/order.ts'
import type { DayFacts } from '../products/line.ts'
import { endOf } from './steps.ts'

const nothing: Rate = { numerator: 0n, denominator: 1n }

/** What is in the accounts of orders, by "order:12 principal USDT". */
async function loadInOrders(sql: Sql, orders: readonly Order[]): Promise<Map<string, bigint>> {
  const rows = await sql.query<{ owner: string; purpose: string; asset: number; balance: bigint }>(
    'SELECT owner, purpose, asset, balance FROM account WHERE lane = 0 AND owner = ANY ($1)',
    [orders.map(({ id }) => `order:${id}`)],
  )
  return new Map(rows.map((row) => [`${row.owner} ${row.purpose} ${assetOf(row.asset)}`, row.balance]))
}

/** What these orders need to know of a day that is over. */
export async function loadDayFacts(sql: Sql, day: Day, orders: readonly Order[]): Promise<DayFacts> {
  const at = endOf(day)
  const rates = new Map<Coin, Rate | undefined>()
  for (const coin of coins) rates.set(coin, await usdtRate(sql, coin, at))
  const inOrders = await loadInOrders(sql, orders)
  return {
    day,
    at,
    usdt: (coin) => rates.get(coin),
    principal: ({ id }, asset) => inOrders.get(`order:${id} principal ${asset}`) ?? 0n,
    promised: ({ id }, asset) => inOrders.get(`order:${id} promised ${asset}`) ?? 0n,
    speed: () => nothing,
  }
}
