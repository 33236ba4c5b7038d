import { cleanLine, isWithin } from '#kit/typed-text.ts'
import { type AccountFlaw, type ReadAccount, readAccount, readAlias, readPhone, readTag } from './account-text.ts'

/** A field of a payment method: what the seller fills in, so that the buyer can pay. */
export type MethodField = {
  readonly name: string
  readonly isOptional?: true
  /** How what is typed is read; left out: any text of one line. */
  readonly read?: (typed: string) => ReadAccount
}
type Method = { readonly number: number; readonly name: string; readonly fields: readonly MethodField[] }

/** Ways of paying. A new one is one row here and its texts `otc.method.<name>` and `otc.field.<field>`. */
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

/** What a seller filled in for a method, by field. */
export type Details = Readonly<Record<string, string>>
/** Details or a name as they are kept: nobody reads them without the server's key (sealed-details.server.ts). */
export type Sealed = string & { readonly kind: 'sealed' }
/** Characters of the longest text of a field, as a person counts them. */
export const detailMax = 80

export const methodOf = (number: number): Method | undefined => methods.find((method) => method.number === number)

/** What is wrong with a field: `missing`, longer than it may be, or no account. */
export type DetailFlaw = { readonly why: 'missing' | 'long' } | AccountFlaw

function readDetail({ read, isOptional }: MethodField, typed: string): { readonly text: string } | DetailFlaw {
  const line = cleanLine(typed)
  if (line === '') return isOptional ? { text: '' } : { why: 'missing' }
  if (!isWithin(line, detailMax)) return { why: 'long' }
  return read ? read(typed) : { text: line }
}

/** What is wrong with what is typed into a field of a method; undefined where nothing is. */
export function detailFlaw(field: MethodField, typed: string): DetailFlaw | undefined {
  const read = readDetail(field, typed)
  return 'why' in read ? read : undefined
}

/** The details of a method as they are kept: known fields only, read. @returns the first field that does not fit, where one does not */
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
