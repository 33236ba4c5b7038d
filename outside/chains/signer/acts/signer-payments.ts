import { showUnits } from '#kit/amount/amount.ts'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { type Address, addressProblem, keptAddress } from '#kit/chain/address.ts'
import { type ChainId, chainCoin, chains } from '#kit/chain/chains.ts'
import type { TronAddress } from '#kit/chain/tron-address.ts'
import { dayMs } from '#kit/time/clock.ts'
import { toBaseUnits } from '../../evm/erc20.ts'
import { type EvmTransaction, payloadHash, signTransaction } from '../../evm/evm-transaction.ts'
import { payData, paymentId } from '../../evm/vault.ts'
import type { Hex } from '../../keys/bytes.ts'
import type { KeyPair } from '../../keys/derivation.ts'
import type { TronTerms } from '../../port.ts'
import type { TronKeyPair } from '../../tron/derivation.ts'
import { signTronTransaction, type TronTransaction, transactionIdOf } from '../../tron/transaction.ts'
import { trc20TransferData } from '../../tron/trc20.ts'
import type { SignerJournal } from '../journal/signer-journal.ts'
import type { Certificate, Succession } from '../limits/certificate.ts'
import { type Approval, areEnough, checkApprovals } from '../limits/signer-approvals.ts'
import { checkCosts, gasCosts } from '../limits/signer-caps.ts'
import type { Costs } from '../limits/signer-costs.ts'
import { type DestinationMind, pinDestination } from '../limits/signer-destinations.ts'
import type { SignerMind } from '../signer-mind.ts'
import { DayIsFull, SignerRefused } from '../signer-refused.ts'
import { headroom, type SignerRules } from '../signer-rules.ts'
import { type DepositPointer, returnKey, returnMessage } from './return-message.ts'
import { hotAccount, type Replaceable, replaceableOf, replaces } from './signer-replace.ts'
import { readTerms } from './signer-tron.ts'

/** Enough for any of our tokens, and a limit for a malicious one. */
const payGas = 300_000n
/** A thousand gwei per gas. */
const feeMaxPerGasCap = 1_000_000_000_000n
/** Distinguishable payments per second. */
const numbersTold = 1000

export type SignedPayment = { readonly raw: string; readonly hash: string }

export type PaymentIntent = {
  /** Unique per withdrawal. */
  readonly id: string
  readonly chain: ChainId
  readonly coin: Coin
  /** In 10⁻⁸, decimal string. */
  readonly units: string
  /** Nonce of the paying address. On TRON it only distinguishes equal payments. */
  readonly nonce: number
  /** EVM only: wei per gas, decimal string. */
  readonly feeMaxPerGas?: string
  readonly tipMaxPerGas?: string
  readonly tron?: TronTerms
}

/** The signer builds the transaction and never signs bytes from others. */
export type WithdrawalIntent = PaymentIntent & {
  /** Fee on top of `units`, decimal string. Approvers sign the sum. */
  readonly feeUnits?: string
  readonly approvals?: readonly Approval[]
  readonly certificate: Certificate
  /** Oldest first. */
  readonly successions: readonly Succession[]
}

type Prepared = {
  readonly evmChainId: number
  readonly payload: string
  readonly replaceable?: Replaceable
  /** Worst-case cost in wei or sun. */
  readonly most: bigint
  sign(): SignedPayment
}

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
  // The hot key only calls the payout contract, which pays an id once and enforces daily caps.
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
    // The chain ignores milliseconds, so they carry the nonce to make equal payments distinct.
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

/** Units as decimal strings. */
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

/** Checks the signer's own caps, not the database's limits. */
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

/** Like `approvalMessage`, but built from the signer's own payment. */
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

const placeOf = (chain: ChainId, address: Address): string => `${chains[chain].form}:${address}`

/** Setting the clock back makes no destination older. */
const isNewDestination = ({ journal, rules }: SignerMind, walletId: string, chain: ChainId, at: number): boolean =>
  at - (journal.destinationSince.get(`${walletId}:${chain}`) ?? at) < rules.newDestinationMs

type Reviewed = {
  readonly coin: Coin
  readonly units: bigint
  readonly to: string
  readonly isNew: boolean
  readonly at: number
}

/** undefined if no approval is needed. */
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

/** A payment is identified by its hash, so only one spelling is allowed. */
const hashForms = { evm: /^0x[0-9a-f]{64}$/, tron: /^[0-9a-f]{64}$/ }

/** Unclaimed coins returned to their sender. */
export type ReturnIntent = Omit<PaymentIntent, 'id'> & {
  /** Determines the id, so the deposit is returned once. */
  readonly deposit: DepositPointer
  readonly to: string
  readonly approvals: readonly Approval[]
}

/** Any amount needs approvals, because the signer cannot see the sender. @throws SignerRefused */
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

/** @param allow called once, with milliseconds since 1970, before the first signature. @throws SignerRefused */
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
  // TRON has no nonces, so all signed transactions may be mined and count.
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
