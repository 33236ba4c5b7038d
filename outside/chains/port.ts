import type { Address } from '#kit/address.ts'
import type { Coin } from '#kit/assets.ts'
import type { VaultHeadroom } from './vault.ts'

/** What places a block in its chain. */
export type BlockHeader = { readonly number: number; readonly hash: string; readonly parent: string }

/** A transfer of one of our coins, as a log of a block. Addresses are in checksum form. */
export type TokenTransfer = {
  readonly coin: Coin
  readonly hash: string
  /** Counts through the whole block, so it may change when the block is replaced: never a key. */
  readonly logIndex: number
  readonly from: Address
  readonly to: Address
  readonly baseUnits: bigint
}

export type Receipt = {
  readonly blockNumber: number
  readonly blockHash: string
  readonly succeeded: boolean
  /** The log index of the transaction's first log; the ordinal of a log inside its transaction is counted from it. */
  readonly firstLogIndex: number
  readonly transfers: readonly Omit<TokenTransfer, 'hash'>[]
}

/**
 * accepted: the node has it now · known: it had it before · nonce_too_low: a transaction with this nonce is already in a block, ours
 * or another · unclear: refused for another reason, or no answer; it may have arrived.
 */
export type BroadcastAnswer = 'accepted' | 'known' | 'nonce_too_low' | 'unclear'

/** Wei per gas: what is paid at most, and how much of that may go to the block's producer. */
export type Fees = { readonly feeMaxPerGas: bigint; readonly tipMaxPerGas: bigint }

/** What a transaction on TRON says besides what it does. Moments are milliseconds since 1970. */
export type TronTerms = {
  /** Of the block it refers to: 4 and 16 hex digits. */
  readonly refBlockBytes: string
  readonly refBlockHash: string
  readonly timestamp: number
  /** After this it can stand in no block any more. */
  readonly expiration: number
  /** The most sun it may burn, as decimal text. */
  readonly feeLimit: string
}

/** What a payment is signed with, settled before it is signed and kept, so that signing again gives the same bytes. */
export type PaymentTerms = Fees | TronTerms

/** Coins about to leave one of our addresses. */
export type Outgoing = {
  readonly coin: Coin
  readonly from: Address
  readonly to: Address
  readonly baseUnits: bigint
}

/** What sending a coin takes at one of our addresses, where each pays for itself (TRON). In sun and units of energy. */
export type Fuel = {
  /** Sun at the address; undefined where the network does not know it: it takes nothing from an address that never got any. */
  readonly held: bigint | undefined
  /** What the transfer takes now; undefined where the token would refuse it. */
  readonly energyNeeded: bigint | undefined
  /** Energy the address has beside its sun: staked or lent to it by anyone, and not used. */
  readonly energyLeft: bigint
  /** Sun for a unit of energy. */
  readonly energyPrice: bigint
  /** Sun the transfer burns for its bytes: nothing within the free ones of a day. */
  readonly bytesFee: bigint
  /** Sun that sending the address some burns: much where the network does not know it yet. */
  readonly fundFee: bigint
}

/** All the house wants of a chain. Every adapter passes the same suite. Every call may throw RpcUnreachable or RpcRefused. */
export type ChainPort = {
  /** The number of the newest block. */
  head(): Promise<number>
  /** The newest block that the chain itself calls final; undefined where depth alone decides. */
  final(): Promise<number | undefined>
  /** The block at a number on the chain as it is now; undefined above the head. */
  blockAt(number: number): Promise<BlockHeader | undefined>
  /** Transfers of our coins in one block, above zero, asked by the block's hash; undefined if the node no longer has that block. */
  transfersOf(block: BlockHeader): Promise<readonly TokenTransfer[] | undefined>
  /** Undefined while the transaction is in no block. */
  receipt(hash: string): Promise<Receipt | undefined>
  /** Whether the node knows the transaction, in a block or waiting. */
  knows(hash: string): Promise<boolean>
  /** Hands over signed bytes. Repeating it is harmless. Never throws. */
  broadcast(raw: string): Promise<BroadcastAnswer>
  /** How many transactions of an address are in blocks; undefined where a chain does not number them. */
  nonce(address: Address): Promise<number | undefined>
  /** Base units of a coin at an address. */
  balance(coin: Coin, address: Address): Promise<bigint>
  /** Base units of a coin at many addresses, in their order, in as few calls as the chain allows. They may be of neighbouring blocks. */
  balances(coin: Coin, addresses: readonly Address[]): Promise<readonly bigint[]>
  /** The chain's own coin at an address, in its smallest unit; undefined where the chain does not know the address. */
  gas(address: Address): Promise<bigint | undefined>
  /** What sending a coin takes at the address it leaves; undefined where our addresses need nothing for it. */
  fuel(payment: Outgoing): Promise<Fuel | undefined>
  /** What the payout contract still pays of a coin; undefined where there is none. */
  headroom(coin: Coin): Promise<VaultHeadroom | undefined>
  /** The payout contract a sweeper sends to; undefined where there is none. */
  vaultOf(sweeper: Address): Promise<Address | undefined>
  /** Which of these addresses already delegate to a contract. */
  delegated(addresses: readonly Address[], contract: Address): Promise<ReadonlySet<Address>>
  /** The transaction in which the payout contract paid a withdrawal, whoever sent it; undefined if it never did. */
  paidIn(withdrawalKey: string): Promise<string | undefined>
  /** What a payment would be signed with now. */
  terms(payment: Outgoing): Promise<PaymentTerms>
  /** Whether a signed transaction is in no block and can never be in one: only then may its coins be given back. */
  isOver(hash: string, terms: PaymentTerms): Promise<boolean>
}
