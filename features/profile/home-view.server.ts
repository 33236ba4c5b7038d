import { withdrawalsUnderWay } from '#custody/payments/withdrawals.store.ts'
import { showUnits } from '#kit/amount/amount.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { dayOf } from '#kit/time/clock.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { otcCoin } from '#otc/otc-terms.ts'
import { transactionsOf } from '#otc/transactions.store.ts'
import { isOwnTurn, type Transaction } from '#otc/transactions.ts'
import { loadOrders } from '#products/orders/orders.store.ts'
import { loadPresent } from '#products/orders/present.store.ts'
import { loadRunning } from '#products/orders/running.store.ts'
import { lineOf } from '#products/registry.ts'
import type { Order, Present } from '#products/terms/order.ts'
import { isReservation, runningStates } from '#products/terms/order-state.ts'
import { dayOfRound } from '#products/terms/order-time.ts'
import { loadNetDay } from '#team/net-income.server.ts'
import type { loadWalletInfo } from './profile.contract.ts'

type HomeView = NonNullable<OutputOf<typeof loadWalletInfo>['home']>

const ordersShown = 3
const underWayShown = 3
const tradesRead = 50
const states = runningStates.filter((state) => !isReservation(state))

export async function loadHomeView(sql: Sql, walletId: WalletId, now: Date): Promise<HomeView> {
  const running = await loadRunning(sql, walletId)
  const orders = running.orders > 0n ? await loadOrders(sql, walletId, { states, limit: ordersShown }) : []
  const presentOf = await loadPresent(sql, orders)
  const open = await transactionsOf(sql, walletId, { open: true, limit: tradesRead })
  const withdrawals = await withdrawalsUnderWay(sql, walletId, underWayShown)
  const today = await loadNetDay(sql, walletId, dayOf(now), now)
  return {
    today: today.isComplete ? showUnits(today.net) : null,
    running: Number(running.orders),
    due: Number(running.due),
    orders: orders.map((order) => showRunning(order, presentOf(order), now)),
    trades: open
      .filter((trade) => isOwnTurn(trade, walletId))
      .slice(0, underWayShown)
      .map(showTrade),
    withdrawals: withdrawals.map(({ id, coin, units }) => ({ id: Number(id), coin, amount: showUnits(units) })),
  }
}

const turns = { initialised: 'pay', paid: 'check' } as const
const showTrade = ({ id, state, units }: Transaction): HomeView['trades'][number] => ({
  id: Number(id),
  turn: state === 'initialised' || state === 'paid' ? turns[state] : 'dispute',
  amount: showUnits(units),
  coin: otcCoin,
})

function showRunning(order: Order, present: Present, now: Date): HomeView['orders'][number] {
  const { base, side, pays = base, line, releasePerDay } = order.terms
  const isReleasing = releasePerDay !== undefined
  const { day, days } = dayOfRound(order, now)
  return {
    orderId: order.id,
    line,
    amount: showUnits(isReleasing ? present.promised : lineOf(line).grows ? present.principal : order.baseUnits),
    coin: isReleasing ? pays : base,
    side: isReleasing ? null : (side ?? null),
    day,
    days: days ?? null,
    startsAt: order.roundStarted.toISOString(),
    paused: order.state === 'paused',
  }
}
