/** Everything here is counted in 10⁻¹⁸ of a coin, finer than any token, so that nothing is ever rounded. */
const fineDecimals = 18
const ledgerDecimals = 8

/** Base units of a token with so many decimals, at most 18. */
export const fineOfBase = (baseUnits: bigint, decimals: number): bigint =>
  baseUnits * 10n ** BigInt(fineDecimals - decimals)
/** Units of the ledger. */
export const fineOfUnits = (units: bigint): bigint => units * 10n ** BigInt(fineDecimals - ledgerDecimals)
/** Units of the ledger, rounded down: what does not make a whole one is left out, below zero too. */
export function unitsOfFine(fine: bigint): bigint {
  const step = 10n ** BigInt(fineDecimals - ledgerDecimals)
  const whole = fine / step
  return fine < 0n && fine % step !== 0n ? whole - 1n : whole
}

/** One coin on one chain, at one block. All in 10⁻¹⁸. */
export type BookFacts = {
  /** On all our addresses. */
  readonly custody: bigint
  /** What the ledger has on the chain, with what it knows to be in flight. */
  readonly booked: bigint
  /** Seen in a block up to this one and not booked yet, because it is not deep enough or nobody has said what it is. */
  readonly arriving: bigint
  /** Left in a block up to this one, and the ledger waits for it to be deep enough. */
  readonly leaving: bigint
  /** What came below 10⁻⁸ and is no money of the ledger's. */
  readonly remainders: bigint
  /** The most that may be missing, or too much, before it is said. */
  readonly tolerance: bigint
}
export type Comparison = {
  /** What should be there. */
  readonly expected: bigint
  /** Below zero: missing. */
  readonly difference: bigint
  readonly verdict: 'equal' | 'short' | 'over'
}

/** Holds what is there against what should be there. Pure. */
export function compareBooks(facts: BookFacts): Comparison {
  const { custody, booked, arriving, leaving, remainders, tolerance } = facts
  const expected = booked + arriving - leaving + remainders
  const difference = custody - expected
  if (difference < -tolerance) return { expected, difference, verdict: 'short' }
  return { expected, difference, verdict: difference > tolerance ? 'over' : 'equal' }
}

/** A transfer of one coin, as far as custody is concerned. */
export type ChainTransfer = { readonly from: string; readonly to: string; readonly baseUnits: bigint }

/** What transfers added to a group of addresses; below zero: took away. Between two of them nothing changes. */
export const netInto = (ours: ReadonlySet<string>, transfers: readonly ChainTransfer[]): bigint =>
  transfers.reduce(
    (sum, { from, to, baseUnits }) => sum + (ours.has(to) ? baseUnits : 0n) - (ours.has(from) ? baseUnits : 0n),
    0n,
  )

/** Whether the last comparison is too old to pay on. A chain that was never compared is. */
export const isStale = (comparedAt: Date | undefined, now: Date, longestGapMs: number): boolean =>
  comparedAt === undefined || now.getTime() - comparedAt.getTime() > longestGapMs
