import { addressLength, addressProblem, keptAddress } from '#kit/chain/address.ts'
import type { AddressForm } from '#kit/chain/chains.ts'
import type { AddressProblem } from '#kit/chain/evm-address.ts'

export type AddressCheck =
  | { readonly kind: 'empty' | 'short' | 'long' | 'format' | 'checksum' }
  /** `address` is the canonical form, which is signed. `isChecked`: the typed checksum is valid. */
  | { readonly kind: 'fine'; readonly address: string; readonly isChecked: boolean }

const begun = { evm: /^(0|0x[0-9a-f]*)?$/i, tron: /^(T[1-9A-HJ-NP-Za-km-z]*)?$/ } as const
const kinds = { length: 'long', format: 'format', checksum: 'checksum' } as const satisfies Record<
  AddressProblem,
  AddressCheck['kind']
>

export function checkAddress(typed: string, form: AddressForm): AddressCheck {
  if (typed === '') return { kind: 'empty' }
  if (!begun[form].test(typed)) return { kind: 'format' }
  if (typed.length < addressLength(form)) return { kind: 'short' }
  const problem = addressProblem(form, typed)
  if (problem) return { kind: kinds[problem] }
  const digits = typed.slice(2)
  const isChecked = form === 'tron' || (digits !== digits.toLowerCase() && digits !== digits.toUpperCase())
  return { kind: 'fine', address: keptAddress(form, typed), isChecked }
}

const comparedStart = 6
const comparedEnd = 4

/** Scammers use addresses with matching ends, because people compare only the ends. */
export function isConfusable(address: string, known: string): boolean {
  const [one, other] = [address.toLowerCase(), known.toLowerCase()]
  return (
    one !== other &&
    one.slice(0, comparedStart) === other.slice(0, comparedStart) &&
    one.slice(-comparedEnd) === other.slice(-comparedEnd)
  )
}
