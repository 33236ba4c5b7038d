import { type Coin, coinRow, coins } from '#kit/assets.ts'

/** Whole coins, of each coin so many. */
export type Purse = Readonly<Record<Coin, number>>

const demoPurse = (coin: Coin): number => Number(coinRow(coin).demo.purse)

/** For trials: so many of the coins named; of every other coin what is worth about as much as the USDT, by what the demo's wallet is given. */
export const purseOf = (named: Readonly<Partial<Record<Coin, number>> & { USDT: number }>): Purse =>
  Object.fromEntries(
    coins.map((coin) => [coin, named[coin] ?? Math.ceil((named.USDT * demoPurse(coin)) / demoPurse('USDT'))]),
  ) as Purse

/** What the company of a trial begins with. */
export const capital = purseOf({ USDT: 5_000_000, WLD: 4_000_000, ATMC: 30_000_000, ATMX: 60_000_000 })
/** More than anybody in a trial can spend. */
export const deepPurse = purseOf({ USDT: 10 ** 8, WLD: 10 ** 8, ATMC: 10 ** 9, ATMX: 10 ** 9 })
