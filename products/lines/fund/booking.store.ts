import { arrivedFromVenue, hasVenue, keepVenueMovement } from '#custody/venues.store.ts'
import { showUnits } from '#kit/amount/amount.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { fail } from '#kit/failure.ts'
import type { Tx } from '#kit/store/db.ts'
import { type Account, outside, poolFree, principal } from '#ledger/posting/chart.ts'
import { postMany } from '#ledger/posting/ledger.store.ts'
import { addEvents } from '../../orders/order-history.store.ts'
import { lockOrdersById, updateOrders } from '../../orders/orders.store.ts'
import { coinsText } from '../../terms/coins-text.ts'
import { addLost, insertBooking, loadWhereabouts, lockRunningOrders } from './fund.store.ts'
import { fundCodes } from './fund.ts'
import { splitLoss } from './profit.ts'

const venue: Account = { owner: 'outside:venue', purpose: 'all' }
const usdt = 'USDT'

export type Arrival = {
  readonly productId: number
  readonly units: bigint
  readonly chain: ChainId
  readonly transaction: string
  readonly reason: string
  readonly at: Date
}

/** Locks the fund, so its figures stay valid until booked. */
async function lockFund(tx: Tx, productId: number): Promise<void> {
  const [row] = await tx.query(`SELECT id FROM product WHERE id = $1 AND line = 'fund' FOR NO KEY UPDATE`, [productId])
  if (!row) fail('invest.product_missing')
}

/**
 * Requires a confirmed transaction of exactly this amount. Only a demo books a fund without a venue address (`server/ops/money/funds.ts`),
 * without a chain check. If its transaction later arrives as a deposit, reconciliation reports the booking as imagined
 * (`imaginedMovements`), so no coin counts twice. @throws invest.fund_limit
 */
async function expectArrived(tx: Tx, { productId, units, chain, transaction }: Arrival): Promise<void> {
  if (!(await hasVenue(tx, productId))) return
  const arrived = await arrivedFromVenue(tx, { productId, chain, transaction })
  if (arrived !== units) fail('invest.fund_limit', { maximum: showUnits(arrived) })
}

/** Books each transaction once. Rejects transactions of deposits. */
async function book(tx: Tx, kind: 'send' | 'return' | 'profit', arrival: Arrival, from: Account, to: Account) {
  const { productId, units, chain, transaction, reason, at } = arrival
  const moved = { productId, chain, transaction, units: kind === 'send' ? -units : units }
  const isNew = await keepVenueMovement(tx, moved)
  const seen = { chain, transaction }
  const id = isNew ? await insertBooking(tx, { productId, kind, units, at, reason, seen }) : undefined
  if (id === undefined) fail('invest.transaction_booked')
  const postings = [{ from, to, asset: usdt, units } as const]
  await postMany(tx, [{ key: `fund:${kind}:${id}`, at, ref: `fund:${productId}`, postings }])
}

/**
 * Books at most the coins of running orders that are not at the venue yet. @throws invest.fund_limit, invest.transaction_booked,
 * invest.product_missing
 */
export async function bookSend(tx: Tx, arrival: Arrival): Promise<void> {
  await lockFund(tx, arrival.productId)
  const { running, atVenue } = await loadWhereabouts(tx, arrival.productId, arrival.at)
  const most = running > atVenue ? running - atVenue : 0n
  if (arrival.units > most) fail('invest.fund_limit', { maximum: showUnits(most) })
  await book(tx, 'send', arrival, venue, outside(arrival.chain))
}

/** Books at most the coins at the venue. @throws like `bookSend` */
export async function bookReturn(tx: Tx, arrival: Arrival): Promise<void> {
  await lockFund(tx, arrival.productId)
  const { atVenue } = await loadWhereabouts(tx, arrival.productId, arrival.at)
  if (arrival.units > atVenue) fail('invest.fund_limit', { maximum: showUnits(atVenue) })
  await expectArrived(tx, arrival)
  await book(tx, 'return', arrival, outside(arrival.chain), venue)
}

/** Daily settlement splits the profit. @throws invest.transaction_booked, invest.product_missing */
export async function bookProfit(tx: Tx, arrival: Arrival): Promise<void> {
  await lockFund(tx, arrival.productId)
  await expectArrived(tx, arrival)
  await book(tx, 'profit', arrival, outside(arrival.chain), poolFree('fund'))
}

export type Loss = Pick<Arrival, 'productId' | 'units' | 'reason' | 'at'>

/**
 * Reduces all running orders by the same fraction. @returns the number of orders. @throws invest.fund_limit for more than the venue or
 * running orders hold
 */
export async function bookLoss(tx: Tx, { productId, units, reason, at }: Loss): Promise<number> {
  await lockFund(tx, productId)
  const held = await lockRunningOrders(tx, productId)
  const { running, atVenue } = await loadWhereabouts(tx, productId, at)
  for (const most of [running, atVenue]) if (units > most) fail('invest.fund_limit', { maximum: showUnits(most) })
  const id = await insertBooking(tx, { productId, kind: 'loss', units, at, reason, seen: undefined })
  const parts = splitLoss(units, held)
  await postMany(
    tx,
    parts.map(({ to, units: part }) => ({
      key: `fund:loss:${id}:${to.orderId}`,
      at,
      ref: `order:${to.orderId}`,
      postings: [
        { from: principal(to.orderId, to.walletId, 'fund'), to: venue, asset: usdt, units: part, code: fundCodes.lost },
      ],
    })),
  )
  const lostOf = new Map(parts.map(({ to, units: part }) => [to.orderId, part]))
  const orders = await lockOrdersById(tx, [...lostOf.keys()])
  const lost = orders.map((order) => ({ order, units: lostOf.get(order.id) ?? 0n }))
  await updateOrders(
    tx,
    lost.map(({ order, units: part }) => ({ order, change: { baseUnits: order.baseUnits - part } })),
  )
  await addLost(
    tx,
    lost.map(({ order, units: part }) => ({ orderId: order.id, units: part })),
  )
  await addEvents(
    tx,
    lost.map(({ order, units: part }) => ({
      order,
      at,
      kind: 'fund_loss',
      params: { amount: coinsText({ asset: usdt, units: part }), reason },
    })),
  )
  return lost.length
}
