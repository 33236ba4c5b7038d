import { divide, parseUnits, showUnits } from '#kit/amount.ts'
import { latinFigures } from '#kit/figures.ts'

/**
 * A number of pieces as it is typed, "" for none yet. undefined: not a whole number from 1 to `most`, so the box stays as it was.
 */
export function piecesTyped(text: string, most: number): string | undefined {
  const plain = latinFigures(text.trim())
  if (plain === '') return ''
  if (!/^\d{1,6}$/.test(plain)) return undefined
  const count = Number(plain)
  return count >= 1 && count <= most ? String(count) : undefined
}

const units = (text: string): bigint => parseUnits(text) ?? 0n

/** The price of so many pieces, as decimal text. */
export const timesAmount = (amount: string, quantity: number): string => showUnits(units(amount) * BigInt(quantity))

/** The part of an amount that each of so many pieces may have, rounded down; undefined where the amount is not known. */
export const partOf = (amount: string | undefined, quantity: number): string | undefined =>
  amount === undefined || quantity < 2 ? amount : showUnits(divide(units(amount), BigInt(quantity), 'down'))

/** Whether two decimal texts are the same amount. */
export const isEqual = (one: string, other: string): boolean => units(one) === units(other)
