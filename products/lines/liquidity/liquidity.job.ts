import type { DayStep } from '#days/day-step.ts'
import { showUnits } from '#kit/amount/amount.ts'
import { expect } from '#kit/expect.ts'
import type { Tx } from '#kit/store/db.ts'
import type { PairId, WalletId } from '#kit/text/ids.ts'
import type { Entry, Posting } from '#ledger/posting/entry.ts'
import { postMany } from '#ledger/posting/ledger.store.ts'
import { addOrderShares, lockLiquidity } from '#market/market.store.ts'
import type { Liquidity } from '#market/trade/liquidity.ts'
import { addEvents, type OrderEvent } from '../../orders/order-history.store.ts'
import { type Chunk, entriesFor, orderStep } from '../../orders/order-step.ts'
import { lockMaturing, lockStarting, type OrderUpdate, updateOrders } from '../../orders/orders.store.ts'
import { coinsText } from '../../terms/coins-text.ts'
import type { SharedFacts, Start } from '../../terms/line.ts'
import type { Order } from '../../terms/order.ts'
import { joinMarket, liquidity, pairOf } from './liquidity.ts'

/** Each order sees the state after the previous one. */
type Markets = {
  readonly of: (order: Order) => SharedFacts & { readonly market: Liquidity }
  readonly moved: (order: Order, postings: readonly Posting[], shares: bigint) => void
  readonly write: () => Promise<void>
}

async function lockMarkets(tx: Tx, orders: readonly Order[]): Promise<Markets> {
  const markets = new Map<PairId, Liquidity>()
  const changes = new Map<PairId, Map<WalletId, bigint>>()
  for (const pair of [...new Set(orders.map(({ terms }) => pairOf(terms)))].sort())
    markets.set(pair, await lockLiquidity(tx, pair))
  const marketOf = ({ terms }: Order): Liquidity => {
    const market = markets.get(pairOf(terms))
    expect(market, 'the markets of a chunk are locked')
    return market
  }
  return {
    of: (order) => ({ market: marketOf(order) }),
    moved: (order, postings, shares) => {
      const market = marketOf(order)
      const change = (asset: string) =>
        postings.reduce((sum, { from, to, asset: coin, units }) => {
          if (coin !== asset) return sum
          return sum + (to.purpose === 'reserve' ? units : 0n) - (from.purpose === 'reserve' ? units : 0n)
        }, 0n)
      const { base, side = base } = order.terms
      const pair = pairOf(order.terms)
      markets.set(pair, {
        base: market.base + change(base),
        quoted: market.quoted + change(side),
        shares: market.shares + shares,
      })
      const byWallet = changes.get(pair) ?? new Map<WalletId, bigint>()
      changes.set(pair, byWallet.set(order.walletId, (byWallet.get(order.walletId) ?? 0n) + shares))
    },
    write: async () => {
      for (const [pair, byWallet] of changes) await addOrderShares(tx, pair, byWallet)
    },
  }
}

type Written = { readonly entries: Entry[]; readonly updates: OrderUpdate[]; readonly events: OrderEvent[] }

async function write(tx: Tx, { entries, updates, events }: Written, markets: Markets): Promise<void> {
  await postMany(tx, entries)
  await updateOrders(tx, updates)
  await addEvents(tx, events)
  await markets.write()
}

function joinedEvent(order: Order, { postings, change }: Start, at: Date): OrderEvent {
  const moved = (purpose: string) =>
    coinsText(...postings.filter(({ to }) => to.purpose === purpose).map(({ asset, units }) => ({ asset, units })))
  const shares = showUnits(change?.shareUnits ?? 0n)
  return { order, at, kind: 'market_joined', params: { coins: moved('reserve'), shares, rest: moved('available') } }
}

/** Oldest first. */
async function start(chunk: Chunk): Promise<readonly Order[]> {
  const { tx, at, due } = chunk
  const orders = await lockStarting(tx, due, at)
  const markets = await lockMarkets(tx, orders)
  const written: Written = { entries: [], updates: [], events: [] }
  for (const order of orders) {
    const begun = joinMarket(order, markets.of(order).market)
    written.entries.push(...entriesFor(chunk, order, begun.postings))
    if (begun.cancelled) {
      written.updates.push({ order, change: { state: 'cancelled', overAt: at } })
      const returned = coinsText(...begun.postings.map(({ asset, units }) => ({ asset, units })))
      written.events.push({ order, at, kind: 'cancelled_few_shares', params: { returned } })
      continue
    }
    markets.moved(order, begun.postings, begun.change?.shareUnits ?? 0n)
    written.updates.push({ order, change: { ...begun.change, state: 'earning', round: 1 } })
    written.events.push(joinedEvent(order, begun, order.roundStarted))
  }
  await write(tx, written, markets)
  return orders
}

async function mature(chunk: Chunk): Promise<readonly Order[]> {
  const { tx, line, at, due } = chunk
  const orders = await lockMaturing(tx, due, at)
  const markets = await lockMarkets(tx, orders)
  const written: Written = { entries: [], updates: [], events: [] }
  for (const order of orders) {
    const closing = line.close(order, 'reinvest_off', markets.of(order))
    markets.moved(order, closing.postings, -order.shareUnits)
    written.entries.push(...entriesFor(chunk, order, closing.postings))
    written.updates.push({ order, change: { state: 'ended', overAt: order.roundEnds, shareUnits: 0n } })
    const returned = coinsText(...closing.returned)
    written.events.push({ order, at: order.roundEnds ?? at, kind: 'ended', params: { returned } })
  }
  await write(tx, written, markets)
  return orders
}

/** Matured orders leave before new ones join. */
export const liquiditySteps: readonly DayStep[] = [
  orderStep('mature_liquidity', 'midnight', [liquidity], mature),
  orderStep('start_liquidity', 'midnight', [liquidity], start),
]
