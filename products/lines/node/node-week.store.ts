import { type DayStep, isLastOfWeek } from '#days/day-step.ts'
import { snapshotOf } from '#days/snapshot.store.ts'
import { loadNumbers } from '#engine/number-rows.store.ts'
import { withoutFeature } from '#identity/team/region.store.ts'
import { loadTree } from '#identity/team/sponsor-tree.store.ts'
import type { SponsorTree } from '#identity/team/sponsor-tree.ts'
import { sumsBelow } from '#identity/team/sponsor-tree.ts'
import { multiply, unitsPerOne } from '#kit/amount/amount.ts'
import { type Asset, assetOf, isCoin } from '#kit/amount/coins.ts'
import { type Amounts, addUnits, amountsOf, unitsAt, unitsPerWhole } from '#kit/amount/many-amounts.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addDays, type Day } from '#kit/time/clock.ts'
import { available, poolFree } from '#ledger/posting/chart.ts'
import { postMany } from '#ledger/posting/ledger.store.ts'
import { valuesAtSnapshot } from '#market/prices/value.store.ts'
import { type Chunk, entriesFor, orderStep } from '../../orders/order-step.ts'
import { loadAccruing } from '../../orders/orders.store.ts'
import { shareOf } from '../../pots/pot-share.ts'
import { lineOf } from '../../registry.ts'
import { moving } from '../../terms/legs.ts'
import type { Order } from '../../terms/order.ts'
import { nodeCodes } from './node.ts'

/** In USDT at the last day's prices, each coin rounded down; zero without a price. */
async function loadWeekFees(sql: Sql, tree: SponsorTree, day: Day): Promise<Amounts> {
  const prices = await valuesAtSnapshot(sql, day)
  const rows = await loadNumbers(
    sql,
    ['asset', 'whole', 'rest'],
    `SELECT w.serial, p.asset, div(sum(p.amount), ${unitsPerWhole}) AS whole, mod(sum(p.amount), ${unitsPerWhole}) AS rest
     FROM balance a JOIN record p ON p.lane = a.lane AND p.credit = a.id AND p.id > $1 AND p.id <= $2 AND p.code = 105
     JOIN balance d ON d.lane = p.lane AND d.id = p.debit JOIN holder w ON w.id = d.holder
     WHERE a.owner = 'house' AND a.purpose = 'fees' GROUP BY w.serial, p.asset`,
    [await snapshotOf(sql, addDays(day, -7)), await snapshotOf(sql, day)],
  )
  const fees = amountsOf(tree.size)
  for (let at = 0; at < rows.length; at += 4) {
    const [serial = 0, asset = 0, whole = 0, rest = 0] = rows.subarray(at, at + 4)
    const coin = assetOf(asset)
    const price = isCoin(coin) ? prices(coin, 'earns') : undefined
    if (!price) continue
    const paid = BigInt(whole) * unitsPerOne + BigInt(rest)
    addUnits(fees, tree.placeOf(serial), multiply(paid, price, 'down'))
  }
  return fees
}

/** A team is all downlines. Assumed: a holder's own fees are not its team's. */
async function loadTeamFees(sql: Sql, holders: readonly WalletId[], day: Day) {
  const tree = await loadTree(sql)
  const fees = await loadWeekFees(sql, tree, day)
  const below = sumsBelow(tree, fees)
  const rows = await sql.query<{ id: WalletId; serial: number }>(
    'SELECT id, serial::int4 AS serial FROM holder WHERE id = ANY ($1::text[])',
    [holders],
  )
  let all = 0n
  for (let place = 0; place < tree.size; place += 1) all += unitsAt(fees, place)
  const teams = new Map(rows.map(({ id, serial }) => [id, unitsAt(below, tree.placeOf(serial))]))
  return { all, teams }
}

async function loadWeekPots(sql: Sql, day: Day): Promise<{ asset: Asset; units: bigint }[]> {
  const rows = await sql.query<{ asset: number; units: string }>(
    `SELECT asset, sum(units)::text AS units FROM settlement_pot WHERE pool = 'node' AND pot = 'week' AND day > $1 AND day <= $2
     GROUP BY asset ORDER BY asset`,
    [addDays(day, -7), day],
  )
  return rows.map(({ asset, units }) => ({ asset: assetOf(asset), units: BigInt(units) }))
}

/**
 * Shares out a quarter of the week's revenue by node team fees. Shares of barred regions and of fees outside node teams stay in the pool,
 * so that one team's cheap trade in a quiet week cannot earn all of it.
 */
async function shareWeek(chunk: Chunk): Promise<readonly Order[]> {
  const { tx, day, at, due } = chunk
  const pots = await loadWeekPots(tx, day)
  if (pots.length === 0) return []
  const orders = await loadAll(tx, due.line, at)
  const holders = orders.map(({ walletId }) => walletId)
  const { all, teams: fees } = await loadTeamFees(tx, holders, day)
  const barred = await withoutFeature(tx, holders, 'referral')
  const weight = [...fees.values()].reduce((sum, units) => sum + units, 0n)
  const entries = orders.flatMap((order) => {
    if (barred.has(order.walletId)) return []
    const own = fees.get(order.walletId) ?? 0n
    const to = available(order.walletId)
    const postings = pots.map(({ asset, units }) => ({
      from: poolFree('node'),
      to,
      asset,
      units: shareOf({ units, weight }, own, all),
      code: nodeCodes.weekly,
    }))
    return entriesFor(chunk, order, moving(postings))
  })
  await postMany(tx, entries)
  return []
}

async function loadAll(tx: Tx, line: Order['terms']['line'], at: Date): Promise<Order[]> {
  const orders: Order[] = []
  for (let after = 0; ; ) {
    const some = await loadAccruing(tx, { line, after, limit: 1_000 }, at)
    orders.push(...some)
    if (some.length < 1_000) return orders
    after = some.at(-1)?.id ?? after
  }
}

/** At midnight after Sunday. */
export const nodeWeekStep: DayStep = {
  ...orderStep('node_week', 'midnight', [lineOf('node')], shareWeek),
  on: isLastOfWeek,
}
