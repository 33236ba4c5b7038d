import { parseUnits } from './amount.ts'

type TokenPayment = {
  readonly evmChainId: number
  /** The contract of the coin, and its decimals. */
  readonly token: string
  readonly decimals: number
  readonly address: string
  /** Decimal text, at most 2 places: what a person could type. */
  readonly amount: string
}

/**
 * What a payer's wallet reads off a code: so much of a coin to an address (EIP-681).
 * @returns undefined where the amount is none
 */
export function tokenPaymentUri({ evmChainId, token, decimals, address, amount }: TokenPayment): string | undefined {
  const units = parseUnits(amount, 2)
  if (!units) return undefined
  const inToken = decimals < 8 ? units / 10n ** BigInt(8 - decimals) : units * 10n ** BigInt(decimals - 8)
  return `ethereum:${token}@${evmChainId}/transfer?address=${address}&uint256=${inToken}`
}

/**
 * The address in what was scanned or pasted: bare, or in a payment URI (EIP-681 `ethereum:…`, `tron:…`). In the call of a token the
 * receiver is its parameter, and not the contract that stands first.
 */
export function addressIn(text: string): string {
  const plain = text.replace(/\s/g, '')
  const [, uri = ''] = /^(?:ethereum:(?:pay-)?|tron:)(.*)$/i.exec(plain) ?? []
  if (uri === '') return plain
  const [path = '', query = ''] = uri.split('?')
  const [target = '', called, ...more] = path.split('/')
  if (called === undefined) return target.replace(/@.*$/, '')
  // Another call, or one without a receiver, is no payment: left whole, it is refused as an address.
  return (called === 'transfer' && more.length === 0 && new URLSearchParams(query).get('address')) || plain
}
