import type { ChainId } from '#kit/chain/chains.ts'
import { type EvmTransaction, payloadHash, type SignedTransaction, signTransaction } from '../../evm/evm-transaction.ts'
import type { KeyPair } from '../../keys/derivation.ts'
import type { SignedPaymentEvent, SignedStopEvent } from '../journal/signer-events.ts'
import { checkCosts, gasCosts } from '../limits/signer-caps.ts'
import type { SignerMind } from '../signer-mind.ts'
import { SignerRefused } from '../signer-refused.ts'

/** `act` excludes the fees. Fees are in wei per gas, as decimal strings. */
export type Replaceable = { readonly act: string; readonly feeMaxPerGas: string; readonly tipMaxPerGas: string }

/** The signer finds the nonce in its journal. */
export type StopIntent = {
  readonly id: string
  readonly chain: ChainId
  readonly feeMaxPerGas: string
  readonly tipMaxPerGas: string
}

/** Maximum payment transactions, and maximum stops, per payment. */
const attemptsMax = 6
export const hotAccount = (evmChainId: number): string => `hot:${evmChainId}`
const stopGas = 21_000n
const feeMaxPerGasCap = 1_000_000_000_000n

export const replaceableOf = (transaction: EvmTransaction): Replaceable => ({
  act: payloadHash({ ...transaction, feeMaxPerGas: 0n, tipMaxPerGas: 0n }),
  feeMaxPerGas: `${transaction.feeMaxPerGas}`,
  tipMaxPerGas: `${transaction.tipMaxPerGas}`,
})

type Fees = { readonly feeMaxPerGas?: string; readonly tipMaxPerGas?: string }

/** Nodes accept a replacement only if both fees rise by at least an eighth. */
const isRaised = (before: Fees, now: Fees): boolean =>
  ([`feeMaxPerGas`, `tipMaxPerGas`] as const).every(
    (name) => BigInt(now[name] ?? 0) * 8n >= BigInt(before[name] ?? 0) * 9n,
  )

/** Whether `next` only raises the last fees. False after a stop transaction. */
export function replaces(
  before: readonly (SignedPaymentEvent | SignedStopEvent)[],
  next: Replaceable | undefined,
): boolean {
  const last = before.at(-1)
  if (!next || last?.kind !== 'payment' || before.length >= attemptsMax) return false
  return last.act === next.act && isRaised(last, next)
}

/** An empty transaction with the payment's nonce. @throws SignerRefused */
export function signStop(
  { journal, rules, clock }: Required<SignerMind>,
  hot: KeyPair,
  intent: StopIntent,
): SignedTransaction {
  const before = journal.payments.get(intent.id) ?? []
  const last = before.at(-1)
  const network = journal.networks.get(intent.chain)
  if (!last || network?.evmChainId !== last.evmChainId || !network.vault)
    throw new SignerRefused('there is no such payment to stop')
  const { evmChainId, nonce } = last
  const [feeMaxPerGas, tipMaxPerGas] = [BigInt(intent.feeMaxPerGas), BigInt(intent.tipMaxPerGas)]
  if (tipMaxPerGas < 0n || tipMaxPerGas > feeMaxPerGas) throw new SignerRefused('the fee does not make sense')
  if (feeMaxPerGas > feeMaxPerGasCap) throw new SignerRefused('the fee is above the cap of this signer')
  const transaction: EvmTransaction = {
    evmChainId,
    nonce,
    to: hot.address,
    value: 0n,
    data: '0x',
    gas: stopGas,
    feeMaxPerGas,
    tipMaxPerGas,
  }
  const payload = payloadHash(transaction)
  const signed = signTransaction(transaction, hot.privateKey)
  if (before.some((each) => each.payload === payload)) return signed
  const stops = before.filter(({ kind }) => kind === 'stop').length
  if (!isRaised(last, intent) || stops >= attemptsMax) throw new SignerRefused('this fee replaces nothing')
  const at = clock.now().getTime()
  const [account, most] = [hotAccount(evmChainId), stopGas * feeMaxPerGas]
  const costs = gasCosts(journal, 'payments', intent.chain, { account, nonce, most })
  checkCosts(journal, rules.dayCaps, costs, at)
  const gas = { account, nonce, most: `${most}` }
  const fees = { feeMaxPerGas: intent.feeMaxPerGas, tipMaxPerGas: intent.tipMaxPerGas }
  journal.record({
    kind: 'stop',
    id: intent.id,
    evmChainId,
    nonce,
    payload,
    hash: signed.hash,
    ...fees,
    at,
    costs,
    gas,
  })
  return signed
}
