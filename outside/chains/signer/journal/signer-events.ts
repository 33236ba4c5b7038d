import type { Coin } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import type { AddressForm, ChainId } from '#kit/chain/chains.ts'
import type { Acceptance } from '../limits/signer-acceptance.ts'
import type { Costs } from '../limits/signer-costs.ts'

/** fund: the gas account funds a deposit address. move: the address sends its coins to the hot wallet. */
export type TronSweepStep = 'fund' | 'move'

/** `most` is the worst-case cost in wei, decimal string. */
type GasPlace = { readonly account: string; readonly nonce: number; readonly most: string }

export type SignerEvent =
  /** Pinned on first sight. */
  | {
      readonly kind: 'network'
      readonly chain: ChainId
      readonly evmChainId: number
      readonly tokens: Readonly<Partial<Record<Coin, Address>>>
      /** Required on EVM chains. */
      readonly vault?: Address
      readonly sweeper?: Address
      readonly proofLog?: Address
    }
  /** Base64url; a later event replaces it. */
  | { readonly kind: 'holder'; readonly walletId: string; readonly publicKey: string }
  /** A later event replaces it. */
  | {
      readonly kind: 'destination'
      readonly walletId: string
      readonly chain: ChainId
      readonly address: Address
      /** When the signer received it, in milliseconds since 1970. Missing in old entries. */
      readonly at?: number
    }
  /** `at`: when the signer received it, in milliseconds since 1970. */
  | {
      readonly kind: 'change'
      readonly walletId: string
      readonly chain: ChainId
      readonly from: Address
      readonly to: Address
      /** As signed, seconds since 1970. */
      readonly issuedAt: number
      readonly publicKey: string
      readonly at: number
    }
  | {
      readonly kind: 'change_dropped'
      readonly walletId: string
      readonly chain: ChainId
      readonly issuedAt: number
    }
  | { readonly kind: 'root'; readonly day: string; readonly digest: string; readonly publicKey: string }
  /** This derivation index belongs to the wallet permanently. */
  | {
      readonly kind: 'deposit'
      readonly family: AddressForm
      readonly index: number
      readonly walletId: string
      readonly at: number
      readonly costs: Costs
    }
  | { readonly kind: 'reserves'; readonly block: string; readonly at: number; readonly costs: Costs }
  | {
      readonly kind: 'gas'
      readonly payload: string
      readonly gas: GasPlace
      readonly at: number
      readonly costs: Costs
    }
  | ({ readonly kind: 'accepted'; readonly at: number } & Acceptance)
  /** `payload` is the signed hash. */
  | {
      readonly kind: 'payment'
      readonly id: string
      readonly evmChainId: number
      readonly nonce: number
      readonly payload: string
      readonly hash: string
      /** `at`: signing time, milliseconds since 1970. */
      readonly coin: Coin
      readonly units: string
      readonly at: number
      /** "form:address". */
      readonly to?: string
      readonly isApproved?: boolean
      readonly isNew?: boolean
      readonly costs?: Costs
      readonly gas?: GasPlace
      /** EVM only. `act` excludes fees, because a replacement may raise only them. */
      readonly act?: string
      readonly feeMaxPerGas?: string
      readonly tipMaxPerGas?: string
    }
  | {
      readonly kind: 'tron_sweep'
      readonly id: string
      readonly index: number
      readonly step: TronSweepStep
      readonly payload: string
      /** `until`: no block after this can contain it. Milliseconds since 1970. */
      readonly until: number
      readonly at: number
      /** Maximum, decimal string. */
      readonly sun: string
      readonly costs?: Costs
    }
  /** An empty transaction took a payment's nonce. */
  | {
      readonly kind: 'stop'
      readonly id: string
      readonly evmChainId: number
      readonly nonce: number
      readonly payload: string
      readonly hash: string
      readonly feeMaxPerGas: string
      readonly tipMaxPerGas: string
      readonly at?: number
      readonly costs?: Costs
      readonly gas?: GasPlace
    }

export type SignedPaymentEvent = Extract<SignerEvent, { kind: 'payment' }>
export type TronSweepEvent = Extract<SignerEvent, { kind: 'tron_sweep' }>
export type SignedStopEvent = Extract<SignerEvent, { kind: 'stop' }>

export type PendingChange = Pick<Extract<SignerEvent, { kind: 'change' }>, 'to' | 'issuedAt' | 'publicKey' | 'at'>
