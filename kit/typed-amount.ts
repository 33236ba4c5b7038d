import { latinFigures } from './figures.ts'

/** How a language writes numbers: what stands between groups of figures, and before the decimals. */
export type NumberMarks = { readonly group: string; readonly decimal: string }

export type TypedAmount =
  | { readonly is: 'empty' }
  /** Decimal text without groups, e.g. "1844.83". */
  | { readonly is: 'amount'; readonly text: string }
  /** It can be read in more than one way: which, from the largest. */
  | { readonly is: 'unclear'; readonly texts: readonly string[] }
  | { readonly is: 'wrong'; readonly why: 'form' | 'decimals' | 'long' }

export type TypedTerms = {
  readonly marks: NumberMarks
  /** The most figures before the decimals, and after: 12 and 2 where the specification says nothing else. */
  readonly wholeMax?: number
  readonly decimalsMax?: number
  /** The coin that may stand beside the figures. */
  readonly coin?: string
}

/** Signs that mean a point or a comma in some script. */
const points = /[.。．｡﹒]/u
const commas = /[,，、､،﹐]/u
/** Stands between groups and nowhere else: blanks, apostrophes, the Arabic sign for thousands. */
const between = /[\p{Zs}'’‘ʼ٬]/u
/** Stands before decimals and nowhere else. */
const beforeDecimals = /[٫]/u
/** Nobody sees them: they come along with what is copied. */
const unseen = /[\p{Cf}\t\r\n]/gu

/** Figures as 0-9, and the four kinds of signs as . , _ and : */
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

/** Groups of three, or as in India: three at the end and twos before. */
const isGrouped = (groups: readonly string[]): boolean => {
  const [first = '', ...rest] = groups
  const last = rest.pop() ?? ''
  if (first === '' || first.startsWith('0') || last.length !== 3) return false
  const areThrees = first.length <= 3 && rest.every(({ length }) => length === 3)
  const areTwos = first.length <= 2 && rest.every(({ length }) => length === 2)
  return areThrees || areTwos
}

/** The figures before the decimals, without groups; undefined where they are no number. */
function wholeOf(text: string): string | undefined {
  if (/^\d*$/.test(text)) return text
  const [sign, ...others] = new Set(text.replace(/\d/g, ''))
  if (sign === undefined || sign === ':' || others.length > 0) return undefined
  const groups = text.split(sign)
  return isGrouped(groups) ? groups.join('') : undefined
}

type Reading = { readonly decimal: string; readonly text: string }
/** Every number that a text can mean, by the sign that stands before its decimals. */
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

/** What stands around the figures of an amount that was copied from a screen: a sign, and the name of its coin. */
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
 * Reads an amount as people write it, with the signs and figures of any language. Where a text can mean two numbers the language decides,
 * and where it does not the answer says which two; no number is ever made smaller, larger or shorter.
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
  // One sign, once, before three figures. Where it is what the language puts between groups, that is what it means.
  if (plain(marks.group) === second.decimal) return fits(first)
  const texts = found.filter((each) => fits(each).is === 'amount').map(({ text: each }) => each)
  return texts.length > 0 ? { is: 'unclear', texts } : fits(second)
}
