import { divide, multiply, type Rate, unitsPerOne } from '#kit/amount.ts'
import { minuteMs } from '#kit/clock.ts'

/** sell: the maker of the ad gives coins and receives money · buy: the other way round. */
export type Side = 'sell' | 'buy'
export const sides = ['sell', 'buy'] as const

/** The one coin that is traded over the counter: the table of movements knows no other (POSTINGS 20–24). */
export const otcCoin = 'USDT' as const

/** PRODUCT.md part 11: the taker pays 0.2 %, the maker nothing. */
const takerFee: Rate = { numerator: 2n, denominator: 1_000n }
/** The taker's fee for a quantity: rounded up. */
export const feeOf = (units: bigint): bigint => multiply(units, takerFee, 'up')

/** PRODUCT.md part 11: what one wallet may do at once, and in a day. */
export const openMax = 3
export const cancelsMax = 3
/** Until so many different people have traded with a wallet, it trades small. */
export const firstTrades = 5

/**
 * Assumed: a partner counts from so much traded with them in all, in 10⁻⁸. Five of them have moved 500 USDT, as much as the largest of the
 * first trades: to look trusted costs as much as what it opens.
 */
export const partnerVolume = 100n * unitsPerOne

/** Assumed: how long a taker may take to pay, as the maker chooses. 30 minutes is the specification's. */
export const windows = [15, 30, 45, 60] as const
export const usualWindow = 30
export const windowMs = (minutes: number): number => minutes * minuteMs

/** A margin on the guide price, in hundredths of a percent, either way. Assumed: ten percent at most. */
export const marginMax = 1_000

/** One cent of a fiat currency. Assumed: all are paid to two decimals. */
const cent = unitsPerOne / 100n

/** What is paid for a quantity at a price (fiat for one USDT, both in 10⁻⁸): whole cents, rounded up, for the seller gives the coins. */
export const fiatOf = (units: bigint, price: bigint): bigint => divide(units * price, unitsPerOne * cent, 'up') * cent

/** How an ad says its price: a fixed one, or the guide price with a margin. In 10⁻⁸ and in hundredths of a percent. */
export type Pricing =
  | { readonly fixed: bigint; readonly margin: null }
  | { readonly fixed: null; readonly margin: number }

/** The price of an ad at a guide price: rounded down. */
export const priceOf = ({ fixed, margin }: Pricing, guide: bigint): bigint =>
  fixed ?? divide(guide * BigInt(10_000 + margin), 10_000n, 'down')
