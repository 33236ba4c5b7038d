import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import type { TronAddress } from '#kit/chain/tron-address.ts'
import { dayMs, hourMs } from '#kit/time/clock.ts'
import type { TronTerms } from '../../port.ts'
import type { TronContract } from '../../tron/contract.ts'
import { type TronKeyPair, tronDepositKeyAt } from '../../tron/derivation.ts'
import { signTronTransaction, transactionIdOf } from '../../tron/transaction.ts'
import { trc20TransferData } from '../../tron/trc20.ts'
import type { TronSweepStep } from '../journal/signer-events.ts'
import { checkCosts } from '../limits/signer-caps.ts'
import type { Costs } from '../limits/signer-costs.ts'
import type { SignerMind } from '../signer-mind.ts'
import { SignerRefused } from '../signer-refused.ts'
import type { GasCaps, GasSpending } from '../signer-rules.ts'
import type { SignedPayment } from './signer-payments.ts'
import { readTerms } from './signer-tron.ts'

/** The signer derives both addresses. */
export type TronSweepIntent = {
  /** Unique per transaction. */
  readonly id: string
  readonly chain: ChainId
  readonly coin: Coin
  readonly index: number
  readonly step: TronSweepStep
  /** Sun to fund, or base units to move: decimal string. */
  readonly amount: string
  readonly terms: TronTerms
}

/** Worst case: 1.1 TRX to activate an unknown address, and 0.3 for bytes. */
const fundFee = 1_400_000n
const amountMax = 2n ** 63n

function checkGas(spent: readonly GasSpending[], caps: GasCaps, index: number, sun: bigint, now: number): void {
  const today = spent.filter(({ at }) => at > now - dayMs)
  const sumOf = (rows: readonly GasSpending[]): bigint => rows.reduce((sum, each) => sum + each.sun, sun)
  if (sumOf(today.filter((each) => each.index === index)) > caps.anAddress)
    throw new SignerRefused('this is more TRX than this signer gives an address in 24 hours')
  if (sumOf(today) > caps.inDay) throw new SignerRefused('this is more TRX than this signer gives in 24 hours')
}

export type TronSweepKeys = { readonly gas: TronKeyPair; readonly hot: TronAddress }

/**
 * One transaction per id. Signs none while another may still be mined for the same step and address. Deterministic. @throws SignerRefused
 */
export function signTronSweep(
  { journal, rules, clock }: Required<SignerMind>,
  seed: Uint8Array,
  { gas, hot }: TronSweepKeys,
  intent: TronSweepIntent,
): SignedPayment {
  const { id, chain, coin, index, step } = intent
  const token = journal.networks.get(chain)?.tokens[coin]
  if (chain !== 'tron' || !token) throw new SignerRefused(`${coin} on ${chain} is not swept so by this signer`)
  if (!Number.isSafeInteger(index) || index < 0 || index >= 2 ** 31)
    throw new SignerRefused('there is no such place in the derivation')
  if (step !== 'fund' && step !== 'move') throw new SignerRefused('there is no such step of a sweep')
  const amount = /^[1-9]\d{0,18}$/.test(intent.amount) ? BigInt(intent.amount) : 0n
  if (amount <= 0n || amount >= amountMax) throw new SignerRefused('the amount does not make sense')
  const terms = readTerms(intent.terms)
  if ((terms.feeLimit === 0n) !== (step === 'fund')) throw new SignerRefused('the fee does not make sense')

  const deposit = tronDepositKeyAt(seed, index)
  const contract: TronContract =
    step === 'fund'
      ? { kind: 'TransferContract', from: gas.address, to: deposit.address, sun: amount }
      : {
          kind: 'TriggerSmartContract',
          from: deposit.address,
          contract: token as TronAddress,
          data: trc20TransferData(hot, amount),
          callValue: 0n,
        }
  const transaction = { ...terms, contract }
  const payload = transactionIdOf(transaction)
  const sign = (): SignedPayment => signTronTransaction(transaction, (step === 'fund' ? gas : deposit).privateKey)

  const before = journal.tronSweeps.get(id)
  if (before === payload) return sign()
  if (before !== undefined) throw new SignerRefused('this step was signed before, with other contents')
  const now = clock.now().getTime()
  // A distant expiration would block sweeps of the address.
  if (terms.expiration > now + 2 * hourMs) throw new SignerRefused('the transaction would stay good for too long')
  if ((journal.tronSweptUntil.get(`${index}:${step}`) ?? 0) >= now)
    throw new SignerRefused('a transaction of this address may still be mined')
  const sun = step === 'fund' ? amount + fundFee : 0n
  const costs: Costs = step === 'move' ? { tronMoves: '1' } : {}
  if (step === 'fund') {
    if (journal.fullUntil > now) throw new SignerRefused('this is more TRX than this signer gives in 24 hours')
    checkGas(journal.tronGas, rules.tronGas, index, sun, now)
  }
  checkCosts(journal, rules.dayCaps, costs, now)
  const signed = sign()
  const event = { id, index, step, payload, until: terms.expiration, sun: `${sun}`, at: now, costs }
  journal.record({ kind: 'tron_sweep', ...event })
  return signed
}
