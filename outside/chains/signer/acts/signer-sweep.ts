import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { authorize, type EvmTransaction, type SignedTransaction, signTransaction } from '../../evm/evm-transaction.ts'
import { sweepAllData } from '../../evm/vault.ts'
import type { Hex } from '../../keys/bytes.ts'
import { depositKeyAt, type KeyPair } from '../../keys/derivation.ts'
import { countGas } from '../limits/signer-caps.ts'
import type { Costs } from '../limits/signer-costs.ts'
import type { SignerMind } from '../signer-mind.ts'
import { SignerRefused } from '../signer-refused.ts'

/** Plain JSON. No destination: the pinned contracts allow only one. */
export type SweepIntent = {
  readonly chain: ChainId
  readonly coin: Coin
  readonly nonce: number
  /** Wei per gas, decimal string. */
  readonly feeMaxPerGas: string
  readonly tipMaxPerGas: string
  /** Derivation indexes. */
  readonly indexes: readonly number[]
  /** Indexes that do not delegate yet. */
  readonly delegating: readonly number[]
}

/** Fits easily into one block. */
export const sweptMax = 45
/** Per sweep, per address, and per new delegation. */
const [baseGas, addressGas, delegationGas] = [80_000n, 80_000n, 40_000n]
const feeMaxPerGasCap = 1_000_000_000_000n

const isPlace = (index: number): boolean => Number.isSafeInteger(index) && index >= 0 && index < 2 ** 31

/** Deterministic, so signing again moves no coins twice. @throws SignerRefused */
export function signSweep(
  mind: Required<SignerMind>,
  seed: Uint8Array,
  gasKey: KeyPair,
  intent: SweepIntent,
): SignedTransaction {
  const { journal } = mind
  const { chain, coin, nonce, indexes, delegating } = intent
  const { evmChainId, tokens, sweeper } = journal.networks.get(chain) ?? {}
  const token = tokens?.[coin]
  if (evmChainId === undefined || !token || !sweeper)
    throw new SignerRefused(`${coin} on ${chain} is not swept by this signer`)
  if (indexes.length === 0 || indexes.length > sweptMax || ![...indexes, ...delegating].every(isPlace))
    throw new SignerRefused('these are no places in the derivation')
  const isPart = new Set(delegating).size === delegating.length && delegating.every((index) => indexes.includes(index))
  if (!isPart) throw new SignerRefused('what delegates is not part of the sweep')
  if (!Number.isSafeInteger(nonce) || nonce < 0) throw new SignerRefused('the nonce is not a whole number')
  const [feeMaxPerGas, tipMaxPerGas] = [BigInt(intent.feeMaxPerGas), BigInt(intent.tipMaxPerGas)]
  if (tipMaxPerGas < 0n || tipMaxPerGas > feeMaxPerGas) throw new SignerRefused('the fee does not make sense')
  if (feeMaxPerGas > feeMaxPerGasCap) throw new SignerRefused('the fee is above the cap of this signer')
  const contract = sweeper as Hex
  const gas = baseGas + addressGas * BigInt(indexes.length) + delegationGas * BigInt(delegating.length)
  const keyOf = (index: number): KeyPair => depositKeyAt(seed, index)
  // A deposit address sends nothing, so its first authorization is its only one and cannot be replaced.
  const authorizations = delegating.map((index) =>
    authorize({ evmChainId, contract, nonce: 0 }, keyOf(index).privateKey),
  )
  const transaction: EvmTransaction = {
    evmChainId,
    nonce,
    to: contract,
    value: 0n,
    data: sweepAllData(
      indexes.map((index) => keyOf(index).address),
      token,
    ),
    gas,
    feeMaxPerGas,
    tipMaxPerGas,
    ...(authorizations.length > 0 ? { authorizations } : {}),
  }
  const delegations: Costs = delegating.length > 0 ? { delegations: `${delegating.length}` } : {}
  countGas(mind, 'sweeps', chain, { account: `gas:${evmChainId}`, transaction, others: delegations })
  return signTransaction(transaction, gasKey.privateKey)
}
