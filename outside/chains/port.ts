import type { Address } from '#kit/address.ts'
import type { Coin } from '#kit/assets.ts'
import type { LogLine } from './proof-log.ts'
import type { VaultHeadroom } from './vault.ts'

/** The place of a block in its chain. */
export type BlockHeader = { readonly number: number; readonly hash: string; readonly parent: string }
/** A block as the chain has it, with the moment its producer wrote into it. */
export type Block = BlockHeader & { readonly at: Date }

/** A transfer of one of our coins, as a log of a block. Addresses are in checksum form. */
export type TokenTransfer = {
  readonly coin: Coin
  readonly hash: string
  /** It counts through the whole block, so it may change when the block is replaced. Never use it as a key. */
  readonly logIndex: number
  readonly from: Address
  readonly to: Address
  readonly baseUnits: bigint
}

export type Receipt = {
  readonly blockNumber: number
  readonly blockHash: string
  readonly succeeded: boolean
  /** The log index of the transaction's first log. The ordinal of a log inside its transaction counts from it. */
  readonly firstLogIndex: number
  readonly transfers: readonly Omit<TokenTransfer, 'hash'>[]
}

/**
 * - accepted: the node has the transaction now
 * - known: the node had it before
 * - nonce_too_low: a transaction with this nonce is already in a block, ours or another
 * - unclear: refused for another reason, or no answer; it may have arrived
 */
export type BroadcastAnswer = 'accepted' | 'known' | 'nonce_too_low' | 'unclear'

/** Wei per gas: the most that is paid, and the part of it that may go to the block's producer. */
export type Fees = { readonly feeMaxPerGas: bigint; readonly tipMaxPerGas: bigint }

/** The frame of a transaction on TRON, without its act. Moments are milliseconds since 1970. */
export type TronTerms = {
  /** The block to which it refers: 4 and 16 hex digits. */
  readonly refBlockBytes: string
  readonly refBlockHash: string
  readonly timestamp: number
  /** After this moment no block can contain it. */
  readonly expiration: number
  /** The most sun it may burn, as decimal text. */
  readonly feeLimit: string
}

/** The terms of a payment. They are fixed and kept before it is signed, so that signing again gives the same bytes. */
export type PaymentTerms = Fees | TronTerms

/** Coins about to leave one of our addresses. */
export type Outgoing = {
  readonly coin: Coin
  readonly from: Address
  readonly to: Address
  readonly baseUnits: bigint
}

/** The cost of sending a coin from one of our addresses, if each address pays for itself (TRON). In sun and units of energy. */
export type Fuel = {
  /** Sun at the address. undefined: the network does not know the address, because it never got any, and takes nothing from it. */
  readonly held: bigint | undefined
  /** The energy of the transfer now. undefined: the token would refuse it. */
  readonly energyNeeded: bigint | undefined
  /** Unused energy of the address, beside its sun: anybody may have staked or lent it. */
  readonly energyLeft: bigint
  /** Sun for a unit of energy. */
  readonly energyPrice: bigint
  /** Sun that the transfer burns for its bytes. The free bytes of a day cost nothing. */
  readonly bytesFee: bigint
  /** Sun that is burnt when somebody sends sun to the address. It is much for an address that the network does not know yet. */
  readonly fundFee: bigint
}

/** Everything that the house needs from a chain. Every adapter passes the same suite. Every call may throw RpcUnreachable or RpcRefused. */
export type ChainPort = {
  /** The number of the newest block. */
  head(): Promise<number>
  /** The newest block that the chain itself calls final. undefined: depth alone decides. */
  final(): Promise<number | undefined>
  /** The block at a number on the chain as it is now; undefined above the head. */
  blockAt(number: number): Promise<Block | undefined>
  /** Transfers of our coins in one block, above zero, asked by the block's hash; undefined if the node no longer has that block. */
  transfersOf(block: BlockHeader): Promise<readonly TokenTransfer[] | undefined>
  /** Undefined while the transaction is in no block. */
  receipt(hash: string): Promise<Receipt | undefined>
  /** Whether the node knows the transaction, in a block or waiting. */
  knows(hash: string): Promise<boolean>
  /** Hands over signed bytes. Repeating it is harmless. Never throws. */
  broadcast(raw: string): Promise<BroadcastAnswer>
  /** How many transactions of an address are in blocks. undefined: the chain does not number them. */
  nonce(address: Address): Promise<number | undefined>
  /** Base units of a coin at an address. */
  balance(coin: Coin, address: Address): Promise<bigint>
  /** Base units of a coin at many addresses, in their order, in as few calls as the chain allows. The figures may be from neighbouring blocks. */
  balances(coin: Coin, addresses: readonly Address[]): Promise<readonly bigint[]>
  /** The chain's own coin at an address, in its smallest unit. undefined: the chain does not know the address. */
  gas(address: Address): Promise<bigint | undefined>
  /** The cost of sending a coin, for the address that it leaves. undefined: our addresses pay nothing. */
  fuel(payment: Outgoing): Promise<Fuel | undefined>
  /** How much of a coin the payout contract still pays. undefined: there is no contract. */
  headroom(coin: Coin): Promise<VaultHeadroom | undefined>
  /** The payout contract to which a sweeper sends. undefined: there is none. */
  vaultOf(sweeper: Address): Promise<Address | undefined>
  /** Who may write into a contract of digests. undefined: there is none. */
  writerOf(proofLog: Address): Promise<Address | undefined>
  /** What a contract of digests keeps of a day, with the transaction that wrote it. undefined: nothing yet. */
  lineOf(proofLog: Address, day: string): Promise<(LogLine & { readonly hash: string }) | undefined>
  /** Which of these addresses already delegate to a contract. */
  delegated(addresses: readonly Address[], contract: Address): Promise<ReadonlySet<Address>>
  /** The transaction in which the payout contract paid a withdrawal, sent by anybody. undefined: it never paid it. */
  paidIn(withdrawalKey: string): Promise<string | undefined>
  /** The terms of a payment, if it were signed now. */
  terms(payment: Outgoing): Promise<PaymentTerms>
  /** Whether a signed transaction is in no block and can never be in one. Only then may its coins be given back. */
  isOver(hash: string, terms: PaymentTerms): Promise<boolean>
}
