/** Hourly limits above which further withdrawals wait. */
export type RushBounds = {
  /** In USDT, all coins. */
  readonly hourValue: bigint
  /** Whole percent of a week's inflow, per coin. Applies above a floor in USDT. */
  readonly percent: number
  readonly floorValue: bigint
}

export type Flow = {
  /** In USDT, all coins. Each wallet counts up to its daily limit. */
  readonly hourValue: bigint
  readonly coin: CoinFlow
}

/** On all networks. */
export type CoinFlow = {
  readonly hourUnits: bigint
  readonly hourValue: bigint
  /** In units. */
  readonly weekInflow: bigint
}

export const isAboveBounds = ({ hourValue, coin }: Flow, bounds: RushBounds): boolean =>
  hourValue > bounds.hourValue || isMuchOfCoin(coin, bounds.percent, bounds.floorValue)

/** @param percent whole percent of the week's inflow @param floorValue hourly USDT value up to which the result is false */
export const isMuchOfCoin = (
  { hourUnits, hourValue, weekInflow }: CoinFlow,
  percent: number,
  floorValue: bigint,
): boolean => hourValue > floorValue && hourUnits * 100n > weekInflow * BigInt(percent)
