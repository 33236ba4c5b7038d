import { type Amounts, unitsPerWhole } from '#kit/amount/many-amounts.ts'

/* Steps are 1, 2, 5, 10, 20 … × 10⁻⁸, numbered from 0, one byte per sum. Must match kit/text/privacy.ts. */
const digits = [1n, 2n, 5n] as const
const stepsOfUnits = 24
const powers: readonly number[] = Array.from({ length: 17 }, (_, exponent) => 10 ** exponent)

export const stepOf = (step: number): bigint => (digits[step % 3] as bigint) * 10n ** BigInt(Math.floor(step / 3))

const coinsOf: readonly number[] = Array.from({ length: 72 }, (_, step) => Number(stepOf(step)) / unitsPerWhole)

/** Fast test. True if an amount is clearly below a step. False is inconclusive. */
export function isBelowStep({ whole, rest }: Amounts, at: number, step: number): boolean {
  const [wholes, rests] = [whole[at] as number, rest[at] as number]
  if (wholes === 0 && rests === 0) return true
  const coins = Math.abs(wholes) + Math.abs(rests) / unitsPerWhole
  // Rounding error of valid amounts is far below a thousandth of a coin.
  return step >= stepsOfUnits && coins < (coinsOf[step] as number) - 0.001
}

/** Number of the first step above an amount, ignoring its sign. */
export function stepAboveAt({ whole, rest }: Amounts, at: number): number {
  const [wholes, rests] = [whole[at] as number, rest[at] as number]
  if (wholes === 0 && rests === 0) return 0
  const sign = wholes + Math.floor(rests / unitsPerWhole) < 0 ? -1 : 1
  const carried = Math.floor((sign * rests) / unitsPerWhole)
  const coins = sign * wholes + carried
  return coins > 0 ? stepsOfUnits + stepAbove(coins) : stepAbove(sign * rests - carried * unitsPerWhole)
}

function stepAbove(figure: number): number {
  if (figure === 0) return 0
  let exponent = Math.floor(Math.log10(figure))
  // Corrects logarithm errors near a power of ten.
  if ((powers[exponent] as number) > figure) exponent -= 1
  else if ((powers[exponent + 1] ?? Number.POSITIVE_INFINITY) <= figure) exponent += 1
  const power = powers[exponent] as number
  if (figure < 2 * power) return exponent * 3 + 1
  return exponent * 3 + (figure < 5 * power ? 2 : 3)
}
