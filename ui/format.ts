import type { NumberMarks } from '#kit/typed-amount.ts'
import { currentBoot } from './boot.ts'

/** Latin figures and the Gregorian calendar in every language: they are compared with chains and papers. */
const locale = (): string => `${currentBoot().language}-u-nu-latn-ca-gregory`

const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>()
function cached<F extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  kind: string,
  options: object,
  make: (locale: string) => F,
): F {
  const tag = locale()
  const key = `${kind} ${tag} ${JSON.stringify(options)}`
  const before = formatters.get(key) as F | undefined
  if (before) return before
  const formatter = make(tag)
  formatters.set(key, formatter)
  return formatter
}
export const numberFormat = (options: Intl.NumberFormatOptions) =>
  cached('number', options, (tag) => new Intl.NumberFormat(tag, options))
export const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  cached('date', options, (tag) => new Intl.DateTimeFormat(tag, options))

/** How the language writes numbers. */
export function numberMarks(): NumberMarks {
  const parts = numberFormat({ minimumFractionDigits: 1 }).formatToParts(1_234_567.5)
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { group: sign('group'), decimal: sign('decimal') }
}
/** Figures with the groups of the language: "1234567" as "1,234,567". */
export const groupWhole = (figures: string): string =>
  numberFormat({ maximumFractionDigits: 0, useGrouping: 'always' }).format(BigInt(figures))

export type AmountStyle = {
  /** Every decimal there is, for details and receipts. */
  readonly exact?: boolean
  /** A plus before gains. */
  readonly signed?: boolean
  /** A value in USDT: always 2 decimals, gains rounded down and losses up. */
  readonly worth?: boolean
}

/** How many decimals an amount is shown with: 2, and more the smaller it is, so that four figures say something. Cut off, never rounded up. */
function decimalsOf(value: string): number {
  const [whole = '0', part = ''] = value.replace(/^-/, '').split('.')
  if (whole !== '0') return whole.length > 3 ? 2 : 4
  const zeros = part.search(/[1-9]/)
  return zeros < 0 ? 2 : Math.min(8, zeros + 4)
}

/** Decimal text ("1234.5") as an amount to read ("1,234.50"). Never becomes a float. */
export function showAmount(value: string, { exact = false, signed = false, worth = false }: AmountStyle = {}): string {
  return numberFormat({
    minimumFractionDigits: 2,
    maximumFractionDigits: worth ? 2 : exact ? 8 : decimalsOf(value),
    roundingMode: worth ? 'floor' : 'trunc',
    signDisplay: signed ? 'exceptZero' : 'negative',
  }).format(value as `${number}`)
}

/** Right to left, whoever reads "200 USDT + 4 ATMC" must not meet the second amount before the first one is over. */
const turn = '\u200f'
/** Amounts with their coins in a text: "200.00 USDT + 4.50 ATMC", each after the other in the direction of the language. */
export const joinAmounts = (amounts: readonly string[]): string =>
  amounts.join(document.documentElement.dir === 'rtl' ? `${turn} + ` : ' + ')

/** A share as decimal text ("0.0342") as a percentage ("+3.42%"). */
export const showPercent = (share: string, { signed = false, decimals = 2 } = {}): string =>
  numberFormat({
    style: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: signed ? 'exceptZero' : 'negative',
  }).format(share as `${number}`)

/** Whether an amount or a share, as the wire writes it and without a sign, is more than nothing. */
export const isAbove = (amount: string): boolean => /[1-9]/.test(amount)

/** A count or other whole number. */
export const showCount = (count: number): string => numberFormat({}).format(count)

/** "21 Nov 2026, 14:03". Moments are shown in the time of the device. */
export const showMoment = (iso: string): string =>
  dateFormat({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }).format(new Date(iso))
/** "21 Nov 2026, 14:03 UTC": for what is counted in days of UTC. */
export const showUtc = (iso: string): string =>
  `${dateFormat({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' }).format(new Date(iso))} UTC`
/** A calendar day ("2026-11-21") is that day everywhere; a moment has the day of the device's time zone. */
const zoneOf = (iso: string): Intl.DateTimeFormatOptions => (iso.length === 10 ? { timeZone: 'UTC' } : {})
/** "21 Nov 2026". */
export const showDay = (iso: string): string =>
  dateFormat({ dateStyle: 'medium', ...zoneOf(iso) }).format(new Date(iso))
/** "21 Nov 2026": the day in UTC, whatever the time of the device. */
export const showUtcDay = (iso: string): string =>
  dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso))
/** "21 Nov": where the year is plain. */
export const showDate = (iso: string): string =>
  dateFormat({ day: 'numeric', month: 'short', ...zoneOf(iso) }).format(new Date(iso))
/** "2026-11" as "November 2026": a month of statements, which are kept in UTC. */
export const showMonth = (month: string): string =>
  dateFormat({ year: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))
/** "14:03". */
export const showTime = (iso: string): string =>
  dateFormat({ timeStyle: 'short', hourCycle: 'h23' }).format(new Date(iso))

/** "14:03:25": for what changes while one looks at it. */
export const showSecond = (iso: string): string =>
  dateFormat({ timeStyle: 'medium', hourCycle: 'h23' }).format(new Date(iso))

/** "0x52908400…3E4f21": enough of both ends to compare by eye. */
export const shorten = (text: string, ends = 6): string =>
  text.length <= ends * 2 + 1 ? text : `${text.slice(0, ends)}…${text.slice(-ends)}`
