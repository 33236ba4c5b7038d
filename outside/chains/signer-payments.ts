import { type Address, addressProblem, keptAddress } from '#kit/address.ts'
import { showUnits } from '#kit/amount.ts'
import { type Coin, coins } from '#kit/assets.ts'
import { type ChainId, chainCoin, chains } from '#kit/chains.ts'
import type { Clock } from '#kit/clock.ts'
import type { TronAddress } from '#kit/tron-address.ts'
import type { Hex } from './bytes.ts'
import type { Certificate, Succession } from './certificate.ts'
import type { KeyPair } from './derivation.ts'
import { toBaseUnits } from './erc20.ts'
import { type EvmTransaction, payloadHash, signTransaction } from './evm-transaction.ts'
import type { TronTerms } from './port.ts'
import { type DepositPointer, returnKey, returnMessage } from './return-message.ts'
import { type Approval, checkApprovals } from './signer-approvals.ts'
import { type DestinationMind, pinDestination } from './signer-destinations.ts'
import type { SignerJournal } from './signer-journal.ts'
import { DayIsFull, SignerRefused } from './signer-refused.ts'
import { type Replaceable, replaceableOf, replaces } from './signer-replace.ts'
import { headroom, type SignerRules } from './signer-rules.ts'
import { readTerms } from './signer-tron.ts'
import type { TronKeyPair } from './tron/derivation.ts'
import { signTronTransaction, type TronTransaction, transactionIdOf } from './tron/transaction.ts'
import { trc20TransferData } from './tron/trc20.ts'
import { payData, paymentId } from './vault.ts'

/** Enough for the payout contract and a transfer of any of our tokens, and all that a bad token could burn. */
const payGas = 300_000n
/** No fee above this is signed: a thousand gwei per gas, about 0.1 ether a payment at worst. */
const feeMaxPerGasCap = 1_000_000_000_000n
/** Payments of one second that can be told apart. */
const numbersTold = 1000

/** The bytes to hand over and the transaction's hash, as the chain writes them. */
export type SignedPayment = { readonly raw: string; readonly hash: string }

/** What is to be paid, whoever it is for. All of it is plain JSON. */
export type PaymentIntent = {
  /** Of this withdrawal and no other, ever. */
  readonly id: string
  readonly chain: ChainId
  readonly coin: Coin
  /** 10⁻⁸ units that arrive, as decimal text. */
  readonly units: string
  /** The payment's number among those from our address. On TRON, where the chain has none, it tells equal payments apart. */
  readonly nonce: number
  /** EVM chains only: wei per gas, as decimal text. */
  readonly feeMaxPerGas?: string
  readonly tipMaxPerGas?: string
  /** TRON only. */
  readonly tron?: TronTerms
}

/** A withdrawal: the signer builds the transaction from it and signs no bytes of anyone else's. */
export type WithdrawalIntent = PaymentIntent & {
  /** What the holder pays for it beside what arrives, in units as decimal text: approvers sign for both together. */
  readonly feeUnits?: string
  /** Of the approvers who signed for it; counted where the signer's rules ask for them. */
  readonly approvals?: readonly Approval[]
  /** Whom to pay, in the holder's own words. */
  readonly certificate: Certificate
  /** How the holder's key changed since the signer first saw it, the oldest first. */
  readonly successions: readonly Succession[]
}

/** All a signer decides on besides its keys. */
export type SignerMind = {
  readonly journal: SignerJournal
  readonly rules: SignerRules
  /** Its own, and the real time: the business clock is in the database. */
  readonly clock?: Clock
}

/** A payment as it will be signed: what identifies it, on an EVM chain what it does and for which fees, and how to sign it. */
type Prepared = {
  readonly evmChainId: number
  readonly payload: string
  readonly replaceable?: Replaceable
  sign(): SignedPayment
}

/** What is paid with, and how much of it in base units. */
function tokenOf(journal: SignerJournal, { chain, coin, units, nonce }: PaymentIntent) {
  const network = journal.networks.get(chain)
  const token = network?.tokens[coin]
  const terms = chainCoin(chain, coin)
  if (!network || !token || !terms) throw new SignerRefused(`${coin} on ${chain} is not a coin this signer knows`)
  if (BigInt(units) <= 0n) throw new SignerRefused('the amount is not above zero')
  if (!Number.isSafeInteger(nonce) || nonce < 0) throw new SignerRefused('the nonce is not a whole number')
  return {
    evmChainId: network.evmChainId,
    token,
    vault: network.vault,
    baseUnits: toBaseUnits(BigInt(units), terms.decimals),
  }
}

