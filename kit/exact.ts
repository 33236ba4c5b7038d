import { scale, showUnits, unitsPerOne } from './amount.ts'

/** Text that is not exactly in its form. A check that meets one refuses; it never falls back to a default. */
export class Unreadable extends Error {
  constructor(what: string) {
    super(`unreadable ${what}`)
    this.name = 'Unreadable'
  }
}

/** An exact amount on the wire: no exponent, no plus, no blank, no leading zero, no −0, at most 8 decimals. */
export const exactText = /^(?!-0(?:\.0*)?$)-?(?:0|[1-9]\d{0,17})(?:\.\d{1,8})?$/
/** The same, never below zero: what an account holds, what a record moves. */
export const heldText = /^(?:0|[1-9]\d{0,17})(?:\.\d{1,8})?$/
/** A whole number above 0 that a posting or an entry has, as text. */
export const idText = /^[1-9]\d{0,17}$/
/** A moment as this product writes it: UTC, ISO 8601. */
export const momentText =
  /^[2-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?Z$/
const dayText = /^[2-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

const isText = (value: unknown, form: RegExp): value is string => typeof value === 'string' && form.test(value)

function unitsOf(text: string): bigint {
  const isBelow = text.startsWith('-')
  const [whole = '', part = ''] = text.slice(isBelow ? 1 : 0).split('.')
  const units = BigInt(whole) * unitsPerOne + BigInt(part.padEnd(scale, '0'))
  return isBelow ? -units : units
}

/** An amount of an answer in units of 10⁻⁸, below zero too. The one reader of amounts that checks and screens use. @throws Unreadable */
export function readUnits(text: unknown): bigint {
  if (!isText(text, exactText)) throw new Unreadable('amount')
  return unitsOf(text)
}

/** An amount that cannot be below zero, in units of 10⁻⁸. @throws Unreadable */
export function readHeld(text: unknown): bigint {
  if (!isText(text, heldText)) throw new Unreadable('amount')
  return unitsOf(text)
}

/** The number of a posting. @throws Unreadable */
export function readId(text: unknown): bigint {
  if (!isText(text, idText)) throw new Unreadable('number')
  return BigInt(text)
}

/** A whole number of units as signed texts have it: at least 0, at most 39 digits. @throws Unreadable */
export function readWhole(text: unknown): bigint {
  if (!isText(text, /^(?:0|[1-9]\d{0,38})$/)) throw new Unreadable('whole number')
  return BigInt(text)
}

/** The same, below zero too. @throws Unreadable */
export function readChange(text: unknown): bigint {
  if (!isText(text, /^(?:0|-?[1-9]\d{0,38})$/)) throw new Unreadable('whole number')
  return BigInt(text)
}

/** Bytes that a node answers, as a number. @param digitsMax hexadecimal digits at most @throws Unreadable */
export function readQuantity(text: unknown, digitsMax: number): bigint {
  if (!isQuantity(text, digitsMax)) throw new Unreadable('quantity')
  return BigInt(text)
}
export const isQuantity = (text: unknown, digitsMax: number): text is string =>
  typeof text === 'string' && text.length <= 2 + digitsMax && /^0x[0-9a-f]+$/.test(text)

function isRealDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}
/** Whether it is a moment that exists: there is no 31 February. */
export const isMoment = (text: unknown): text is string => isText(text, momentText) && isRealDay(text.slice(0, 10))
/** Whether it is a day that exists, "2026-11-21". */
export const isDay = (text: unknown): text is string => isText(text, dayText) && isRealDay(text)

/** A moment in milliseconds. @throws Unreadable */
export function readMoment(text: unknown): number {
  if (!isMoment(text)) throw new Unreadable('moment')
  return Date.parse(text)
}

/** A day as the number of days since 1970. @throws Unreadable */
export function readDay(text: unknown): number {
  if (!isDay(text)) throw new Unreadable('day')
  return Date.parse(`${text}T00:00:00Z`) / 86_400_000
}

/**
 * A signed or hashed JSON text. It has exactly one form (JSON.stringify's), so no two readers can understand it differently: no name twice, no
 * blank, no number in another spelling. @throws Unreadable
 */
export function readJson(text: unknown): unknown {
  if (typeof text !== 'string') throw new Unreadable('JSON')
  try {
    const value: unknown = JSON.parse(text)
    if (JSON.stringify(value) === text) return value
  } catch {
    // Refused below.
  }
  throw new Unreadable('JSON')
}

/** A list in such a text. @throws Unreadable */
export function readList(text: unknown): readonly unknown[] {
  const value = readJson(text)
  if (!Array.isArray(value)) throw new Unreadable('list')
  return value
}

/** Whether two amounts of answers are the same. @throws Unreadable */
export const isSameAmount = (one: unknown, other: unknown): boolean => readUnits(one) === readUnits(other)
/** The amount in its one shortest spelling. @throws Unreadable */
export const plainAmount = (text: unknown): string => showUnits(readUnits(text))
