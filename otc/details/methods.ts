import { cleanLine, isWithin } from '#kit/text/typed-text.ts'
import { type AccountFlaw, type ReadAccount, readAccount, readAlias, readPhone, readTag } from './account-text.ts'

export type MethodField = {
  readonly name: string
  readonly isOptional?: true
  readonly read?: (typed: string) => ReadAccount
}
type Method = { readonly number: number; readonly name: string; readonly fields: readonly MethodField[] }

/** A new method also needs the texts `otc.method.<name>` and `otc.field.<field>`. */
export const methods: readonly Method[] = [
  {
    number: 1,
    name: 'bank',
    fields: [
      { name: 'holder' },
      { name: 'bank' },
      { name: 'account', read: readAccount },
      { name: 'branch', isOptional: true },
    ],
  },
  { number: 2, name: 'instant', fields: [{ name: 'holder' }, { name: 'alias', read: readAlias }] },
  {
    number: 3,
    name: 'mobile',
    fields: [{ name: 'holder' }, { name: 'service' }, { name: 'phone', read: readPhone }],
  },
  {
    number: 4,
    name: 'app',
    fields: [{ name: 'holder' }, { name: 'service' }, { name: 'tag', read: readTag }],
  },
]

export type Details = Readonly<Record<string, string>>
/** Encrypted with the server's key (sealed-details.server.ts). */
export type Sealed = string & { readonly kind: 'sealed' }
/** In user-perceived characters. */
export const detailMax = 80

export const methodOf = (number: number): Method | undefined => methods.find((method) => method.number === number)

export type DetailFlaw = { readonly why: 'missing' | 'long' } | AccountFlaw

function readDetail({ read, isOptional }: MethodField, typed: string): { readonly text: string } | DetailFlaw {
  const line = cleanLine(typed)
  if (line === '') return isOptional ? { text: '' } : { why: 'missing' }
  if (!isWithin(line, detailMax)) return { why: 'long' }
  return read ? read(typed) : { text: line }
}

export function detailFlaw(field: MethodField, typed: string): DetailFlaw | undefined {
  const read = readDetail(field, typed)
  return 'why' in read ? read : undefined
}

/** Reads known fields only. @returns the first invalid field, if any */
export function readDetails(
  number: number,
  typed: Details,
): { readonly details: Details } | { readonly wrong: string; readonly flaw: DetailFlaw } {
  const details: Record<string, string> = {}
  for (const field of methodOf(number)?.fields ?? []) {
    const read = readDetail(field, typed[field.name] ?? '')
    if ('why' in read) return { wrong: field.name, flaw: read }
    if (read.text !== '') details[field.name] = read.text
  }
  return { details }
}
