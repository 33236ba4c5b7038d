import { divide } from '#kit/amount.ts'

/** The stock of a coin on a chain, in units. */
export type Level = {
  /** The stock that withdrawals are paid from. */
  readonly hot: bigint
  /** The amount that current withdrawals will still take out of it: they may go, or are on their way. */
  readonly owed: bigint
  /** The least that should stay beside `owed`. Below it the operator is asked for a refill. */
  readonly floor: bigint
  /** Above it the operator is asked to take coins out, to a place that no online key can reach. */
  readonly ceiling: bigint | undefined
}
export type LevelRequest = { readonly kind: 'hot_low' | 'hot_high' | 'cap_full'; readonly units: bigint }

/** The part of `owed` that the payout contract does not pay now. undefined: it pays all of it. */
export const capRequest = (owed: bigint, left: bigint): LevelRequest | undefined =>
  owed > left ? { kind: 'cap_full', units: owed - left } : undefined

/**
 * The request to the operator. It brings the free stock to the middle between floor and ceiling, so that the next payment does not cause
 * another request. Without a ceiling it brings the stock to the floor. The middle rounds down. @returns undefined between the two
 */
export function requestOf({ hot, owed, floor, ceiling }: Level): LevelRequest | undefined {
  const free = hot - owed
  const middle = ceiling === undefined ? floor : divide(floor + ceiling, 2n, 'down')
  if (free < floor) return { kind: 'hot_low', units: middle - free }
  if (ceiling !== undefined && free > ceiling) return { kind: 'hot_high', units: free - middle }
  return undefined
}
