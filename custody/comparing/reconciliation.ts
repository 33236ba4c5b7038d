/** All amounts here are in 10⁻¹⁸ of a coin, finer than any token, so nothing is rounded. */
const fineDecimals = 18
const ledgerDecimals = 8

export const fineOfBase = (baseUnits: bigint, decimals: number): bigint =>
  baseUnits * 10n ** BigInt(fineDecimals - decimals)
export const fineOfUnits = (units: bigint): bigint => units * 10n ** BigInt(fineDecimals - ledgerDecimals)
/** Rounds down, also for negative values. */
export function unitsOfFine(fine: bigint): bigint {
  const step = 10n ** BigInt(fineDecimals - ledgerDecimals)
  const whole = fine / step
  return fine < 0n && fine % step !== 0n ? whole - 1n : whole
}

/** All in 10⁻¹⁸. */
export type BookFacts = {
  readonly custody: bigint
  readonly booked: bigint
  /** Deposits without enough confirmations, or not yet classified. */
  readonly arriving: bigint
  /** Payments without enough confirmations. */
  readonly leaving: bigint
  /** Received amounts below 10⁻⁸, which the ledger does not count. */
  readonly remainders: bigint
  readonly tolerance: bigint
}
export type Comparison = {
  readonly expected: bigint
  /** Negative if coins are missing. */
  readonly difference: bigint
  readonly verdict: 'equal' | 'short' | 'over'
}

export function compareBooks(facts: BookFacts): Comparison {
  const { custody, booked, arriving, leaving, remainders, tolerance } = facts
  const expected = booked + arriving - leaving + remainders
  const difference = custody - expected
  if (difference < -tolerance) return { expected, difference, verdict: 'short' }
  return { expected, difference, verdict: difference > tolerance ? 'over' : 'equal' }
}

export type ChainTransfer = { readonly from: string; readonly to: string; readonly baseUnits: bigint }

export const netInto = (ours: ReadonlySet<string>, transfers: readonly ChainTransfer[]): bigint =>
  transfers.reduce(
    (sum, { from, to, baseUnits }) => sum + (ours.has(to) ? baseUnits : 0n) - (ours.has(from) ? baseUnits : 0n),
    0n,
  )

export const isStale = (comparedAt: Date | undefined, now: Date, longestGapMs: number): boolean =>
  comparedAt === undefined || now.getTime() - comparedAt.getTime() > longestGapMs
