import type { ChainId, ChainIdOf } from '../chain/chains.ts'
import { tightCode } from '../text/typed-text.ts'
import { parseUnits } from './amount.ts'

type TokenPayment = {
  readonly evmChainId: number
  readonly token: string
  readonly decimals: number
  readonly address: string
  readonly amount: string
}

/** EIP-681. @returns undefined if the amount is invalid */
export function tokenPaymentUri({ evmChainId, token, decimals, address, amount }: TokenPayment): string | undefined {
  const units = parseUnits(amount, 2)
  if (!units) return undefined
  const inToken = decimals < 8 ? units / 10n ** BigInt(8 - decimals) : units * 10n ** BigInt(decimals - 8)
  return `ethereum:${token}@${evmChainId}/transfer?address=${address}&uint256=${inToken}`
}

/** EVM chain ID or TRON, as stated in the text; undefined if not stated. */
export type AddressText = { readonly address: string; readonly network: number | 'tron' | undefined }

/** Chain IDs of our EVM networks and their testnets. 31337: a local chain. */
const ownNumbers: Readonly<Record<ChainIdOf<'evm'>, readonly number[]>> = {
  eth: [1, 11_155_111, 17_000, 560_048, 31_337],
  bsc: [56, 97, 31_337],
}
const names: Readonly<Record<number, string>> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  56: 'BNB Smart Chain',
  100: 'Gnosis',
  137: 'Polygon',
  324: 'ZKsync Era',
  8453: 'Base',
  42161: 'Arbitrum One',
  43114: 'Avalanche',
  59144: 'Linea',
}

const chainNumber = (text: string): number =>
  /^(?:\d{1,15}|0x[0-9a-f]{1,12})$/i.test(text) ? Number(text) : Number.NaN

/**
 * Accepts a bare address or a payment URI (EIP-681 `ethereum:…`, CAIP-10 `eip155:…`, `tron:…`). In a token call the receiver is the
 * parameter, not the contract. Returns other text unchanged, so the address check refuses it.
 */
export function readAddress(typed: string): AddressText {
  const text = tightCode(typed)
  const bare = (address: string): string => address.replace(/^0X/, '0x')
  const [, scheme = '', rest = ''] = /^(ethereum|eip155|tron):(?:pay-)?(.*)$/i.exec(text) ?? []
  if (rest === '') return { address: bare(text), network: undefined }
  const unread: AddressText = { address: text, network: undefined }
  const [path = '', query = ''] = rest.split('?')
  if (/^tron$/i.test(scheme)) return { address: path, network: 'tron' }
  if (/^eip155$/i.test(scheme)) {
    const [number = '', address = '', ...more] = path.split(':')
    return more.length > 0 ? unread : { address: bare(address), network: chainNumber(number) }
  }
  const [target = '', called, ...more] = path.split('/')
  const [contract = '', number, ...numbers] = target.split('@')
  if (numbers.length > 0 || more.length > 0) return unread
  const network = number === undefined ? undefined : chainNumber(number)
  if (called === undefined) return { address: bare(contract), network }
  const receivers = new URLSearchParams(query).getAll('address')
  const [receiver = ''] = receivers
  return called === 'transfer' && receivers.length === 1 ? { address: bare(receiver), network } : unread
}

export function otherNetwork({ network }: AddressText, chain: ChainId): string | undefined {
  if (network === undefined) return undefined
  if (chain === 'tron') return network === 'tron' ? undefined : nameOf(network)
  return network !== 'tron' && ownNumbers[chain].includes(network) ? undefined : nameOf(network)
}

const nameOf = (network: number | 'tron'): string =>
  network === 'tron' ? 'TRON' : (names[network] ?? (Number.isNaN(network) ? '?' : `${network}`))
