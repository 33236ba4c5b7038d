import type { Rate } from '#kit/amount/amount.ts'
import { type Asset, isCoin } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import { addDays, type Day, startOf } from '#kit/time/clock.ts'
import { rateFor } from '#market/prices/value.store.ts'

/** Guide price at the end of a day, but never after `latest`. Cached. */
export function pricesAt(sql: Sql, latest: Date): (asset: Asset, day: Day) => Promise<Rate | undefined> {
  const known = new Map<string, Promise<Rate | undefined>>()
  return (asset, day) => {
    if (!isCoin(asset)) return Promise.resolve(undefined)
    const key = `${asset} ${day}`
    const end = startOf(addDays(day, 1))
    const found = known.get(key) ?? rateFor(sql, 'shown', asset, end < latest ? end : latest)
    known.set(key, found)
    return found
  }
}
