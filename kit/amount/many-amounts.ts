export const unitsPerWhole = 100_000_000

/**
 * Amounts as whole coins and units (10⁻⁸) in separate floats, never rounded or carried, so sums over 90 million amounts stay exact. Both
 * parts have the amount's sign.
 */
export type Amounts = { readonly whole: Float64Array; readonly rest: Float64Array }

export const amountsOf = (size: number): Amounts => ({ whole: new Float64Array(size), rest: new Float64Array(size) })

export function addUnits(to: Amounts, at: number, units: bigint): void {
  add(to, at, Number(units / BigInt(unitsPerWhole)), Number(units % BigInt(unitsPerWhole)))
}

export function add(to: Amounts, at: number, whole: number, rest: number): void {
  to.whole[at] = (to.whole[at] ?? 0) + whole
  to.rest[at] = (to.rest[at] ?? 0) + rest
}

export function unitsOf(whole: number, rest: number): bigint {
  const units = whole * unitsPerWhole + rest
  // Below 2⁵³ a float is exact, and much cheaper than a bigint.
  return isExact(whole, units) ? BigInt(units) : BigInt(whole) * BigInt(unitsPerWhole) + BigInt(rest)
}

export const unitsAt = ({ whole, rest }: Amounts, at: number): bigint => unitsOf(whole[at] ?? 0, rest[at] ?? 0)

export function unitsTextAt(amounts: Amounts, at: number): string {
  const [wholes, rests] = [amounts.whole[at] ?? 0, amounts.rest[at] ?? 0]
  const units = wholes * unitsPerWhole + rests
  return isExact(wholes, units) ? String(units) : unitsOf(wholes, rests).toString()
}

const isExact = (whole: number, units: number): boolean =>
  Number.isSafeInteger(whole * unitsPerWhole) && Number.isSafeInteger(units)

/** Rounded down; not for negative amounts. */
export const wholeAt = ({ whole, rest }: Amounts, at: number): number =>
  (whole[at] ?? 0) + Math.floor((rest[at] ?? 0) / unitsPerWhole)

/** `percent` hundredths of an amount, rounded down to the unit. `rest` may exceed one whole. */
export function hundredths(whole: number, rest: number, percent: number): { whole: number; rest: number } {
  const scaled = whole * percent
  const wholes = Math.floor(scaled / 100)
  return {
    whole: wholes,
    rest: (scaled - wholes * 100) * (unitsPerWhole / 100) + Math.floor((rest * percent) / 100),
  }
}
