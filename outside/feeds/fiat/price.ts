import { divide } from '#kit/amount/amount.ts'
import { feedScale } from '../port.ts'

/**
 * Converts through USDT's own rate, because USDT may lose its peg. Rounded down. All in 10⁻¹². @param perDollar currency units per dollar;
 * values up to 0 pass through, so that the guard can reject them @param usdt dollars per USDT
 */
export const fiatPrice = (perDollar: bigint, usdt: bigint): bigint =>
  perDollar <= 0n ? perDollar : divide(feedScale ** 3n, perDollar * usdt, 'down')
