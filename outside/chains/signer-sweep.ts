import type { Coin } from '#kit/assets.ts'
import type { ChainId } from '#kit/chains.ts'
import type { Hex } from './bytes.ts'
import { depositKeyAt, type KeyPair } from './derivation.ts'
import { authorize, type EvmTransaction, type SignedTransaction, signTransaction } from './evm-transaction.ts'
import { countGas } from './signer-caps.ts'
import type { Costs } from './signer-costs.ts'
import type { SignerMind } from './signer-mind.ts'
import { SignerRefused } from './signer-refused.ts'
import { sweepAllData } from './vault.ts'

/** Deposit addresses to be emptied: plain JSON. Where the coins go is not said: the contracts the operator pinned know no other place. */
export type SweepIntent = {
  readonly chain: ChainId
  readonly coin: Coin
  /** The next number of the address that pays the gas. */
  readonly nonce: number
  /** Wei per gas, as decimal text. */
  readonly feeMaxPerGas: string
  readonly tipMaxPerGas: string
  /** Places in the derivation of the deposit addresses. */
  readonly indexes: readonly number[]
  /** Those of them that do not delegate yet. */
  readonly delegating: readonly number[]
}

/** Addresses of one sweep: what fits well into one block. */
export const sweptMax = 45
/** Gas of a sweep itself, of each address in it, and of each that begins to delegate. */
const [baseGas, addressGas, delegationGas] = [80_000n, 80_000n, 40_000n]
/** No fee above this is signed: a thousand gwei per gas. */
const feeMaxPerGasCap = 1_000_000_000_000n

const isPlace = (index: number): boolean => Number.isSafeInteger(index) && index >= 0 && index < 2 ** 31

/** Builds and signs a sweep. The same intent gives the same bytes; what is signed twice moves nothing twice. @throws SignerRefused */
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
  // A deposit address never sends anything, so its first authorization is its only one: nobody can replace it later with that number.
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
