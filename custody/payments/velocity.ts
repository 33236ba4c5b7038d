/** How much may leave within an hour before further withdrawals wait until it is over. */
export type RushBounds = {
  /** USDT value of all coins together. */
  readonly hourValue: bigint
  /** Of one coin: whole percent of what came in during a week, once the hour passes a floor of USDT value. */
  readonly percent: number
  readonly floorValue: bigint
}

/** What leaves within an hour, with what is to be let go now. */
export type Flow = {
  /** USDT value of all coins, of each wallet its day limit at most. */
  readonly hourValue: bigint
  readonly coin: CoinFlow
}

/** One coin, on all networks. */
export type CoinFlow = {
  /** Of the last hour: units, and their USDT value. */
  readonly hourUnits: bigint
  readonly hourValue: bigint
  /** Credited to wallets in the last seven days, in units. */
  readonly weekInflow: bigint
}

/** Whether so much leaves that what is to be let go now waits. A bound that is just reached is not passed. */
export const isAboveBounds = ({ hourValue, coin }: Flow, bounds: RushBounds): boolean =>
  hourValue > bounds.hourValue || isMuchOfCoin(coin, bounds.percent, bounds.floorValue)

/**
 * Whether within an hour more of a coin leaves than a share of what came in during a week, once it is more than a few withdrawals.
 * @param percent of the week's inflow, whole @param floorValue USDT value of the hour up to which it never is
 */
export const isMuchOfCoin = (
  { hourUnits, hourValue, weekInflow }: CoinFlow,
  percent: number,
  floorValue: bigint,
): boolean => hourValue > floorValue && hourUnits * 100n > weekInflow * BigInt(percent)
