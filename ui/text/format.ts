import type { NumberSymbols } from '#kit/amount/typed-amount.ts'
import { currentBoot } from '../shell/boot.ts'

/** Latin digits and Gregorian dates in every language allow comparison with chains and documents. */
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

export function numberSymbols(): NumberSymbols {
  const parts = numberFormat({ minimumFractionDigits: 1 }).formatToParts(1_234_567.5)
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { group: sign('group'), decimal: sign('decimal') }
}
export const groupWhole = (figures: string): string =>
  numberFormat({ maximumFractionDigits: 0, useGrouping: 'always' }).format(BigInt(figures))

export type AmountStyle = {
  readonly exact?: boolean
  readonly signed?: boolean
  /** A USDT value with 2 decimals, rounded down: losses away from zero. */
  readonly worth?: boolean
}

/** Maximum decimals: 2 from 1,000, 4 from 1, and four significant digits below 1, at most 8. */
function decimalsOf(value: string): number {
  const [whole = '0', part = ''] = value.replace(/^-/, '').split('.')
  if (whole !== '0') return whole.length > 3 ? 2 : 4
  const zeros = part.search(/[1-9]/)
  return zeros < 0 ? 2 : Math.min(8, zeros + 4)
}

/** Formats a decimal string ("1234.5" as "1,234.50") without floats. */
export function showAmount(value: string, { exact = false, signed = false, worth = false }: AmountStyle = {}): string {
  return numberFormat({
    minimumFractionDigits: 2,
    maximumFractionDigits: worth ? 2 : exact ? 8 : decimalsOf(value),
    roundingMode: worth ? 'floor' : 'trunc',
    signDisplay: signed ? 'exceptZero' : 'negative',
  }).format(value as `${number}`)
}

/** Right-to-left mark. Keeps joined amounts in order. */
const turn = '\u200f'
export const joinAmounts = (amounts: readonly string[]): string =>
  amounts.join(document.documentElement.dir === 'rtl' ? `${turn} + ` : ' + ')

/** Formats a fraction ("0.0342") as "+3.42%". */
export const showPercent = (share: string, { signed = false, decimals = 2 } = {}): string =>
  numberFormat({
    style: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: signed ? 'exceptZero' : 'negative',
  }).format(share as `${number}`)

export const isAbove = (amount: string): boolean => /[1-9]/.test(amount)

export const showCount = (count: number): string => numberFormat({}).format(count)

export const showMoment = (iso: string): string =>
  dateFormat({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }).format(new Date(iso))
/** "21 Nov 2026, 14:03 UTC", for UTC-based periods. */
export const showUtc = (iso: string): string =>
  `${dateFormat({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' }).format(new Date(iso))} UTC`
/** Calendar dates are shown in UTC, times in the device's zone. */
const zoneOf = (iso: string): Intl.DateTimeFormatOptions => (iso.length === 10 ? { timeZone: 'UTC' } : {})
/** "21 Nov 2026". */
export const showDay = (iso: string): string =>
  dateFormat({ dateStyle: 'medium', ...zoneOf(iso) }).format(new Date(iso))
export const showUtcDay = (iso: string): string =>
  dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso))
/** "21 Nov". */
export const showDate = (iso: string): string =>
  dateFormat({ day: 'numeric', month: 'short', ...zoneOf(iso) }).format(new Date(iso))
export const showMonth = (month: string): string =>
  dateFormat({ year: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))
/** "14:03". */
export const showTime = (iso: string): string =>
  dateFormat({ timeStyle: 'short', hourCycle: 'h23' }).format(new Date(iso))

export const showSecond = (iso: string): string =>
  dateFormat({ timeStyle: 'medium', hourCycle: 'h23' }).format(new Date(iso))

export const shorten = (text: string, ends = 6): string =>
  text.length <= ends * 2 + 1 ? text : `${text.slice(0, ends)}…${text.slice(-ends)}`
