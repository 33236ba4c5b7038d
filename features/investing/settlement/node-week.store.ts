import { multiply } from '#kit/amount.ts'
import { type Asset, assetOf, isCoin } from '#kit/assets.ts'
import { addDays, type Day } from '#kit/clock.ts'
import type { Sql, Tx } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { available, poolFree } from '#ledger/chart.ts'
import { type DayStep, isLastOfWeek } from '#ledger/days/day-step.ts'
import { cutOf, pricesAtCut } from '#ledger/days/days.store.ts'
import { shareOf } from '#ledger/days/pot-share.ts'
import { postMany } from '#ledger/ledger.store.ts'
import type { Order } from '../orders/order.ts'
import { loadAccruing } from '../orders/orders.store.ts'
import { moving } from '../products/legs.ts'
import { nodeCodes } from '../products/node.ts'
import { lineOf } from '../products/registry.ts'
import { type Chunk, entriesFor, orderStep } from './order-step.ts'

/** Exchange fees of a week by the wallet that paid them, in USDT at the prices of its last day. A coin without a price counts nothing. */
async function loadWeekFees(sql: Sql, day: Day): Promise<Map<WalletId, bigint>> {
  const prices = await pricesAtCut(sql, day)
  const rows = await sql.query<{ wallet: WalletId; asset: number; units: string }>(
    `SELECT d.holder AS wallet, p.asset, sum(p.amount)::text AS units
     FROM account a JOIN posting p ON p.lane = a.lane AND p.credit = a.id AND p.id > $1 AND p.id <= $2 AND p.code = 105
     JOIN account d ON d.lane = p.lane AND d.id = p.debit
     WHERE a.lane = 0 AND a.owner = 'house' AND a.purpose = 'fees' GROUP BY d.holder, p.asset`,
    [await cutOf(sql, addDays(day, -7)), await cutOf(sql, day)],
  )
  const fees = new Map<WalletId, bigint>()
  for (const { wallet, asset, units } of rows) {
    const coin = assetOf(asset)
    const price = isCoin(coin) ? prices.get(coin) : undefined
    if (price) fees.set(wallet, (fees.get(wallet) ?? 0n) + multiply(BigInt(units), price, 'down'))
  }
  return fees
}

/** What the teams of these wallets, everybody below them, paid: by the wallet above. Assumed: the holder's own fees are not its team's. */
async function loadTeamFees(
  sql: Sql,
  holders: readonly WalletId[],
  fees: ReadonlyMap<WalletId, bigint>,
): Promise<ReadonlyMap<WalletId, bigint>> {
  const rows = await sql.query<{ wallet: WalletId; units: string }>(
    `WITH RECURSIVE up AS (
       SELECT w.sponsor_id AS id, f.units FROM unnest($1::text[], $2::int8[]) AS f (wallet, units)
         JOIN wallet w ON w.id = f.wallet WHERE w.sponsor_id IS NOT NULL
       UNION ALL SELECT w.sponsor_id, up.units FROM up JOIN wallet w ON w.id = up.id WHERE w.sponsor_id IS NOT NULL
     )
     SELECT id AS wallet, sum(units)::text AS units FROM up WHERE id = ANY ($3::text[]) GROUP BY id`,
    [[...fees.keys()], [...fees.values()], holders],
  )
  return new Map(rows.map(({ wallet, units }) => [wallet, BigInt(units)]))
}

/** The quarter of each day of a week that was kept for it, coin by coin. */
async function loadWeekPots(sql: Sql, day: Day): Promise<{ asset: Asset; units: bigint }[]> {
  const rows = await sql.query<{ asset: number; units: string }>(
    `SELECT asset, sum(units)::text AS units FROM settlement_pot WHERE pool = 'node' AND pot = 'week' AND day > $1 AND day <= $2
     GROUP BY asset ORDER BY asset`,
    [addDays(day, -7), day],
  )
  return rows.map(({ asset, units }) => ({ asset: assetOf(asset), units: BigInt(units) }))
}

/** A quarter of the week's revenue by the fees of the node teams, all nodes at once: there are as many as star users with one. */
async function shareWeek(chunk: Chunk): Promise<readonly Order[]> {
  const { tx, day, at, due } = chunk
  const pots = await loadWeekPots(tx, day)
  if (pots.length === 0) return []
  const orders = await loadAll(tx, due.line, at)
  const fees = await loadTeamFees(
    tx,
    orders.map(({ walletId }) => walletId),
    await loadWeekFees(tx, day),
  )
  const weight = [...fees.values()].reduce((sum, units) => sum + units, 0n)
  const entries = orders.flatMap((order) => {
    const own = fees.get(order.walletId) ?? 0n
    const to = available(order.walletId)
    const postings = pots.map(({ asset, units }) => ({
      from: poolFree('node'),
      to,
      asset,
      units: shareOf({ units, weight }, own, 0n),
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

/** Falls on the midnight that ends a Sunday. */
export const nodeWeekStep: DayStep = {
  ...orderStep('node_week', 'midnight', [lineOf('node')], shareWeek),
  on: isLastOfWeek,
}
