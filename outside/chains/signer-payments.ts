import { type Address, addressProblem, keptAddress } from '#kit/address.ts'
import { showUnits } from '#kit/amount.ts'
import { type Coin, coins } from '#kit/assets.ts'
import { type ChainId, chainCoin, chains } from '#kit/chains.ts'
import { dayMs } from '#kit/clock.ts'
import type { TronAddress } from '#kit/tron-address.ts'
import type { Hex } from './bytes.ts'
import type { Certificate, Succession } from './certificate.ts'
import type { KeyPair } from './derivation.ts'
import { toBaseUnits } from './erc20.ts'
import { type EvmTransaction, payloadHash, signTransaction } from './evm-transaction.ts'
import type { TronTerms } from './port.ts'
import { type DepositPointer, returnKey, returnMessage } from './return-message.ts'
import { type Approval, areEnough, checkApprovals } from './signer-approvals.ts'
import { checkCosts, gasCosts } from './signer-caps.ts'
import type { Costs } from './signer-costs.ts'
import { type DestinationMind, pinDestination } from './signer-destinations.ts'
import type { SignerJournal } from './signer-journal.ts'
import type { SignerMind } from './signer-mind.ts'
import { DayIsFull, SignerRefused } from './signer-refused.ts'
import { hotAccount, type Replaceable, replaceableOf, replaces } from './signer-replace.ts'
import { headroom, type SignerRules } from './signer-rules.ts'
import { readTerms } from './signer-tron.ts'
import type { TronKeyPair } from './tron/derivation.ts'
import { signTronTransaction, type TronTransaction, transactionIdOf } from './tron/transaction.ts'
import { trc20TransferData } from './tron/trc20.ts'
import { payData, paymentId } from './vault.ts'

/** Gas of a payment: enough for the payout contract and a transfer of any of our tokens. A bad token cannot burn more. */
const payGas = 300_000n
/** The signer signs no fee above this: a thousand gwei per gas, so at most about 0.1 ether a payment. */
const feeMaxPerGasCap = 1_000_000_000_000n
/** So many payments of one second can be told apart. */
const numbersTold = 1000

/** The bytes to hand over and the transaction's hash, as the chain writes them. */
export type SignedPayment = { readonly raw: string; readonly hash: string }

/** A payment to anybody. All of it is plain JSON. */
export type PaymentIntent = {
  /** The id of this withdrawal. No other withdrawal ever has it. */
  readonly id: string
  readonly chain: ChainId
  readonly coin: Coin
  /** The amount that arrives, in units of 10⁻⁸, as decimal text. */
  readonly units: string
  /** The number of the payment among the payments of our address. TRON has no such numbers; there it tells equal payments apart. */
  readonly nonce: number
  /** EVM chains only: wei per gas, as decimal text. */
  readonly feeMaxPerGas?: string
  readonly tipMaxPerGas?: string
  /** TRON only. */
  readonly tron?: TronTerms
}

/** A withdrawal. The signer builds the transaction from it, and never signs bytes that somebody else made. */
export type WithdrawalIntent = PaymentIntent & {
  /** The fee that the holder pays beside the amount that arrives, in units as decimal text. Approvers sign for the sum. */
  readonly feeUnits?: string
  /** Signatures of approvers. They count if the signer's rules ask for them. */
  readonly approvals?: readonly Approval[]
  /** The destination, in the holder's own signed words. */
  readonly certificate: Certificate
  /** How the holder's key changed since the signer first saw it, the oldest first. */
  readonly successions: readonly Succession[]
}

/** A payment as it will be signed: its identity, on an EVM chain its act and its fees, and the function that signs it. */
type Prepared = {
  readonly evmChainId: number
  readonly payload: string
  readonly replaceable?: Replaceable
  /** What it burns at worst: wei or sun. */
  readonly most: bigint
  sign(): SignedPayment
}

/** The token of a payment, and its amount in base units. */
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
  // The hot key may only call the payout contract, which pays an id once and keeps its caps of a day.
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
    most: payGas * feeMaxPerGas,
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
    // The chain ignores the milliseconds. With the number in them, two equal payments of one moment are two transactions.
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
  return { evmChainId, payload, most: terms.feeLimit, sign: () => signTronTransaction(transaction, hot.privateKey) }
}

export type HotKeys = { readonly evm: KeyPair; readonly tron: TronKeyPair }

/** The limits of each coin, in units as decimal text: of one payment, of 24 hours, and the rest of these 24 hours. */
export type SignerLimits = Readonly<
  Record<Coin, { readonly atOnce: string; readonly inDay: string; readonly left: string }>
>

export function limitsOf(journal: SignerJournal, rules: SignerRules, now: number): SignerLimits {
  const rows = coins.map((coin) => {
    const left = journal.fullUntil > now ? 0n : headroom(rules[coin], journal.spent, coin, now)
    return [coin, { atOnce: `${rules[coin].atOnce}`, inDay: `${rules[coin].inDay}`, left: `${left}` }]
  })
  return Object.fromEntries(rows) as SignerLimits
}

