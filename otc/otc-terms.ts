import { divide, multiply, type Rate, unitsPerOne } from '#kit/amount/amount.ts'
import { minuteMs } from '#kit/time/clock.ts'

/** The maker sells (`sell`) or buys (`buy`) coins. */
export type Side = 'sell' | 'buy'
export const sides = ['sell', 'buy'] as const

/** The movement table allows no other coin. */
export const otcCoin = 'USDT' as const

/** PRODUCT.md part 11: the taker pays 0.2 %, the maker nothing. */
const takerFee: Rate = { numerator: 2n, denominator: 1_000n }
/** Rounded up. */
export const feeOf = (units: bigint): bigint => multiply(units, takerFee, 'up')

/** Open transactions and daily cancellations (PRODUCT.md part 11). */
export const openMax = 3
export const cancelsMax = 3
/** Below this many partners, a lower maximum applies. */
export const firstTrades = 5

/**
 * Assumed: total volume, in 10⁻⁸, for a partner to count. Five such partners make 500 USDT, the largest first trade, so faking trust costs
 * what it gains.
 */
export const partnerVolume = 100n * unitsPerOne

/** Assumed: minutes to pay, chosen by the maker. The spec has 30. */
export const windows = [15, 30, 45, 60] as const
export const usualWindow = 30
export const windowMs = (minutes: number): number => minutes * minuteMs

/** Maximum margin in hundredths of a percent, both ways. Assumed: ten percent. */
export const marginMax = 1_000

/** Assumed: all currencies have two decimals. */
const cent = unitsPerOne / 100n

/** `price` in fiat per USDT, both in 10⁻⁸. Rounded up to cents in the seller's favor. */
export const fiatOf = (units: bigint, price: bigint): bigint => divide(units * price, unitsPerOne * cent, 'up') * cent

/** `fixed` in 10⁻⁸, `margin` in hundredths of a percent over the guide price. */
export type Pricing =
  | { readonly fixed: bigint; readonly margin: null }
  | { readonly fixed: null; readonly margin: number }

/** Rounded down. */
export const priceOf = ({ fixed, margin }: Pricing, guide: bigint): bigint =>
  fixed ?? divide(guide * BigInt(10_000 + margin), 10_000n, 'down')
