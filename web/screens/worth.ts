import { divide, multiply, parseUnits, rateOf, showUnits } from '#kit/amount/amount.ts'

type Held = {
  readonly coin: string
  readonly available: string
  readonly held: string
  readonly inOrders: string
  readonly inMarkets: string
}
type InUse = Omit<Held, 'coin' | 'available'>
const unitsOf = (parts: readonly string[]): bigint => parts.reduce((sum, part) => sum + (parseUnits(part) ?? 0n), 0n)

/** Sum of locked amounts, orders and markets. Decimal string, or undefined if zero. */
export function inUseOf({ held, inOrders, inMarkets }: InUse): string | undefined {
  const units = unitsOf([held, inOrders, inMarkets])
  return units > 0n ? showUnits(units) : undefined
}

type Priced = {
  readonly coin: string
  readonly price: string | null
  readonly spark: readonly { readonly price: string }[]
}
export type WorthOverDay = {
  /** USDT value at equal time steps over a day, for drawing. */
  readonly trend: readonly number[]
  /** Change from prices alone: USDT decimal string, and a fraction with 4 decimals. */
  readonly change: string
  readonly share: string
}

/**
 * Today's holdings at the last day's prices, without deposits or withdrawals. The change is rounded toward zero, the share to the nearest
 * value. @returns undefined if no held coin had a price all day
 */
export function worthOverDay(assets: readonly Held[], market: readonly Priced[]): WorthOverDay | undefined {
  const prices = new Map(market.map((row) => [row.coin, row.spark]))
  const steps = Math.max(0, ...market.map((row) => row.spark.length))
  const units = assets.map((asset) => ({
    coin: asset.coin,
    units: unitsOf([asset.available, asset.held, asset.inOrders, asset.inMarkets]),
  }))
  const moving = units.filter(({ coin, units }) => units > 0n && (prices.get(coin)?.length ?? 0) === steps)
  if (steps < 2 || moving.length === 0) return undefined
  const steady = units.find(({ coin }) => coin === 'USDT')?.units ?? 0n
  const worthAt = (step: number): bigint =>
    moving
      .filter(({ coin }) => coin !== 'USDT')
      .reduce(
        (sum, { coin, units }) => sum + multiply(units, rateOf(prices.get(coin)?.[step]?.price ?? '0'), 'down'),
        steady,
      )
  const worths = Array.from({ length: steps }, (_, step) => worthAt(step))
  const first = worths[0] ?? 0n
  const change = (worths.at(-1) ?? 0n) - first
  if (first === 0n) return undefined
  const share = divide((change < 0n ? -change : change) * 10_000n + first / 2n, first, 'down') * 10_000n
  return {
    trend: worths.map((worth) => Number(worth) / 1e8),
    change: showUnits(change),
    share: showUnits(change < 0n ? -share : share),
  }
}
