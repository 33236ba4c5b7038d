import { type Asset, assetNumber, assetOf, coins } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Day } from '#kit/time/clock.ts'
import { classes, classNumber } from '#ledger/posting/classes.ts'
import { laneOf } from '#ledger/posting/lane.ts'
import { keepUp } from '#ledger/records/history.store.ts'
import { linesThat } from '../registry.ts'
import type { DayRule } from './by-day.ts'
import type { DayFlow, Flow, OrderFlow } from './realised.ts'

const counted: readonly Asset[] = [...coins, 'POWER']
const wallets = [classNumber('wallet.available'), classNumber('wallet.held')]
const owns = [...wallets, ...classes.filter((name) => name.endsWith('.principal')).map(classNumber)]

/**
 * Moves between the holder's wallet and principal do not count. Income from pools is a gain; payments to fees, prices, markets or pools are
 * a loss.
 */
const sums = `sum(CASE WHEN class = ANY ($4::int2[]) AND other_class <> ALL ($4::int2[]) THEN units_out ELSE 0 END)::text AS paid,
  sum(CASE WHEN class = ANY ($4::int2[]) AND other_class <> ALL ($4::int2[]) THEN units_in ELSE 0 END)::text AS back,
  sum(units_in - units_out)::text AS net`
const own = 'lane = $1 AND holder = $2 AND class = ANY ($3::int2[]) AND asset = ANY ($5::int2[])'
const paramsOf = (walletId: WalletId) => [laneOf(walletId), walletId, owns, wallets, counted.map(assetNumber)]

type Row = { readonly asset: number; readonly paid: string; readonly back: string; readonly net: string }
const read = <Rest>({ asset, paid, back, net, ...rest }: Row & Rest) => ({
  ...rest,
  ...{ asset: assetOf(asset), paid: BigInt(paid), back: BigInt(back), net: BigInt(net) },
})

export async function loadOrderFlows(sql: Sql, walletId: WalletId, orderIds: readonly number[]): Promise<OrderFlow[]> {
  await keepUp(sql, walletId)
  const rows = await sql.query<Row & { ref: string }>(
    `SELECT order_ref AS ref, asset, ${sums} FROM own_order WHERE ${own} AND order_ref = ANY ($6::text[]) GROUP BY 1, 2 ORDER BY 1, 2`,
    [...paramsOf(walletId), orderIds.map((id) => `order:${id}`)],
  )
  return rows.map(read).map(({ ref, ...flow }) => ({ ...flow, orderId: Number(ref.slice('order:'.length)) }))
}

/** Grouped by product line ('-' for other wallets' orders) and asset. */
export async function loadLineFlows(sql: Sql, walletId: WalletId): Promise<(Flow & { readonly line: string })[]> {
  await keepUp(sql, walletId)
  const rows = await sql.query<Row & { line: string }>(
    `SELECT line, asset, ${sums} FROM own_month WHERE ${own} AND line <> '' GROUP BY 1, 2 ORDER BY 1, 2`,
    paramsOf(walletId),
  )
  return rows.map(read)
}

/** Accounts whose promised coins count when the order starts, not when they are released. */
const setAside = linesThat(({ source }) => source !== undefined)
  .map((line) => classes.find((name) => name === `order.${line}.promised`))
  .flatMap((name) => (name ? [classNumber(name)] : []))

/** Newest first. @param rule decides which day a midnight belongs to */
export async function loadDayFlows(
  sql: Sql,
  walletId: WalletId,
  { from, rule }: { readonly from: Day; readonly rule: DayRule },
): Promise<DayFlow[]> {
  await keepUp(sql, walletId)
  const rows = await sql.query<Row & { day: Day }>(
    `SELECT day::text AS day, asset, ${sums} FROM (
       SELECT day - CASE WHEN at_midnight AND $8 THEN 1 ELSE 0 END AS day, asset, class, other_class, units_in, units_out
       FROM own_day WHERE ${own} AND line <> '' AND day >= $6::date AND other_class <> ALL ($7::int2[])) moved
     WHERE day >= $6::date GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
    [...paramsOf(walletId), from, setAside, rule === 'settled'],
  )
  return rows.map(read)
}

/** Latest calendar days with flows, newest first. */
export async function lateDays(sql: Sql, walletId: WalletId, most: number): Promise<Day[]> {
  await keepUp(sql, walletId)
  const rows = await sql.query<{ day: Day }>(
    `SELECT day::text AS day FROM own_day WHERE ${own} AND line <> '' GROUP BY own_day.day ORDER BY own_day.day DESC LIMIT $4`,
    [laneOf(walletId), walletId, owns, most, counted.map(assetNumber)],
  )
  return rows.map(({ day }) => day)
}
