import { arrivedFromVenue, hasVenue, keepVenueMovement } from '#custody/venues.store.ts'
import { showUnits } from '#kit/amount.ts'
import type { ChainId } from '#kit/chains.ts'
import type { Tx } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import { type Account, outside, poolFree, principal } from '#ledger/chart.ts'
import { postMany } from '#ledger/ledger.store.ts'
import { addEvents } from '../../orders/order-history.store.ts'
import { lockOrdersById, updateOrders } from '../../orders/orders.store.ts'
import { coinsText } from '../../terms/coins-text.ts'
import { addLost, insertBooking, loadWhereabouts, lockRunningOrders } from './fund.store.ts'
import { fundCodes } from './fund.ts'
import { splitLoss } from './profit.ts'

const venue: Account = { owner: 'outside:venue', purpose: 'all' }
const usdt = 'USDT'

/** What moved on a chain, and what is said of it in public. */
export type Arrival = {
  readonly productId: number
  readonly units: bigint
  readonly chain: ChainId
  readonly transaction: string
  readonly reason: string
  readonly at: Date
}

/** One thing at a time with a fund: what was read of it is still true when it is booked. */
async function lockFund(tx: Tx, productId: number): Promise<void> {
  const [row] = await tx.query(`SELECT id FROM product WHERE id = $1 AND line = 'fund' FOR NO KEY UPDATE`, [productId])
  if (!row) fail('invest.product_missing')
}

/**
 * What came from the venue is there: a transaction the watch saw deep enough, of exactly this amount. A fund whose venue has no address is
 * booked in a demo alone (`server/ops/funds.ts` refuses it elsewhere): the chain is not asked there, and a hash may be one that nobody has seen
 * yet. Should a payment come by it later, that is credited for itself, and comparing takes the booking for imagined (`imaginedMovements`), so
 * no coin is counted twice. @throws invest.fund_limit
 */
async function expectArrived(tx: Tx, { productId, units, chain, transaction }: Arrival): Promise<void> {
  if (!(await hasVenue(tx, productId))) return
  const arrived = await arrivedFromVenue(tx, { productId, chain, transaction })
  if (arrived !== units) fail('invest.fund_limit', { maximum: showUnits(arrived) })
}

/** Both legs of what an operator books by the transaction that moved the coins: each transaction once, and none that was a deposit. */
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
 * Coins left for the venue: only as many as orders that run have in the fund, so that nobody's coins go who has not started or asked
 * for them back. @throws invest.fund_limit, invest.transaction_booked, invest.product_missing
 */
export async function bookSend(tx: Tx, arrival: Arrival): Promise<void> {
  await lockFund(tx, arrival.productId)
  const { running, atVenue } = await loadWhereabouts(tx, arrival.productId, arrival.at)
  const most = running > atVenue ? running - atVenue : 0n
  if (arrival.units > most) fail('invest.fund_limit', { maximum: showUnits(most) })
  await book(tx, 'send', arrival, venue, outside(arrival.chain))
}

/** Coins came back from the venue, seen on the chain. @throws as `bookSend`: never more than is there */
export async function bookReturn(tx: Tx, arrival: Arrival): Promise<void> {
  await lockFund(tx, arrival.productId)
  const { atVenue } = await loadWhereabouts(tx, arrival.productId, arrival.at)
  if (arrival.units > atVenue) fail('invest.fund_limit', { maximum: showUnits(atVenue) })
  await expectArrived(tx, arrival)
  await book(tx, 'return', arrival, outside(arrival.chain), venue)
}

/** Coins of a profit arrived; the settlement of the day splits them. @throws invest.transaction_booked, invest.product_missing */
export async function bookProfit(tx: Tx, arrival: Arrival): Promise<void> {
  await lockFund(tx, arrival.productId)
  await expectArrived(tx, arrival)
  await book(tx, 'profit', arrival, outside(arrival.chain), poolFree('fund'))
}

export type Loss = Pick<Arrival, 'productId' | 'units' | 'reason' | 'at'>

/**
 * The venue lost coins: every running order is lower by the same fraction. @returns how many.
 * @throws invest.fund_limit for more than is at the venue, or in running orders
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
