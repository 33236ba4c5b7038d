import { latinFigures } from './figures.ts'

export type NumberSymbols = { readonly group: string; readonly decimal: string }

export type TypedAmount =
  | { readonly is: 'empty' }
  /** Decimal string without group separators, e.g. "1844.83". */
  | { readonly is: 'amount'; readonly text: string }
  /** Possible readings, largest first. */
  | { readonly is: 'unclear'; readonly texts: readonly string[] }
  | { readonly is: 'wrong'; readonly why: 'form' | 'decimals' | 'long' }

export type TypedTerms = {
  readonly marks: NumberSymbols
  /** Maximum digits before and after the decimal sign. Default 12 and 2. */
  readonly wholeMax?: number
  readonly decimalsMax?: number
  readonly coin?: string
}

const points = /[.。．｡﹒]/u
const commas = /[,，、､،﹐]/u
/** Group separators only. */
const between = /[\p{Zs}'’‘ʼ٬]/u
const beforeDecimals = /[٫]/u
const unseen = /[\p{Cf}\t\r\n]/gu

function plain(text: string): string {
  return [...latinFigures(text)]
    .map((char) => {
      if (points.test(char)) return '.'
      if (commas.test(char)) return ','
      if (between.test(char)) return '_'
      return beforeDecimals.test(char) ? ':' : char
    })
    .join('')
}

/** Groups of three, or Indian grouping: three at the end, twos before. */
const isGrouped = (groups: readonly string[]): boolean => {
  const [first = '', ...rest] = groups
  const last = rest.pop() ?? ''
  if (first === '' || first.startsWith('0') || last.length !== 3) return false
  const areThrees = first.length <= 3 && rest.every(({ length }) => length === 3)
  const areTwos = first.length <= 2 && rest.every(({ length }) => length === 2)
  return areThrees || areTwos
}

function wholeOf(text: string): string | undefined {
  if (/^\d*$/.test(text)) return text
  const [sign, ...others] = new Set(text.replace(/\d/g, ''))
  if (sign === undefined || sign === ':' || others.length > 0) return undefined
  const groups = text.split(sign)
  return isGrouped(groups) ? groups.join('') : undefined
}

type Reading = { readonly decimal: string; readonly text: string }
function readings(text: string): Reading[] {
  const found: Reading[] = []
  for (const decimal of ['', ...new Set(text.replace(/[\d_]/g, ''))]) {
    const [before = '', after = '', ...more] = decimal === '' ? [text] : text.split(decimal)
    const whole = wholeOf(before)
    if (whole === undefined || more.length > 0 || !/^\d*$/.test(after) || whole + after === '') continue
    const part = after.replace(/0+$/, '')
    const figures = whole.replace(/^0+/, '') || '0'
    found.push({ decimal, text: part === '' ? figures : `${figures}.${part}` })
  }
  return found
}

function bare(text: string, coin: string | undefined): string {
  const shown = text
    .replace(unseen, '')
    .trim()
    .replace(/^[≈~+]\s*/u, '')
  const [name, upper] = [(coin ?? '').toUpperCase(), shown.toUpperCase()]
  if (name === '') return shown
  if (upper.endsWith(name)) return shown.slice(0, -name.length).trim()
  return upper.startsWith(name) ? shown.slice(name.length).trim() : shown
}

/**
 * Reads an amount in the digits and separators of any language. The language resolves ambiguous text; if it cannot, the result lists both
 * readings. Never rounds or truncates.
 */
export function readTypedAmount(
  typed: string,
  { marks, wholeMax = 12, decimalsMax = 2, coin }: TypedTerms,
): TypedAmount {
  const text = plain(bare(typed, coin))
  if (/^[.,:_]?$/.test(text)) return { is: 'empty' }
  if (!/^[\d.,:_]+$/.test(text)) return { is: 'wrong', why: 'form' }
  const found = readings(text)
  const [first, second] = found
  if (!first) return { is: 'wrong', why: 'form' }
  const fits = ({ text: each }: Reading): TypedAmount => {
    const [whole = '', part = ''] = each.split('.')
    if (whole.length > wholeMax) return { is: 'wrong', why: 'long' }
    return part.length > decimalsMax ? { is: 'wrong', why: 'decimals' } : { is: 'amount', text: each }
  }
  if (!second || second.text === first.text) return fits(first)
  // A single separator before three digits is a group separator if the language uses it as one.
  if (plain(marks.group) === second.decimal) return fits(first)
  const texts = found.filter((each) => fits(each).is === 'amount').map(({ text: each }) => each)
  return texts.length > 0 ? { is: 'unclear', texts } : fits(second)
}
