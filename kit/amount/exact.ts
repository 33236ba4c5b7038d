import { scale, showUnits, unitsPerOne } from './amount.ts'

export class Unreadable extends Error {
  constructor(what: string) {
    super(`unreadable ${what}`)
    this.name = 'Unreadable'
  }
}

/** No exponent, plus, blank, leading zero or −0; at most 8 decimals. */
export const exactText = /^(?!-0(?:\.0*)?$)-?(?:0|[1-9]\d{0,17})(?:\.\d{1,8})?$/
export const heldText = /^(?:0|[1-9]\d{0,17})(?:\.\d{1,8})?$/
export const idText = /^[1-9]\d{0,17}$/
/** UTC, ISO 8601. */
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

/** In units of 10⁻⁸, may be negative. The only parser for checks and screens. @throws Unreadable */
export function readUnits(text: unknown): bigint {
  if (!isText(text, exactText)) throw new Unreadable('amount')
  return unitsOf(text)
}

/** In units of 10⁻⁸, never negative. @throws Unreadable */
export function readHeld(text: unknown): bigint {
  if (!isText(text, heldText)) throw new Unreadable('amount')
  return unitsOf(text)
}

/** @throws Unreadable */
export function readId(text: unknown): bigint {
  if (!isText(text, idText)) throw new Unreadable('number')
  return BigInt(text)
}

/** Units in signed texts: at least 0, at most 39 digits. @throws Unreadable */
export function readWhole(text: unknown): bigint {
  if (!isText(text, /^(?:0|[1-9]\d{0,38})$/)) throw new Unreadable('whole number')
  return BigInt(text)
}

/** Like `readWhole`, but may be negative. @throws Unreadable */
export function readChange(text: unknown): bigint {
  if (!isText(text, /^(?:0|-?[1-9]\d{0,38})$/)) throw new Unreadable('whole number')
  return BigInt(text)
}

/** Hexadecimal number from a node. @throws Unreadable */
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
export const isMoment = (text: unknown): text is string => isText(text, momentText) && isRealDay(text.slice(0, 10))
export const isDay = (text: unknown): text is string => isText(text, dayText) && isRealDay(text)

/** Milliseconds. @throws Unreadable */
export function readMoment(text: unknown): number {
  if (!isMoment(text)) throw new Unreadable('moment')
  return Date.parse(text)
}

/** Days since 1970. @throws Unreadable */
export function readDay(text: unknown): number {
  if (!isDay(text)) throw new Unreadable('day')
  return Date.parse(`${text}T00:00:00Z`) / 86_400_000
}

/**
 * Accepts only the exact form of JSON.stringify, so no two parsers can disagree: no duplicate names, blanks or other number spellings.
 * @throws Unreadable
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

/** @throws Unreadable */
export function readList(text: unknown): readonly unknown[] {
  const value = readJson(text)
  if (!Array.isArray(value)) throw new Unreadable('list')
  return value
}

/** @throws Unreadable */
export const isSameAmount = (one: unknown, other: unknown): boolean => readUnits(one) === readUnits(other)
/** Shortest spelling. @throws Unreadable */
export const plainAmount = (text: unknown): string => showUnits(readUnits(text))
