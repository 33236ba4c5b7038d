import { type NumberSymbols, readTypedAmount, type TypedAmount, type TypedTerms } from '#kit/amount/typed-amount.ts'

/**
 * Content of an amount field. `plain` is a decimal string, such as "1844.", shown with locale grouping. `raw` cannot be parsed yet and
 * stays as typed.
 */
export type Draft = { readonly plain: string } | { readonly raw: string }
export type DraftTerms = TypedTerms & { readonly group: (whole: string) => string }
export type Shown = { readonly text: string; readonly caret: number }
export type Edited = {
  readonly draft: Draft
  readonly shown: Shown
  readonly refused?: 'form' | 'decimals' | 'long'
}

const figures = /^\d*$/

export const isPlain = (draft: Draft): draft is { readonly plain: string } => 'plain' in draft

export function showDraft(draft: Draft, { marks, group }: DraftTerms): string {
  if (!isPlain(draft)) return draft.raw
  const [whole = '', part] = draft.plain.split('.')
  const grouped = whole === '' ? '' : group(whole)
  return part === undefined ? grouped : `${grouped || '0'}${marks.decimal}${part}`
}

export function amountOf(draft: Draft, terms: DraftTerms): string {
  const read = readDraft(draft, terms)
  return read.is === 'amount' ? read.text : ''
}

export function readDraft(draft: Draft, terms: DraftTerms): TypedAmount {
  if (!isPlain(draft)) return readTypedAmount(draft.raw, terms)
  const text = draft.plain.replace(/\.$/, '')
  return text === '' ? { is: 'empty' } : { is: 'amount', text: text.startsWith('.') ? `0${text}` : text }
}

/** Formats a readable draft on blur. */
export function settled(draft: Draft, terms: DraftTerms): Draft {
  const read = readDraft(draft, terms)
  return read.is === 'amount' ? { plain: read.text } : draft
}

const without = (text: string, sign: string): string => (sign === '' ? text : text.replaceAll(sign, ''))

function plainOf(text: string, { decimal }: NumberSymbols): string | undefined {
  const [whole = '', part, ...more] = text.split(decimal)
  if (more.length > 0 || !figures.test(whole) || !figures.test(part ?? '')) return undefined
  return (part === undefined ? whole : `${whole}.${part}`).replace(/^0+(?=\d)/, '')
}

/** @param value text after the edit, with the caret @param forward whether a character after the caret was deleted */
export function edit(
  before: Draft,
  { value, caret, forward = false }: { readonly value: string; readonly caret: number; readonly forward?: boolean },
  terms: DraftTerms,
): Edited {
  const { marks } = terms
  const stood = showDraft(before, terms)
  const ahead = sameStart(stood, value, caret)
  const behind = Math.min(sameEnd(stood, value), stood.length - ahead, value.length - ahead)
  const typed = value.slice(ahead, value.length - behind)
  const ours = (text: string) => (isPlain(before) ? without(text, marks.group) : text)
  let left = ours(stood.slice(0, ahead))
  let right = ours(stood.slice(stood.length - behind))
  const gone = stood.slice(ahead, stood.length - behind)
  // Deleting a separator deletes the adjacent digit.
  if (isPlain(before) && typed === '' && gone !== '' && ours(gone) === '') {
    if (forward) right = right.slice(1)
    else left = left.slice(0, -1)
  }
  const draft = take(left + typed + right, typed, terms)
  if (typeof draft === 'string') {
    const at = Math.max(0, caret - typed.length)
    return { draft: before, shown: { text: stood, caret: Math.min(at, stood.length) }, refused: draft }
  }
  const text = showDraft(draft, terms)
  const after = without(value.slice(caret), isPlain(draft) ? marks.group : '').length
  return { draft, shown: { text, caret: placeBefore(text, after, isPlain(draft) ? marks.group : '') } }
}

function take(text: string, typed: string, terms: DraftTerms): Draft | 'form' | 'decimals' | 'long' {
  const { marks, wholeMax = 12, decimalsMax = 2 } = terms
  const plain = plainOf(text, marks)
  if (plain !== undefined) {
    const [whole = '', part = ''] = plain.split('.')
    if (whole.length > wholeMax) return 'long'
    if (part.length <= decimalsMax) return { plain }
    // A typed character is one decimal too many. Pasted text may use another locale's grouping.
    if (typed.length <= 1) return 'decimals'
  }
  const read = readTypedAmount(text, terms)
  if (read.is === 'wrong') return read.why === 'form' && isBegun(text) ? { raw: text } : read.why
  // Typed text with the locale's grouping becomes `plain`, as does readable pasted text.
  const isWhole = read.is === 'amount' && (typed.length > 1 || showDraft({ plain: read.text }, terms) === text)
  return isWhole ? { plain: read.text } : { raw: text }
}

/** True for groups that may become a number: "1,00" of "1,00,000". */
const isBegun = (text: string): boolean => /^\p{Nd}{1,3}(?:[^\p{Nd}\p{L}]\p{Nd}{0,3})*$/u.test(text)

function sameStart(one: string, other: string, most: number): number {
  let count = 0
  while (count < most && count < one.length && one[count] === other[count]) count += 1
  return count
}
function sameEnd(one: string, other: string): number {
  let count = 0
  while (count < one.length && count < other.length && one.at(-1 - count) === other.at(-1 - count)) count += 1
  return count
}
function placeBefore(text: string, count: number, group: string): number {
  let place = text.length
  for (let left = count; left > 0 && place > 0; place -= 1) if (text[place - 1] !== group) left -= 1
  return text[place - 1] === group ? place - 1 : place
}
