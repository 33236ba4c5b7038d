import { type AddressProblem, checksumAddress, evmAddressProblem } from '#kit/evm-address.ts'

/** What can be said of an address while it is being typed. */
export type AddressCheck =
  | { readonly kind: 'empty' | 'short' | 'long' | 'format' | 'checksum' }
  /** Complete. `address` is its checksum form, which is what is signed; `isChecked`: the typed form carried a checksum, and it fits. */
  | { readonly kind: 'fine'; readonly address: string; readonly isChecked: boolean }

const begun = /^(0|0x[0-9a-f]*)?$/i
const kinds = { length: 'long', format: 'format', checksum: 'checksum' } as const satisfies Record<
  AddressProblem,
  AddressCheck['kind']
>

/** An address as pasted: without the blanks and line breaks that come with it. */
export const withoutBlanks = (typed: string): string => typed.replace(/\s+/g, '')

/**
 * Reads an EVM address as far as it is typed.
 * @param length characters of a whole address.
 */
export function checkAddress(typed: string, length: number): AddressCheck {
  if (typed === '') return { kind: 'empty' }
  if (!begun.test(typed)) return { kind: 'format' }
  if (typed.length < length) return { kind: 'short' }
  const problem = evmAddressProblem(typed)
  if (problem) return { kind: kinds[problem] }
  const digits = typed.slice(2)
  const isChecked = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return { kind: 'fine', address: checksumAddress(typed), isChecked }
}

/** Characters people compare at each end. */
const comparedStart = 6
const comparedEnd = 4

/** Whether two addresses differ only where nobody looks: the trick of swindlers who send from such an address. */
export function isLookAlike(address: string, known: string): boolean {
  const [one, other] = [address.toLowerCase(), known.toLowerCase()]
  return (
    one !== other &&
    one.slice(0, comparedStart) === other.slice(0, comparedStart) &&
    one.slice(-comparedEnd) === other.slice(-comparedEnd)
  )
}