/** Refuses an amount above the signer's own limits. The limits of the database do not count here. */
function checkCaps({ journal, rules }: SignerMind, coin: Coin, units: bigint, now: number): void {
  if (units > rules[coin].atOnce) throw new SignerRefused('the amount is above what this signer signs at once')
  if (journal.fullUntil > now || units > headroom(rules[coin], journal.spent, coin, now))
    throw new DayIsFull('the amount is above what this signer signs in 24 hours')
}

export const destinationMind = ({ journal, rules, clock }: Required<SignerMind>): DestinationMind => ({
  journal,
  changeHoldMs: rules.changeHoldMs,
  now: clock.now().getTime(),
})

/** The text that approvers sign for a withdrawal, as `approvalMessage` writes it. The signer makes it from its own payment. */
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
  return signPayment(mind, hot, intent, to, (at) => {
    const text = approvalTextOf(intent, to)
    const isApproved = areEnough(mind.rules, text, approvals)
    const isNew = isNewDestination(mind, certificate.walletId, chain, at)
    const why = isApproved
      ? undefined
      : reviewReason(mind, { coin, units: BigInt(intent.units), to: placeOf(chain, to), isNew, at })
    if (why !== undefined) checkApprovals(mind.rules, text, approvals, `${why}: `)
    return { isApproved, isNew }
  })
}

/** An address, on all chains that write it so. */
const placeOf = (chain: ChainId, address: Address): string => `${chains[chain].form}:${address}`

/** Whether the signer has not known for long that a wallet is paid there. A clock that is set back makes nothing older. */
const isNewDestination = ({ journal, rules }: SignerMind, walletId: string, chain: ChainId, at: number): boolean =>
  at - (journal.destinationSince.get(`${walletId}:${chain}`) ?? at) < rules.newDestinationMs

type Reviewed = {
  readonly coin: Coin
  readonly units: bigint
  readonly to: string
  readonly isNew: boolean
  readonly at: number
}

/** Why approvers must let a payment go: with what went out without them in the 24 hours before, it is too much. undefined: they need not. */
function reviewReason({ journal, rules }: SignerMind, { coin, units, to, isNew, at }: Reviewed): string | undefined {
  const { reviewFrom, reviewNewFrom = reviewFrom, newInDay } = rules[coin]
  if (reviewFrom === undefined || reviewNewFrom === undefined) return undefined
  const today = journal.spent.filter((each) => each.coin === coin && !each.isApproved && each.at > at - dayMs)
  const sumOf = (rows: typeof today): bigint => rows.reduce((sum, each) => sum + each.units, units)
  const there = sumOf(today.filter((each) => each.to === to))
  if (there > reviewFrom) return 'in 24 hours this is much for one destination'
  if (isNew && there > reviewNewFrom) return 'in 24 hours this is much for a new destination'
  if (isNew && newInDay !== undefined && sumOf(today.filter((each) => each.isNew)) > newInDay)
    return 'in 24 hours this is much for new destinations together'
  return undefined
}

/** The one form in which a chain writes the hash of a transaction: a payment is known by its hash. */
const hashForms = { evm: /^0x[0-9a-f]{64}$/, tron: /^[0-9a-f]{64}$/ }

/** Coins that nobody claimed, on their way back to their sender. */
export type ReturnIntent = Omit<PaymentIntent, 'id'> & {
  /** The payment that brought them. The id is made of it, so it is returned once. */
  readonly deposit: DepositPointer
  /** The address of the sender. */
  readonly to: string
  /** Signatures of approvers, who have looked at the chain themselves. The signer cannot see the chain. */
  readonly approvals: readonly Approval[]
}

/**
 * Signs the return of a payment whose owner is unknown. The signer cannot see the sender, so for every amount it trusts only its own
 * approvers. It returns a payment once. @throws SignerRefused
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
  return signPayment(mind, hot, { ...intent, id }, to, () => {
    checkApprovals(mind.rules, text, approvals)
    return { isApproved: true, isNew: false }
  })
}

/**
 * Signs a payment: one id, one number, one act.
 * @param allow called once, before the first of its transactions is signed, with the moment in milliseconds since 1970. @throws SignerRefused
 */
export function signPayment(
  mind: Required<SignerMind>,
  hot: HotKeys,
  intent: PaymentIntent,
  to: Address,
  allow: (at: number) => { readonly isApproved: boolean; readonly isNew: boolean },
): SignedPayment {
  const { journal, rules, clock } = mind
  const { id, chain, coin, units, nonce } = intent
  const isTron = chains[chain].form === 'tron'
  const { evmChainId, payload, replaceable, most, sign } = isTron
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
  if (before.length === 0) checkCaps(mind, coin, BigInt(units), at)
  const account = hotAccount(evmChainId)
  // On TRON every transaction may be mined: its number only tells payments apart.
  const costs: Costs = isTron
    ? { 'payments.tron': `${most}` }
    : gasCosts(journal, 'payments', chain, { account, nonce, most })
  checkCosts(journal, rules.dayCaps, costs, at)
  const allowed = before.length === 0 ? allow(at) : undefined
  const signed = sign()
  const { hash } = signed
  const gas = isTron ? {} : { gas: { account, nonce, most: `${most}` } }
  const spending = { id, evmChainId, nonce, payload, hash, coin, units, at, to: placeOf(chain, to) }
  journal.record({ kind: 'payment', ...spending, ...allowed, costs, ...gas, ...replaceable })
  return signed
}
