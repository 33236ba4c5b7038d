import type { Db } from '#kit/db.ts'
import { pairs } from '#kit/ids.ts'
import { fireReached } from './alerts.store.ts'
import { alertSides } from './alerts.ts'
import { lastTrade } from './market.store.ts'

/** So many go off in one statement, and so many statements make a turn: a level at which everybody waits takes several turns, each short. */
const firedAtOnce = 500
const turnMost = 40

/**
 * Lets alerts go off whose price was reached. The price is the one that the pair's page shows, the last trade of our own market: a feed outside
 * that jumps, lies or is silent tells nobody anything. May be killed anywhere; an alert goes off once, because only one that waits is taken.
 * @returns 'more' where the next turn is to go on
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
