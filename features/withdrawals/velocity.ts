/** What is asked to leave by all wallets together, without what was taken back. */
export type Outflow = {
  /** USDT value of the last hour and the last 24 h, counted from the last time the stop was released. */
  readonly hourValue: bigint
  readonly dayValue: bigint
}
export type VelocityLimits = { readonly hourValue: bigint; readonly dayValue: bigint }

/** Which limit of the whole platform is passed; then nothing leaves until a person has looked. A limit that is just reached is not. */
export function passedLimit(outflow: Outflow, limits: VelocityLimits): 'hour' | 'day' | undefined {
  if (outflow.hourValue > limits.hourValue) return 'hour'
  return outflow.dayValue > limits.dayValue ? 'day' : undefined
}

/** One coin, on all networks. */
export type CoinFlow = {
  /** Asked for in the last hour, with what is asked for now: units, and their USDT value. */
  readonly hourUnits: bigint
  readonly hourValue: bigint
  /** Credited to wallets in the last seven days, in units. */
  readonly weekInflow: bigint
}

/**
 * Whether so much of a coin leaves within an hour that the operator looks first: more than a share of what came in during a week, once
 * it is more than a few withdrawals.
 * @param percent of the week's inflow, whole @param floorValue USDT value of the hour up to which nobody looks
 */
export const isRush = ({ hourUnits, hourValue, weekInflow }: CoinFlow, percent: number, floorValue: bigint): boolean =>
  hourValue > floorValue && hourUnits * 100n > weekInflow * BigInt(percent)
