import { divide, multiply, rateOf } from '#kit/amount/amount.ts'
import { type Coin, coins } from '#kit/amount/coins.ts'
import type { PairId } from '#kit/text/ids.ts'
import type { FeeParts } from './pot-settings.ts'

export type FeesOf = { readonly pair: PairId | undefined; readonly coin: Coin; readonly units: bigint }

export type CoinFees = {
  readonly coin: Coin
  readonly received: bigint
  readonly liquidity: readonly { readonly pair: PairId; readonly units: bigint }[]
  readonly compound: bigint
  readonly node: bigint
  readonly referral: bigint
  /** The compute pool's part. ATMC is used directly; USDT buys ATMC. */
  readonly compute: bigint
}

/** Splits a day's fees (PRODUCT.md 7). Parts round down; the company keeps the rest. */
export function splitFees(fees: readonly FeesOf[], parts: FeeParts, nodesRun: boolean): CoinFees[] {
  return coins
    .map((coin) => {
      const own = fees.filter((fee) => fee.coin === coin)
      const received = own.reduce((sum, { units }) => sum + units, 0n)
      const liquidity = own.flatMap(({ pair, units }) =>
        pair ? [{ pair, units: multiply(units, rateOf(parts.liquidity), 'down') }] : [],
      )
      const left = received - liquidity.reduce((sum, { units }) => sum + units, 0n)
      const part = (share: string): bigint => multiply(left, rateOf(share), 'down')
      return {
        coin,
        received,
        liquidity,
        compound: coin === 'USDT' || coin === 'ATMC' ? part(parts.compound) : 0n,
        node: nodesRun ? part(parts.node) : 0n,
        referral: part(parts.referral),
        compute: coin === 'USDT' || coin === 'ATMC' ? part(parts.compute) : 0n,
      }
    })
    .filter(({ received }) => received > 0n)
}

/** ¾ of node fees are shared the same day, rounded down. The rest is shared weekly by node team fees. */
export const nodeDayUnits = (fees: bigint): bigint => divide(fees * 3n, 4n, 'down')

export type Purchase = { readonly spent: bigint; readonly bought: bigint }

/**
 * Spends at most an amount that moves the price by 1 %: spent ÷ (reserve + spent) ≤ 1 %. Rounds down. @param waiting unspent USDT,
 * including today's part.
 */
export function buyFor(waiting: bigint, reserves: { readonly usdt: bigint; readonly atmc: bigint }): Purchase {
  const { usdt, atmc } = reserves
  if (usdt === 0n || atmc === 0n) return { spent: 0n, bought: 0n }
  const most = divide(usdt, 99n, 'down')
  const spent = waiting < most ? waiting : most
  const bought = divide(atmc * spent, usdt + spent, 'down')
  return bought === 0n ? { spent: 0n, bought: 0n } : { spent, bought }
}
