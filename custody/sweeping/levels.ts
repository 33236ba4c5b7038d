import { divide } from '#kit/amount/amount.ts'

/** In units. */
export type Level = {
  readonly hot: bigint
  /** Units that released and in-flight withdrawals still need. */
  readonly owed: bigint
  /** The minimum on top of `owed`; below it the operator must refill. */
  readonly floor: bigint
  /** Above it the operator should move coins to cold storage. */
  readonly ceiling: bigint | undefined
}
export type LevelRequest = { readonly kind: 'hot_low' | 'hot_high' | 'cap_full'; readonly units: bigint }

/** Undefined if the payout contract can pay `owed`. */
export const capRequest = (owed: bigint, left: bigint): LevelRequest | undefined =>
  owed > left ? { kind: 'cap_full', units: owed - left } : undefined

/**
 * Aims for the middle between floor and ceiling (rounded down), so the next payment triggers no new request. @returns undefined between the
 * two
 */
export function requestOf({ hot, owed, floor, ceiling }: Level): LevelRequest | undefined {
  const free = hot - owed
  const middle = ceiling === undefined ? floor : divide(floor + ceiling, 2n, 'down')
  if (free < floor) return { kind: 'hot_low', units: middle - free }
  if (ceiling !== undefined && free > ceiling) return { kind: 'hot_high', units: free - middle }
  return undefined
}
