import { divide, multiply, rateOf } from '#kit/amount.ts'
import { type Coin, coins } from '#kit/assets.ts'
import type { PairId } from '#kit/ids.ts'
import type { FeeParts } from './pot-settings.ts'

/** Exchange fees of a day: in one coin, of the trades of one pair; undefined for fees of no pair. */
export type FeesOf = { readonly pair: PairId | undefined; readonly coin: Coin; readonly units: bigint }

/** Where the fees of a day in one coin go. Units. */
export type CoinFees = {
  readonly coin: Coin
  readonly received: bigint
  /** To the liquidity of each pair: a part of what its trades paid. */
  readonly liquidity: readonly { readonly pair: PairId; readonly units: bigint }[]
  readonly compound: bigint
  readonly node: bigint
  readonly referral: bigint
  /** ATMC as it is; USDT buys ATMC. */
  readonly compute: bigint
}

/**
 * Splits the fees of a day (PRODUCT.md 7). Every part rounds down; what is left stays company income.
 * @param nodesRun while no node runs its part stays in the fees.
 */
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

/** ¾ of the node pool's fees of a day are shared that day; the rest of a week's by the fees of the node teams. Both rounded down. */
export const nodeDayUnits = (fees: bigint): bigint => divide(fees * 3n, 4n, 'down')

/** What USDT buys of ATMC on a day, without a fee. */
export type Purchase = { readonly spent: bigint; readonly bought: bigint }

/**
 * Spends what waits to buy ATMC, at most so much that the price moves by 1 %: spent ÷ (reserve + spent) ≤ 1 %. Rounded down.
 * @param waiting USDT that waits, with today's part.
 * @param reserves of the market; nothing is bought while either is empty.
 */
export function buyFor(waiting: bigint, reserves: { readonly usdt: bigint; readonly atmc: bigint }): Purchase {
  const { usdt, atmc } = reserves
  if (usdt === 0n || atmc === 0n) return { spent: 0n, bought: 0n }
  const most = divide(usdt, 99n, 'down')
  const spent = waiting < most ? waiting : most
  const bought = divide(atmc * spent, usdt + spent, 'down')
  return bought === 0n ? { spent: 0n, bought: 0n } : { spent, bought }
}
