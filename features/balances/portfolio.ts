import { multiply, unitsPerOne } from '#kit/amount/amount.ts'
import { addDays, type Day } from '#kit/time/clock.ts'

/** In 10⁻⁸; `moved` is the part that is neither gain nor loss. */
export type DayMovement = { readonly day: Day; readonly asset: string; readonly change: bigint; readonly moved: bigint }

/** In units of USDT; `value` is at the day's end. */
export type ValueDay = { readonly day: Day; readonly value: bigint; readonly moved: bigint; readonly gain: bigint }
export type Portfolio = {
  /** Oldest first; the first is the baseline. */
  readonly days: readonly ValueDay[]
  /** False: a coin without a price on some day is left out. */
  readonly complete: boolean
}

type PortfolioFacts = {
  readonly balances: ReadonlyMap<string, bigint>
  readonly movements: readonly DayMovement[]
  /** Units of USDT per coin at the day's end, or now; undefined if unknown. */
  readonly priceOf: (day: Day, coin: string) => bigint | undefined
  readonly first: Day
  readonly today: Day
}

/** Units of USDT, rounded toward zero. */
const worthOf = (units: bigint, price: bigint): bigint => {
  const size = multiply(units < 0n ? -units : units, { numerator: price, denominator: unitsPerOne }, 'down')
  return units < 0n ? -size : size
}

/** Works backward from the current balances. Value of a day = value before + moved + gain. */
export function portfolioOf({ balances, movements, priceOf, first, today }: PortfolioFacts): Portfolio {
  const byDay = Map.groupBy(movements, ({ day }) => day)
  const now = new Map(balances)
  let complete = true
  const worth = (day: Day, coin: string, units: bigint): bigint => {
    if (units === 0n) return 0n
    const price = priceOf(day, coin)
    if (price === undefined) complete = false
    return price === undefined ? 0n : worthOf(units, price)
  }
  const ends: { day: Day; value: bigint; moved: bigint }[] = []
  for (let day = today; day >= first; day = addDays(day, -1)) {
    const moves = byDay.get(day) ?? []
    const value = [...now].reduce((sum, [coin, units]) => sum + worth(day, coin, units), 0n)
    const moved = moves.reduce((sum, each) => sum + worth(day, each.asset, each.moved), 0n)
    ends.unshift({ day, value, moved })
    for (const { asset, change } of moves) now.set(asset, (now.get(asset) ?? 0n) - change)
  }
  const begins = Math.max(0, ends.findIndex(({ value, moved }) => value !== 0n || moved !== 0n) - 1)
  const days = ends.slice(begins).map(({ day, value, moved }, place, all): ValueDay => {
    const before = all[place - 1]
    return before ? { day, value, moved, gain: value - before.value - moved } : { day, value, moved: 0n, gain: 0n }
  })
  return { days: ends.every(({ value, moved }) => value === 0n && moved === 0n) ? [] : days, complete }
}
