import { plainCode, plainDashes } from './typed-text.ts'

/** A code of figures as it is typed or pasted: what of it is there, or why it is none. */
export type TypedCode = { readonly figures: string } | { readonly wrong: 'long' | 'unclear' }

/**
 * Reads a one-time code of so many figures: alone, in two groups, or the only one in a message that was pasted. Of a text with more figures,
 * or with several such codes, none is taken: a part of it would be another code.
 */
export function readTypedCode(typed: string, length: number): TypedCode {
  const text = plainDashes(plainCode(typed))
  if (/^[\d -]*$/.test(text)) {
    const figures = text.replace(/\D/g, '')
    return figures.length > length ? { wrong: 'long' } : { figures }
  }
  const half = Math.floor(length / 2)
  const codes = (text.match(/\d(?:[\d .,/-]*\d)?/g) ?? []).flatMap((run) => {
    const [, first = '', second] = /^(\d+)(?:[ -](\d+))?$/.exec(run) ?? []
    const isCode =
      second === undefined ? first.length === length : first.length === half && second.length === length - half
    return isCode ? [first + (second ?? '')] : []
  })
  const [only, ...others] = codes
  // U+202E shows it reversed.
  return only === undefined || others.length > 0 || text.includes('\u202e') ? { wrong: 'unclear' } : { figures: only }
}