function prepareEvm(journal: SignerJournal, hot: KeyPair, intent: PaymentIntent, to: Address): Prepared {
  const { evmChainId, token, vault, baseUnits } = tokenOf(journal, intent)
  // The hot key may do nothing but call the payout contract, which pays an id once and no more than its caps in a day.
  if (!vault) throw new SignerRefused('this chain has no payout contract')
  const [feeMaxPerGas, tipMaxPerGas] = [intent.feeMaxPerGas, intent.tipMaxPerGas].map((text) => BigInt(text ?? -1))
  if (feeMaxPerGas === undefined || tipMaxPerGas === undefined || tipMaxPerGas < 0n || tipMaxPerGas > feeMaxPerGas)
    throw new SignerRefused('the fee does not make sense')
  if (feeMaxPerGas > feeMaxPerGasCap) throw new SignerRefused('the fee is above the cap of this signer')
  const transaction: EvmTransaction = {
    evmChainId,
    nonce: intent.nonce,
    to: vault as Hex,
    value: 0n,
    data: payData(paymentId(intent.chain, evmChainId, intent.id), token, to, baseUnits),
    gas: payGas,
    feeMaxPerGas,
    tipMaxPerGas,
  }
  return {
    evmChainId,
    payload: payloadHash(transaction),
    replaceable: replaceableOf(transaction),
    sign: () => signTransaction(transaction, hot.privateKey),
  }
}

function prepareTron(journal: SignerJournal, hot: TronKeyPair, intent: PaymentIntent, to: Address): Prepared {
  const { evmChainId, token, baseUnits } = tokenOf(journal, intent)
  const { nonce } = intent
  const terms = readTerms(intent.tron)
  if (terms.feeLimit === 0n) throw new SignerRefused('the fee does not make sense')
  const transaction: TronTransaction = {
    ...terms,
    // The chain does not look at it. Two equal payments of one moment must not be one transaction: their numbers differ.
    timestamp: terms.timestamp - (terms.timestamp % numbersTold) + (nonce % numbersTold),
    contract: {
      kind: 'TriggerSmartContract',
      from: hot.address,
      contract: token as TronAddress,
      data: trc20TransferData(to, baseUnits),
      callValue: 0n,
    },
  }
  const payload = transactionIdOf(transaction)
  return { evmChainId, payload, sign: () => signTronTransaction(transaction, hot.privateKey) }
}

export type HotKeys = { readonly evm: KeyPair; readonly tron: TronKeyPair }

/** What may be signed of each coin, in units as decimal text: at once, in 24 hours, and still within these. */
export type SignerLimits = Readonly<
  Record<Coin, { readonly atOnce: string; readonly inDay: string; readonly left: string }>
>

export function limitsOf(journal: SignerJournal, rules: SignerRules, now: number): SignerLimits {
  const rows = coins.map((coin) => {
    const left = headroom(rules[coin], journal.spent, coin, now)
    return [coin, { atOnce: `${rules[coin].atOnce}`, inDay: `${rules[coin].inDay}`, left: `${left}` }]
  })
  return Object.fromEntries(rows) as SignerLimits
}

/** Refuses what is more than the signer's own limits allow, whatever those of the database say. */
function checkCaps({ journal, rules }: SignerMind, coin: Coin, units: bigint, now: number): void {
  if (units > rules[coin].atOnce) throw new SignerRefused('the amount is above what this signer signs at once')
  if (units > headroom(rules[coin], journal.spent, coin, now))
    throw new DayIsFull('the amount is above what this signer signs in 24 hours')
}

export const destinationMind = ({ journal, rules, clock }: Required<SignerMind>): DestinationMind => ({
  journal,
  changeHoldMs: rules.changeHoldMs,
  now: clock.now().getTime(),
})

