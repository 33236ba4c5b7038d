import { plainCode, plainDashes } from './typed-text.ts'

export type TypedCode = { readonly figures: string } | { readonly wrong: 'long' | 'unclear' }

/**
 * Reads a code of `length` digits: alone, in two groups, or the only code in a pasted message. Rejects longer numbers and several codes,
 * because a part of them would be a different code.
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
  // U+202E displays the text reversed.
  return only === undefined || others.length > 0 || text.includes('\u202e') ? { wrong: 'unclear' } : { figures: only }
}
