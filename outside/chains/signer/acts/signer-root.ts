import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { ChainId } from '#kit/chain/chains.ts'
import { isSignedBy } from '#kit/seal/signed-text.ts'
import { isDay } from '#kit/time/clock.ts'
import { type EvmTransaction, type SignedTransaction, signTransaction } from '../../evm/evm-transaction.ts'
import type { Hex } from '../../keys/bytes.ts'
import type { KeyPair } from '../../keys/derivation.ts'
import { writeData } from '../../proof-log.ts'
import { countGas } from '../limits/signer-caps.ts'
import type { SignerMind } from '../signer-mind.ts'
import { SignerRefused } from '../signer-refused.ts'

export type RootIntent = {
  readonly chain: ChainId
  readonly nonce: number
  /** Wei per gas, decimal string. */
  readonly feeMaxPerGas: string
  readonly tipMaxPerGas: string
  /** As published: the signer reads day and root only from the signed text. */
  readonly statement: { readonly text: string; readonly signature: string; readonly publicKey: string }
}

/** A write uses about 75,000. */
const gas = 120_000n
/** A thousand gwei per gas. */
const feeMaxPerGasCap = 1_000_000_000_000n

/** @throws SignerRefused */
function read(text: string): { day: string; root: string } {
  let said: { v?: unknown; day?: unknown; root?: unknown }
  try {
    said = JSON.parse(text)
  } catch {
    throw new SignerRefused('this is no statement')
  }
  const { v, day, root } = said
  if (
    v !== 'POL1' ||
    typeof day !== 'string' ||
    !isDay(day) ||
    typeof root !== 'string' ||
    !/^[0-9a-f]{64}$/.test(root)
  )
    throw new SignerRefused('this is no statement')
  return { day, root }
}

/** Never signs two different statements for a day, or statements by two publisher keys. Deterministic. @throws SignerRefused */
export function signRoot(mind: Required<SignerMind>, key: KeyPair, intent: RootIntent): SignedTransaction {
  const { journal } = mind
  const { chain, nonce, statement } = intent
  const { evmChainId, proofLog } = journal.networks.get(chain) ?? {}
  if (evmChainId === undefined || !proofLog)
    throw new SignerRefused(`nothing is written down on ${chain} by this signer`)
  if (!Number.isSafeInteger(nonce) || nonce < 0) throw new SignerRefused('the nonce is not a whole number')
  const [feeMaxPerGas, tipMaxPerGas] = [BigInt(intent.feeMaxPerGas), BigInt(intent.tipMaxPerGas)]
  if (tipMaxPerGas < 0n || tipMaxPerGas > feeMaxPerGas) throw new SignerRefused('the fee does not make sense')
  if (feeMaxPerGas > feeMaxPerGasCap) throw new SignerRefused('the fee is above the cap of this signer')
  const { text, signature, publicKey } = statement
  if (!isSignedBy(text, signature, publicKey)) throw new SignerRefused('the statement is not signed by its key')
  if (journal.publisher !== undefined && journal.publisher !== publicKey)
    throw new SignerRefused('statements before it were signed by another key')
  const { day, root } = read(text)
  const digest = bytesToHex(sha256(utf8ToBytes(text)))
  const before = journal.roots.get(day)
  if (before !== undefined && before !== digest)
    throw new SignerRefused('another statement of this day was signed before')
  const transaction: EvmTransaction = {
    evmChainId,
    nonce,
    to: proofLog as Hex,
    value: 0n,
    data: writeData(day, digest, root),
    gas,
    feeMaxPerGas,
    tipMaxPerGas,
  }
  countGas(mind, 'roots', chain, { account: `proof:${evmChainId}`, transaction })
  if (before === undefined) journal.record({ kind: 'root', day, digest, publicKey })
  return signTransaction(transaction, key.privateKey)
}
