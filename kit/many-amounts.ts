export const unitsPerWhole = 100_000_000

/**
 * Amounts of many things, exact without a big integer each: whole coins and the units (10⁻⁸) beside them, kept apart. Neither is ever
 * rounded or carried, so sums over 90 million of them stay exact. Both parts have the sign of the amount.
 */
export type Amounts = { readonly whole: Float64Array; readonly rest: Float64Array }

export const amountsOf = (size: number): Amounts => ({ whole: new Float64Array(size), rest: new Float64Array(size) })

/** Adds units to an amount. */
export function addUnits(to: Amounts, at: number, units: bigint): void {
  add(to, at, Number(units / BigInt(unitsPerWhole)), Number(units % BigInt(unitsPerWhole)))
}

/** Adds whole coins and units beside them. */
export function add(to: Amounts, at: number, whole: number, rest: number): void {
  to.whole[at] = (to.whole[at] ?? 0) + whole
  to.rest[at] = (to.rest[at] ?? 0) + rest
}

/** Whole coins and the units beside them, in units. */
export function unitsOf(whole: number, rest: number): bigint {
  const units = whole * unitsPerWhole + rest
  // Below 2⁵³ a number is as exact as a big integer, and many times cheaper.
  return isExact(whole, units) ? BigInt(units) : BigInt(whole) * BigInt(unitsPerWhole) + BigInt(rest)
}

/** An amount in units. */
export const unitsAt = ({ whole, rest }: Amounts, at: number): bigint => unitsOf(whole[at] ?? 0, rest[at] ?? 0)

/** An amount in units, as text for the database. */
export function unitsTextAt(amounts: Amounts, at: number): string {
  const [wholes, rests] = [amounts.whole[at] ?? 0, amounts.rest[at] ?? 0]
  const units = wholes * unitsPerWhole + rests
  return isExact(wholes, units) ? String(units) : unitsOf(wholes, rests).toString()
}

/** Whether `whole` in units, and those with their rest, are both numbers that no rounding touched. */
const isExact = (whole: number, units: number): boolean =>
  Number.isSafeInteger(whole * unitsPerWhole) && Number.isSafeInteger(units)

/** An amount in whole coins, rounded down; for amounts that are not negative. */
export const wholeAt = ({ whole, rest }: Amounts, at: number): number =>
  (whole[at] ?? 0) + Math.floor((rest[at] ?? 0) / unitsPerWhole)

/** So many hundredths of an amount, rounded down to the unit; the parts may then hold more than a whole in units. */
export function hundredths(whole: number, rest: number, percent: number): { whole: number; rest: number } {
  const scaled = whole * percent
  const wholes = Math.floor(scaled / 100)
  return {
    whole: wholes,
    rest: (scaled - wholes * 100) * (unitsPerWhole / 100) + Math.floor((rest * percent) / 100),
  }
}
