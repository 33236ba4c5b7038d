import { liveThreads } from '#chat/live-threads.server.ts'
import { liveWithdrawals } from '#custody/payments/live-withdrawals.store.ts'
import { liveDeposits } from '#custody/watching/deposits/live-deposits.store.ts'
import { loadNotices } from '#features/news/notices.store.ts'
import { showUnits } from '#kit/amount/amount.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Clock } from '#kit/time/clock.ts'
import { liveBalances } from '#ledger/records/live-balances.store.ts'
import { liveTransactions } from '#otc/live-otc.store.ts'
import { liveOrders } from '#products/orders/live-orders.store.ts'
import type { Look } from './live-hub.ts'
import { type LiveItems, stateOf } from './live-state.ts'

async function balances(db: Db, wallets: readonly WalletId[]): Promise<LiveItems<'balance'>> {
  const found = await liveBalances(db, wallets)
  return new Map(
    [...found].map(([wallet, own]) => [
      wallet,
      own.map(({ asset, available, held }) => ({
        coin: asset,
        available: showUnits(available),
        held: showUnits(held),
      })),
    ]),
  )
}

/** Every wallet gets the same newest notice. */
async function notices(db: Db, wallets: readonly WalletId[], now: Date): Promise<LiveItems<'notice'>> {
  const [newest] = await loadNotices(db, { now, limit: 1 })
  return new Map(newest ? wallets.map((wallet) => [wallet, [{ id: newest.id }]]) : [])
}

/** Runs seven queries for all wallets together. Writes nothing, so listeners never slow money calls. */
export const pollFor =
  (db: Db, clock: Clock): Look =>
  async (wallets) => {
    if (wallets.length === 0) return new Map()
    const [balance, deposit, withdrawal, order, notice, chat, otc] = await Promise.all([
      balances(db, wallets),
      liveDeposits(db, wallets),
      liveWithdrawals(db, wallets),
      liveOrders(db, wallets),
      notices(db, wallets, clock.now()),
      liveThreads(db, wallets),
      liveTransactions(db, wallets),
    ])
    const found = { balance, deposit, withdrawal, order, notice, chat, otc }
    return new Map(wallets.map((wallet) => [wallet, stateOf(found, wallet)]))
  }
