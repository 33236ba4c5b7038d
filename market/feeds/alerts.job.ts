import type { Db } from '#kit/store/db.ts'
import { pairs } from '#kit/text/ids.ts'
import { lastTrade } from '../market.store.ts'
import { fireReached } from './alerts.store.ts'
import { alertSides } from './alerts.ts'

const firedAtOnce = 500
const turnMost = 40

/**
 * Fires reached alerts by the last trade in our own market, which the pair's page shows, so faulty external feeds trigger nothing. Safe to
 * kill; an alert fires once. @returns 'more' if the next run must continue
 */
export async function tellPrices(db: Db, now: Date): Promise<'done' | 'more'> {
  let left = turnMost
  for (const pair of pairs) {
    const last = await lastTrade(db, pair, now)
    if (!last) continue
    for (const side of alertSides)
      for (;;) {
        if (left === 0) return 'more'
        left -= 1
        const fired = await fireReached(db, { pair, side, price: last.price, at: now, most: firedAtOnce })
        if (fired < firedAtOnce) break
      }
  }
  return 'done'
}
