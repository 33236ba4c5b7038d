import { divide } from '#kit/amount.ts'
import { feedScale } from '../port.ts'

/**
 * What one unit of a currency costs in USDT, from what it costs in dollars: USDT is not quite a dollar, and one day may be much less.
 * Rounded down, which at eight digits no eye sees. All in 10⁻¹².
 * @param perDollar units of the currency for a dollar; what is not above 0 stays so, for the guard to find
 * @param usdt dollars for one USDT
 */
export const fiatPrice = (perDollar: bigint, usdt: bigint): bigint =>
  perDollar <= 0n ? perDollar : divide(feedScale ** 3n, perDollar * usdt, 'down')
