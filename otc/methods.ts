/** A field of a payment method: what the seller fills in, so that the buyer can pay. */
export type MethodField = {
  readonly name: string
  readonly isOptional?: true
  /** What it looks like; left out: any text. */
  readonly format?: RegExp
}
type Method = { readonly number: number; readonly name: string; readonly fields: readonly MethodField[] }

const accountNumber = /^[A-Za-z0-9][A-Za-z0-9 -]{3,39}$/
const phoneOrMail = /^(\+?[0-9][0-9 ()-]{5,19}|[^\s@]{1,64}@[^\s@]{1,80})$/

/** Ways of paying. A new one is one row here and its texts `otc.method.<name>` and `otc.field.<field>`. */
export const methods: readonly Method[] = [
  {
    number: 1,
    name: 'bank',
    fields: [
      { name: 'holder' },
      { name: 'bank' },
      { name: 'account', format: accountNumber },
      { name: 'branch', isOptional: true },
    ],
  },
  { number: 2, name: 'instant', fields: [{ name: 'holder' }, { name: 'alias', format: phoneOrMail }] },
  {
    number: 3,
    name: 'mobile',
    fields: [{ name: 'holder' }, { name: 'service' }, { name: 'phone', format: /^\+?[0-9][0-9 ()-]{5,19}$/ }],
  },
  {
    number: 4,
    name: 'app',
    fields: [{ name: 'holder' }, { name: 'service' }, { name: 'tag', format: /^[\p{L}\p{N}$@._-]{2,60}$/u }],
  },
]

/** What a seller filled in for a method, by field. */
export type Details = Readonly<Record<string, string>>
/** Details or a name as they are kept: nobody reads them without the server's key (sealed-details.server.ts). */
export type Sealed = string & { readonly kind: 'sealed' }
/** The longest text of a field. */
export const detailMax = 80

export const methodOf = (number: number): Method | undefined => methods.find((method) => method.number === number)

/** The details of a method as they are kept: known fields only, trimmed. @returns the first field that does not fit, where one does not */
export function readDetails(
  number: number,
  typed: Details,
): { readonly details: Details } | { readonly wrong: string } {
  const details: Record<string, string> = {}
  for (const { name, isOptional, format } of methodOf(number)?.fields ?? []) {
    const text = (typed[name] ?? '').trim()
    if (text === '' && isOptional) continue
    if (text === '' || text.length > detailMax || (format && !format.test(text))) return { wrong: name }
    details[name] = text
  }
  return { details }
}
