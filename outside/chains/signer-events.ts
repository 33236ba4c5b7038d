import type { Address } from '#kit/address.ts'
import type { Coin } from '#kit/assets.ts'
import type { AddressForm, ChainId } from '#kit/chains.ts'
import type { Acceptance } from './signer-acceptance.ts'
import type { Costs } from './signer-costs.ts'

/** fund: the gas account gives a deposit address the cost of sending. move: the address sends its coins to the hot wallet. */
export type TronSweepStep = 'fund' | 'move'

/** The address that pays the gas of a transaction, its number there, and what all of it may cost at worst: wei, as decimal text. */
type GasPlace = { readonly account: string; readonly nonce: number; readonly most: string }

/** An event that the signer has seen. It binds everybody from then on. */
export type SignerEvent =
  /** The contracts of a chain, pinned on first sight. */
  | {
      readonly kind: 'network'
      readonly chain: ChainId
      readonly evmChainId: number
      readonly tokens: Readonly<Partial<Record<Coin, Address>>>
      /** The payout contract; on an EVM chain always. */
      readonly vault?: Address
      /** The contract to which deposit addresses delegate. */
      readonly sweeper?: Address
      /** The contract that keeps the digests of statements. */
      readonly proofLog?: Address
    }
  /** The identity key of a wallet, base64url; a later one replaces it. */
  | { readonly kind: 'holder'; readonly walletId: string; readonly publicKey: string }
  /** The one address to which a wallet is paid on a chain. A later one replaces it. */
  | {
      readonly kind: 'destination'
      readonly walletId: string
      readonly chain: ChainId
      readonly address: Address
      /** Since when the signer knows it, in milliseconds since 1970. Lines from before this was kept do not have it. */
      readonly at?: number
    }
  /** A holder wants to be paid at another address. `at`: since when the signer knows it, in milliseconds since 1970. */
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
  /** The holder took it back. */
  | {
      readonly kind: 'change_dropped'
      readonly walletId: string
      readonly chain: ChainId
      readonly issuedAt: number
    }
  /** The statement of a day that was written down on chains, and the key that signed it. */
  | { readonly kind: 'root'; readonly day: string; readonly digest: string; readonly publicKey: string }
  /** A deposit address was certified: the place in the derivation is this wallet's, for good. */
  | {
      readonly kind: 'deposit'
      readonly family: AddressForm
      readonly index: number
      readonly walletId: string
      readonly at: number
      readonly costs: Costs
    }
  /** The addresses of a chain were signed for at a block. */
  | { readonly kind: 'reserves'; readonly block: string; readonly at: number; readonly costs: Costs }
  /** A sweep on an EVM chain, or the digest of a statement, that was signed. `payload` is the hash that was signed. */
  | {
      readonly kind: 'gas'
      readonly payload: string
      readonly gas: GasPlace
      readonly at: number
      readonly costs: Costs
    }
  /** Approvers let the signer go on with what is left of a memory that lost its end. */
  | ({ readonly kind: 'accepted'; readonly at: number } & Acceptance)
  /** A payment that was signed. `payload` is the hash that was signed. */
  | {
      readonly kind: 'payment'
      readonly id: string
      readonly evmChainId: number
      readonly nonce: number
      readonly payload: string
      readonly hash: string
      /** The coin and the amount in units that it pays. `at`: when it was signed, in milliseconds since 1970 by the signer's clock. */
      readonly coin: Coin
      readonly units: string
      readonly at: number
      /** Where it goes, as "form:address"; whether approvers let it go; whether its destination was new. */
      readonly to?: string
      readonly isApproved?: boolean
      readonly isNew?: boolean
      readonly costs?: Costs
      readonly gas?: GasPlace
      /** EVM chains: its act without the fees, and its fees. A later transaction may raise the fees and change nothing else. */
      readonly act?: string
      readonly feeMaxPerGas?: string
      readonly tipMaxPerGas?: string
    }
  /** A step of emptying a deposit address on TRON that was signed. */
  | {
      readonly kind: 'tron_sweep'
      readonly id: string
      readonly index: number
      readonly step: TronSweepStep
      readonly payload: string
      /** `until`: after this moment no block can contain it. `at`: when it was signed. Milliseconds since 1970. */
      readonly until: number
      readonly at: number
      /** The most that it takes from the gas account, as decimal text. */
      readonly sun: string
      readonly costs?: Costs
    }
  /** A transaction that moves nothing took the number of a payment. */
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

/** A change that waits. */
export type PendingChange = Pick<Extract<SignerEvent, { kind: 'change' }>, 'to' | 'issuedAt' | 'publicKey' | 'at'>
