import type { Coin } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import type { VaultHeadroom } from './evm/vault.ts'
import type { LogLine } from './proof-log.ts'

export type BlockHeader = { readonly number: number; readonly hash: string; readonly parent: string }
export type Block = BlockHeader & { readonly at: Date }

/** Addresses are in checksum form. */
export type TokenTransfer = {
  readonly coin: Coin
  readonly hash: string
  /** Block-wide, so a reorg may change it. Never use it as a key. */
  readonly logIndex: number
  readonly from: Address
  readonly to: Address
  readonly baseUnits: bigint
}

export type Receipt = {
  readonly blockNumber: number
  readonly blockHash: string
  readonly succeeded: boolean
  /** Index of the transaction's first log. Log ordinals count from it. */
  readonly firstLogIndex: number
  readonly transfers: readonly Omit<TokenTransfer, 'hash'>[]
}

/**
 * - accepted: the node has the transaction now
 * - known: the node had it before
 * - nonce_too_low: a block already contains this nonce, from us or someone else
 * - unclear: refused for a different reason, or no answer; it may have arrived
 */
export type BroadcastAnswer = 'accepted' | 'known' | 'nonce_too_low' | 'unclear'

/** Wei per gas. */
export type Fees = { readonly feeMaxPerGas: bigint; readonly tipMaxPerGas: bigint }

/** Milliseconds since 1970. */
export type TronTerms = {
  /** 4 and 16 hex digits. */
  readonly refBlockBytes: string
  readonly refBlockHash: string
  readonly timestamp: number
  /** No later block can contain it. */
  readonly expiration: number
  /** Maximum sun to burn, as a decimal string. */
  readonly feeLimit: string
}

/** Stored before signing, so that signing again gives the same bytes. */
export type PaymentTerms = Fees | TronTerms

export type Outgoing = {
  readonly coin: Coin
  readonly from: Address
  readonly to: Address
  readonly baseUnits: bigint
}

/** Cost of a transfer that the sending address pays itself (TRON), in sun and energy units. */
export type Fuel = {
  /** undefined if the address never received sun; the network rejects its transactions. */
  readonly held: bigint | undefined
  /** undefined: the token would reject the transfer. */
  readonly energyNeeded: bigint | undefined
  /** Unused energy; anyone may have staked or lent it. */
  readonly energyLeft: bigint
  readonly energyPrice: bigint
  /** Sun burned for the transaction's bytes; free daily bytes cost nothing. */
  readonly bytesFee: bigint
  /** Sun burned to send sun to the address; high for an unknown address. */
  readonly fundFee: bigint
}

/** Every call may throw RpcUnreachable or RpcRefused. */
export type ChainPort = {
  head(): Promise<number>
  /** Newest final block by the chain's own rule. undefined if only depth decides. */
  final(): Promise<number | undefined>
  /** Undefined above the head. */
  blockAt(number: number): Promise<Block | undefined>
  /** Queried by block hash. Transfers are above zero; undefined if the node lost the block. */
  transfersOf(block: BlockHeader): Promise<readonly TokenTransfer[] | undefined>
  receipt(hash: string): Promise<Receipt | undefined>
  /** Whether the transaction is in a block or pending. */
  knows(hash: string): Promise<boolean>
  /** Idempotent. Never throws. */
  broadcast(raw: string): Promise<BroadcastAnswer>
  /** Mined transactions only. undefined if the chain has no nonces. */
  nonce(address: Address): Promise<number | undefined>
  /** In base units. */
  balance(coin: Coin, address: Address): Promise<bigint>
  /** Base units in input order, in as few calls as possible. May mix neighboring blocks. */
  balances(coin: Coin, addresses: readonly Address[]): Promise<readonly bigint[]>
  /** Native coin in its smallest unit. undefined for an unknown address. */
  gas(address: Address): Promise<bigint | undefined>
  /** undefined if our addresses pay no fees. */
  fuel(payment: Outgoing): Promise<Fuel | undefined>
  /** Remaining payout cap. undefined without a contract. */
  headroom(coin: Coin): Promise<VaultHeadroom | undefined>
  vaultOf(sweeper: Address): Promise<Address | undefined>
  writerOf(proofLog: Address): Promise<Address | undefined>
  /** undefined without an entry for the day. */
  lineOf(proofLog: Address, day: string): Promise<(LogLine & { readonly hash: string }) | undefined>
  delegated(addresses: readonly Address[], contract: Address): Promise<ReadonlySet<Address>>
  /** Hash of the payment, from any sender; undefined if never paid. */
  paidIn(withdrawalKey: string): Promise<string | undefined>
  terms(payment: Outgoing): Promise<PaymentTerms>
  /** Whether the transaction is in no block and never can be. Only then may its coins be returned. */
  isOver(hash: string, terms: PaymentTerms): Promise<boolean>
}
