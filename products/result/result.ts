import { divide, type Rate } from '#kit/amount.ts'
import { type Asset, type Coin, isCoin } from '#kit/assets.ts'
import type { Moved } from '../terms/line.ts'

/** Units of USDT for one unit of a coin; undefined where nobody traded it for 7 days. */
export type UsdtOf = (coin: Coin) => Rate | undefined

/** What an order takes and brings, coin by coin, and what that is in all. */
export type Result = {
  readonly goesIn: readonly Moved[]
  readonly comesBack: readonly Moved[]
  /** More of a coin or a point came back than went in. */
  readonly gained: readonly Moved[]
  /** Less of a coin came back than went in. */
  readonly givenUp: readonly Moved[]
  /** Units of USDT, below zero for a loss. undefined: a coin that was gained or given up has no price. */
  readonly usdt: bigint | undefined
}

/** Adds up amounts of the same asset, in the order they first stand in. */
export function sumOf(amounts: readonly Moved[]): readonly Moved[] {
  const sums = new Map<Asset, bigint>()
  for (const { asset, units } of amounts) sums.set(asset, (sums.get(asset) ?? 0n) + units)
  return [...sums].map(([asset, units]) => ({ asset, units })).filter(({ units }) => units !== 0n)
}

const negated = (amounts: readonly Moved[]): readonly Moved[] =>
  amounts.map(({ asset, units }) => ({ asset, units: -units }))

/**
 * What changes of coins are worth in USDT: gains round down and losses round up, so no result looks better than it is. The same coin
 * that goes in and comes back needs no price. Points have none. @returns undefined if a coin that changed has no price.
 */
export function usdtOf(changes: readonly Moved[], usdt: UsdtOf): bigint | undefined {
  let sum = 0n
  for (const { asset, units } of sumOf(changes)) {
    if (!isCoin(asset)) continue
    const rate = usdt(asset)
    if (!rate) return undefined
    sum +=
      units < 0n
        ? -divide(-units * rate.numerator, rate.denominator, 'up')
        : divide(units * rate.numerator, rate.denominator, 'down')
  }
  return sum
}

/** The one rule of every result, before an order and after it: what came back less what went in, coin by coin. */
export function resultOf(goesIn: readonly Moved[], comesBack: readonly Moved[], usdt: UsdtOf): Result {
  const changes = sumOf([...comesBack, ...negated(goesIn)])
  return {
    goesIn: sumOf(goesIn),
    comesBack: sumOf(comesBack),
    gained: changes.filter(({ units }) => units > 0n),
    givenUp: negated(changes.filter(({ units }) => units < 0n)),
    usdt: usdtOf(changes, usdt),
  }
}
