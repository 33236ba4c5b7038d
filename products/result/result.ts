import { divide, type Rate } from '#kit/amount/amount.ts'
import { type Asset, type Coin, isCoin } from '#kit/amount/coins.ts'
import type { Moved } from '../terms/line.ts'

/** Undefined if no one traded the coin for 7 days. */
export type UsdtOf = (coin: Coin) => Rate | undefined

export type Result = {
  readonly goesIn: readonly Moved[]
  readonly comesBack: readonly Moved[]
  readonly gained: readonly Moved[]
  readonly givenUp: readonly Moved[]
  /** USDT units, negative for a loss. Undefined if a changed coin has no price. */
  readonly usdt: bigint | undefined
}

export function sumOf(amounts: readonly Moved[]): readonly Moved[] {
  const sums = new Map<Asset, bigint>()
  for (const { asset, units } of amounts) sums.set(asset, (sums.get(asset) ?? 0n) + units)
  return [...sums].map(([asset, units]) => ({ asset, units })).filter(({ units }) => units !== 0n)
}

const negated = (amounts: readonly Moved[]): readonly Moved[] =>
  amounts.map(({ asset, units }) => ({ asset, units: -units }))

/**
 * Gains round down and losses round up. A coin that returns unchanged needs no price; points have none. @returns undefined if a changed
 * coin has no price.
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
