import { divide, parseUnits, showUnits } from '#kit/amount/amount.ts'
import { latinFigures } from '#kit/amount/figures.ts'

/** "" if empty. Undefined: not a whole number from 1 to `most`, so the field keeps its value. */
export function piecesTyped(text: string, most: number): string | undefined {
  const plain = latinFigures(text.trim())
  if (plain === '') return ''
  if (!/^\d{1,6}$/.test(plain)) return undefined
  const count = Number(plain)
  return count >= 1 && count <= most ? String(count) : undefined
}

const units = (text: string): bigint => parseUnits(text) ?? 0n

export const timesAmount = (amount: string, quantity: number): string => showUnits(units(amount) * BigInt(quantity))

/** Rounded down; undefined if the amount is unknown. */
export const partOf = (amount: string | undefined, quantity: number): string | undefined =>
  amount === undefined || quantity < 2 ? amount : showUnits(divide(units(amount), BigInt(quantity), 'down'))

export const isEqual = (one: string, other: string): boolean => units(one) === units(other)
