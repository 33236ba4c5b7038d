import { divide } from '#kit/amount.ts'

/** What is at hand of a coin on a chain, in units. */
export type Level = {
  /** What withdrawals are paid from. */
  readonly hot: bigint
  /** What withdrawals that may go, or are on their way, still take out of it. */
  readonly owed: bigint
  /** Beside what is owed, at least so much is to be there; below, the operator is asked for a refill. */
  readonly floor: bigint
  /** Above so much, the operator is asked to take coins out, where no key that is online can reach them. */
  readonly ceiling: bigint | undefined
}
export type LevelRequest = { readonly kind: 'hot_low' | 'hot_high' | 'cap_full'; readonly units: bigint }

/** What is owed beyond what the payout contract still pays now; undefined where it pays all of it. */
export const capRequest = (owed: bigint, left: bigint): LevelRequest | undefined =>
  owed > left ? { kind: 'cap_full', units: owed - left } : undefined

/**
 * What the operator is asked for: enough to bring what is free to the middle between floor and ceiling, so that nobody is asked again for
 * the next payment. Without a ceiling, to the floor. The middle rounds down. @returns undefined while it is between the two
 */
export function requestOf({ hot, owed, floor, ceiling }: Level): LevelRequest | undefined {
  const free = hot - owed
  const middle = ceiling === undefined ? floor : divide(floor + ceiling, 2n, 'down')
  if (free < floor) return { kind: 'hot_low', units: middle - free }
  if (ceiling !== undefined && free > ceiling) return { kind: 'hot_high', units: free - middle }
  return undefined
}