/** What approvers sign for a withdrawal: `approvalMessage` of the withdrawals, made from what the signer itself is about to pay. */
function approvalTextOf(
  { id, chain, coin, units, feeUnits = '0', certificate }: WithdrawalIntent,
  to: Address,
): string {
  const fee = BigInt(feeUnits)
  if (fee < 0n) throw new SignerRefused('the fee is below zero')
  const amount = showUnits(BigInt(units) + fee)
  return ['idwallet-approve-v1', id, certificate.walletId, chain, to, coin, amount].join('\n')
}

export function signWithdrawal(mind: Required<SignerMind>, hot: HotKeys, intent: WithdrawalIntent): SignedPayment {
  const { chain, coin, certificate, approvals = [] } = intent
  if (certificate.chain !== chain) throw new SignerRefused('the destination was bound on another chain')
  const to = pinDestination(destinationMind(mind), certificate, intent.successions)
  return signPayment(mind, hot, intent, to, () => {
    const { reviewFrom } = mind.rules[coin]
    if (reviewFrom !== undefined && BigInt(intent.units) > reviewFrom)
      checkApprovals(mind.rules, approvalTextOf(intent, to), approvals)
  })
}

/** How a chain writes the hash of a transaction: one way, since a payment is known by it. */
const hashForms = { evm: /^0x[0-9a-f]{64}$/, tron: /^[0-9a-f]{64}$/ }

/** Coins that nobody claimed, on their way back to where they came from. */
export type ReturnIntent = Omit<PaymentIntent, 'id'> & {
  /** The payment that brought them: it is returned once, for the id is made of it. */
  readonly deposit: DepositPointer
  /** Where they came from. */
  readonly to: string
  /** Of approvers, who have looked at the chain themselves: the signer cannot. */
  readonly approvals: readonly Approval[]
}

/**
 * Signs that a payment of unknown owner is sent back. The signer cannot see where it came from, so it takes nobody's word for it but its
 * own approvers', for every amount, and it returns a payment once. @throws SignerRefused
 */
export function signReturn(mind: Required<SignerMind>, hot: HotKeys, intent: ReturnIntent): SignedPayment {
  const { chain, coin, units, deposit, approvals } = intent
  const { form } = chains[chain]
  if (addressProblem(form, intent.to)) throw new SignerRefused('the destination is not a valid address')
  if (!hashForms[form].test(deposit.hash) || !Number.isSafeInteger(deposit.ordinal) || deposit.ordinal < 0)
    throw new SignerRefused('there is no such payment to return')
  const to = keptAddress(form, intent.to)
  const id = returnKey(chain, deposit)
  const text = returnMessage({ chain, deposit, address: to, coin, units: BigInt(units) })
  return signPayment(mind, hot, { ...intent, id }, to, () => checkApprovals(mind.rules, text, approvals))
}

/**
 * Signs a payment: one id, one number, one act.
 * @param allow asked once, before the first of its transactions is signed. @throws SignerRefused
 */
export function signPayment(
  mind: Required<SignerMind>,
  hot: HotKeys,
  intent: PaymentIntent,
  to: Address,
  allow: () => void,
): SignedPayment {
  const { journal, clock } = mind
  const { id, chain, coin, units, nonce } = intent
  const { evmChainId, payload, replaceable, sign } =
    chains[chain].form === 'tron'
      ? prepareTron(journal, hot.tron, intent, to)
      : prepareEvm(journal, hot.evm, intent, to)

  const before = journal.payments.get(id) ?? []
  const isKnown = before.some((each) => each.payload === payload)
  if (before.length > 0 && !isKnown && !replaces(before, replaceable))
    throw new SignerRefused('this withdrawal was signed before, with other contents')
  const holder = journal.nonces.get(`${evmChainId}:${nonce}`)
  if (holder !== undefined && holder !== id)
    throw new SignerRefused('this nonce was signed before, for another withdrawal')
  if (isKnown) return sign()
  const at = clock.now().getTime()
  if (before.length === 0) {
    checkCaps(mind, coin, BigInt(units), at)
    allow()
  }
  const signed = sign()
  const { hash } = signed
  journal.record({ kind: 'payment', id, evmChainId, nonce, payload, hash, coin, units, at, ...replaceable })
  return signed
}
