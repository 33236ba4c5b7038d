import { lockWallet } from '#identity/wallet.store.ts'
import { Refusal } from '#kit/failure.ts'
import type { Db, Sql, Tx } from '#kit/store/db.ts'
import { type PairId, pairs, type WalletId } from '#kit/text/ids.ts'
import { seededDice } from '#kit/text/random.ts'
import { addMs, hourMs } from '#kit/time/clock.ts'
import { available } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { lastTrade, reservesOf, trade } from '../market.store.ts'
import { decideDemoTrade, hoursBetween } from './demo-trader.ts'

/** Maximum hours to catch up after a clock jump. */
const hoursMax = 48
export const demoPurseKey = 'demo:purse'

async function demoWallet(sql: Sql): Promise<WalletId | undefined> {
  const [row] = await sql.query<{ holder: WalletId }>(
    'SELECT r.to_holder AS holder FROM entry e JOIN record r ON r.id = e.id AND r.lane = e.lane WHERE e.key = $1',
    [demoPurseKey],
  )
  return row?.holder
}

/** One trade per market and elapsed hour, because products need a price. @returns the number of trades. */
export async function makeDemoTrades(db: Db, now: Date): Promise<number> {
  const walletId = await demoWallet(db)
  if (!walletId) return 0
  let made = 0
  for (const pair of pairs) {
    const last = await lastTrade(db, pair, now)
    for (const hour of hoursBetween(last?.at ?? addMs(now, -hourMs), now, hoursMax))
      if (await db.transaction((tx) => tradeOnce(tx, walletId, pair, hour))) made += 1
  }
  return made
}

/** @returns false if the balance is too low or another process traded first. */
async function tradeOnce(tx: Tx, walletId: WalletId, pair: PairId, at: Date): Promise<boolean> {
  await lockWallet(tx, walletId)
  const last = await lastTrade(tx, pair, at)
  if (last && last.at >= at) return false
  const dice = seededDice(at.getTime() / hourMs + pairs.indexOf(pair) * 7_919)
  const { give, units } = decideDemoTrade(dice, pair, await reservesOf(tx, pair))
  if (units === 0n || (await balanceOf(tx, available(walletId), give)) < units) return false
  try {
    await trade(tx, { walletId, pair, give, units, minimum: 0n, key: `demo:trade:${pair}:${at.toISOString()}`, at })
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
