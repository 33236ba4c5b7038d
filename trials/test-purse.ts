import { type Coin, coinRow, coins } from '#kit/amount/coins.ts'

/** Whole coins of each kind. */
export type Purse = Readonly<Record<Coin, number>>

const demoPurse = (coin: Coin): number => Number(coinRow(coin).demo.purse)

/** The named amounts. Each other coin gets the demo wallet's amount, scaled by the USDT amount. */
export const purseOf = (named: Readonly<Partial<Record<Coin, number>> & { USDT: number }>): Purse =>
  Object.fromEntries(
    coins.map((coin) => [coin, named[coin] ?? Math.ceil((named.USDT * demoPurse(coin)) / demoPurse('USDT'))]),
  ) as Purse

export const capital = purseOf({ USDT: 5_000_000, WLD: 4_000_000, ATMC: 30_000_000, ATMX: 60_000_000 })
export const deepPurse = purseOf({ USDT: 10 ** 8, WLD: 10 ** 8, ATMC: 10 ** 9, ATMX: 10 ** 9 })
