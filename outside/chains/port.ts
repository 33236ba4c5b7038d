import type { Coin } from '#kit/assets.ts'
import type { Hex } from './bytes.ts'

/** What places a block in its chain. */
export type BlockHeader = { readonly number: number; readonly hash: Hex; readonly parent: Hex }

/** A transfer of one of our coins, as a log of a block. Addresses are in checksum form. */
export type TokenTransfer = {
  readonly coin: Coin
  readonly hash: Hex
  /** Counts through the whole block, so it may change when the block is replaced: never a key. */
  readonly logIndex: number
  readonly from: Hex
  readonly to: Hex
  readonly baseUnits: bigint
}

export type Receipt = {
  readonly blockNumber: number
  readonly blockHash: Hex
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

/** All the house wants of a chain. Every adapter passes the same suite. Every call may throw RpcUnreachable or RpcRefused. */
export type ChainPort = {
  /** The number of the newest block. */
  head(): Promise<number>
  /** The block at a number on the chain as it is now; undefined above the head. */
  blockAt(number: number): Promise<BlockHeader | undefined>
  /** Transfers of our coins in one block, above zero, asked by the block's hash; undefined if the node no longer has that block. */
  transfersOf(block: BlockHeader): Promise<readonly TokenTransfer[] | undefined>
  /** Undefined while the transaction is in no block. */
  receipt(hash: Hex): Promise<Receipt | undefined>
  /** Whether the node knows the transaction, in a block or waiting. */
  knows(hash: Hex): Promise<boolean>
  /** Hands over signed bytes. Repeating it is harmless. Never throws. */
  broadcast(raw: Hex): Promise<BroadcastAnswer>
  /** How many transactions of an address are in blocks. */
  nonce(address: Hex): Promise<number>
  /** Base units of a coin at an address. */
  balance(coin: Coin, address: Hex): Promise<bigint>
  fees(): Promise<Fees>
}
