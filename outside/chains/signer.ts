import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Address } from '#kit/address.ts'
import { type Coin, coins } from '#kit/assets.ts'
import { type AddressForm, type ChainId, chainCoin, chains } from '#kit/chains.ts'
import { type Clock, wallClock } from '#kit/clock.ts'
import { certifyAddress, type DepositCertificate } from '#kit/deposit-certificate.ts'
import type { TronAddress } from '#kit/tron-address.ts'
import type { Hex } from './bytes.ts'
import type { Certificate, Succession } from './certificate.ts'
import { depositAddress, depositXpub, housePath, type KeyPair, keyAt } from './derivation.ts'
import { toBaseUnits } from './erc20.ts'
import { type EvmTransaction, payloadHash, signTransaction } from './evm-transaction.ts'
import type { TronTerms } from './port.ts'
import {
  askChange,
  type DestinationMind,
  dropChange,
  type Holder,
  pinDestination,
  pinHolder,
} from './signer-destinations.ts'
import type { SignerJournal } from './signer-journal.ts'
import { SignerRefused } from './signer-refused.ts'
import { type Replaceable, replaceableOf, replaces, type StopIntent, signStop } from './signer-replace.ts'
import { headroom, type SignerRules } from './signer-rules.ts'
import { type SweepIntent, signSweep } from './signer-sweep.ts'
import { type TronKeyPair, tronDepositXpub, tronHousePath, tronKeyAt } from './tron/derivation.ts'
import { signTronTransaction, type TronTransaction, transactionIdOf } from './tron/transaction.ts'
import { trc20TransferData } from './tron/trc20.ts'
import { payData, paymentId } from './vault.ts'

/** What anyone may know of the keys for one family of chains. */
export type FamilyKeys = {
  /** Deposit addresses are derived from it. */
  readonly depositXpub: string
  /** The hot key's: it sends the payments; on TRON it also holds the coins. */
  readonly hotAddress: Address
  /** EVM: pays the gas of sweeps, and holds nothing else. */
  readonly gasAddress?: Address
}
export type PublicKeys = Readonly<Record<AddressForm, FamilyKeys>>

/** The bytes to hand over and the transaction's hash, as the chain writes them. */
export type SignedPayment = { readonly raw: string; readonly hash: string }

/** What is to be paid: the signer builds the transaction from it and signs no bytes of anyone else's. All of it is plain JSON. */
export type WithdrawalIntent = {
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
  /** Whom to pay, in the holder's own words. */
  readonly certificate: Certificate
  /** How the holder's key changed since the signer first saw it, the oldest first. */
  readonly successions: readonly Succession[]
}

export type PinnedNetwork = {
  readonly chain: ChainId
  readonly evmChainId: number
  readonly tokens: Readonly<Partial<Record<Coin, Address>>>
  /** The payout contract every payment on an EVM chain goes through. */
  readonly vault?: Address
  /** What deposit addresses delegate to. It sends to the payout contract and nowhere else; the operator names it, as all of this. */
  readonly sweeper?: Address
}

/** Where in the derivation a wallet's deposit address is: plain JSON. */
export type DepositPlace = { readonly walletId: string; readonly family: AddressForm; readonly index: number }
export type CertifiedDeposit = DepositCertificate & { readonly address: Address }

/** What the signer remembers of the payments it signed: plain JSON. */
export type SignerMemory = {
  /** The number after the highest it signed on a chain, by the chain id of its EVM; missing where it signed none. */
  readonly next: Readonly<Record<number, number>>
  /** Units of each coin it signs at once, and still within these 24 hours, as decimal text. */
  readonly limits: Readonly<Record<Coin, { readonly atOnce: string; readonly left: string }>>
}

/** The only part that holds keys. It has no database, no network but its own socket, and decides on its own data. */
export type Signer = {
  publicKeys(): Promise<PublicKeys>
  /** Names the contracts of a chain. Kept from the first time on; naming others later is refused. @throws SignerRefused */
  pinNetwork(network: PinnedNetwork): Promise<void>
  /** Names the keys of wallets. Each is kept from the first time on, and followed only where the key before signed the change. @returns the wallets it was refused for */
  pinHolders(holders: readonly Holder[]): Promise<readonly string[]>
  /** What it remembers, for those who compare their own books with it. */
  memory(): Promise<SignerMemory>
  /** Names the address a wallet is paid to on a chain. Kept from the first time on. @throws SignerRefused */
  pinDestination(certificate: Certificate, successions: readonly Succession[]): Promise<void>
  /**
   * Says that a holder wants to be paid at another address of a chain than before; `pinDestination` follows it when it is known for long
   * enough by the signer's own clock. @returns milliseconds until then. @throws SignerRefused
   */
  askChange(certificate: Certificate, successions: readonly Succession[]): Promise<number>
  /** Says that the holder took a change back: it will never be made. @throws SignerRefused */
  dropChange(certificate: Certificate): Promise<void>
  /** Derives the deposit address at an index and says that it is this wallet's; each index and wallet once, for good. @throws SignerRefused */
  certifyDeposit(asked: DepositPlace): Promise<CertifiedDeposit>
  /** Signs that the number of a payment goes to a transaction that moves nothing: exactly one of them can be mined. @throws SignerRefused */
  signStop(intent: StopIntent): Promise<SignedPayment>
  /** Signs that deposit addresses are emptied into the payout contract, and for those that need it that they delegate to the sweeper. @throws SignerRefused */
  signSweep(intent: SweepIntent): Promise<SignedPayment>
  /** Signs a payment; the same intent gives the same bytes, and on an EVM chain one that only raises the fees replaces it. @throws SignerRefused */
  signWithdrawal(intent: WithdrawalIntent): Promise<SignedPayment>
}

/** Enough for the payout contract and a transfer of any of our tokens, and all that a bad token could burn. */
const payGas = 300_000n
/** No fee above this is signed: a thousand gwei per gas, about 0.1 ether a payment at worst. */
const feeMaxPerGasCap = 1_000_000_000_000n
/** On TRON a payment burns a hundred TRX at worst, and can be mined for an hour at most. */
const feeLimitCap = 100_000_000n
const lifeCapMs = 3_600_000
/** Payments of one second that can be told apart. */
const numbersTold = 1000

/** All a signer decides on besides its keys. */
export type SignerMind = {
  readonly journal: SignerJournal
  readonly rules: SignerRules
  /** Its own, and the real time: the business clock is in the database. */
  readonly clock?: Clock
}

/** A signer over a seed, a journal and rules. */
export function localSigner(seed: Uint8Array, mind: SignerMind): Signer {
  const { journal, rules, clock = wallClock } = mind
  const hot = { evm: keyAt(seed, `${housePath}/0/0`), tron: tronKeyAt(seed, `${tronHousePath}/0/0`) }
  const gas = keyAt(seed, `${housePath}/0/1`)
  const keys: PublicKeys = {
    evm: { depositXpub: depositXpub(seed), hotAddress: hot.evm.address, gasAddress: gas.address },
    tron: { depositXpub: tronDepositXpub(seed), hotAddress: hot.tron.address },
  }
  const destinations = (): DestinationMind => destinationMind({ journal, rules, clock })
  const addressKey = hkdf(sha256, seed, utf8ToBytes('glasshouse/deposit/v1'), utf8ToBytes('ed25519 address key'), 32)
  return {
    publicKeys: async () => keys,
    pinNetwork: async (network) => pinNetwork(journal, network),
    pinHolders: async (holders) => holders.flatMap((holder) => (pinHolder(journal, holder) ? [] : [holder.walletId])),
    memory: async () => ({
      next: Object.fromEntries(journal.lanes),
      limits: limitsOf(journal, rules, clock.now().getTime()),
    }),
    pinDestination: async (certificate, successions) => {
      pinDestination(destinations(), certificate, successions)
    },
    askChange: async (certificate, successions) => askChange(destinations(), certificate, successions),
    dropChange: async (certificate) => dropChange(destinations(), certificate),
    certifyDeposit: async (asked) => certifyDeposit(journal, keys, addressKey, asked),
    signStop: async (intent) => signStop(journal, hot.evm, intent),
    signSweep: async (intent) => signSweep(journal, seed, gas, intent),
    signWithdrawal: async (intent) => signWithdrawal({ journal, rules, clock }, hot, intent),
  }
}

const destinationMind = ({ journal, rules, clock }: Required<SignerMind>): DestinationMind => ({
  journal,
  changeHoldMs: rules.changeHoldMs,
  now: clock.now().getTime(),
})

function pinNetwork(journal: SignerJournal, network: PinnedNetwork): void {
  const { chain, evmChainId, tokens, vault, sweeper } = network
  const pinned = journal.networks.get(chain)
  const isSame =
    pinned?.evmChainId === evmChainId &&
    pinned.vault === vault &&
    pinned.sweeper === sweeper &&
    Object.keys(tokens).length === Object.keys(pinned.tokens).length &&
    Object.entries(tokens).every(([coin, address]) => pinned.tokens[coin as Coin] === address)
  if (pinned && !isSame) throw new SignerRefused(`the contracts of ${chain} are not those pinned at first sight`)
  // The same contract under a second name could be paid with other decimals.
  for (const other of pinned ? [] : journal.networks.values())
    if (
      other.evmChainId === evmChainId &&
      Object.values(tokens).some((token) => Object.values(other.tokens).includes(token))
    )
      throw new SignerRefused(`a contract of ${chain} is already pinned on ${other.chain}`)
  if (!pinned) journal.record({ kind: 'network', ...network })
}

function certifyDeposit(
  journal: SignerJournal,
  keys: PublicKeys,
  addressKey: Uint8Array,
  { walletId, family, index }: DepositPlace,
): CertifiedDeposit {
  if (!Object.hasOwn(keys, family) || !Number.isSafeInteger(index) || index < 0 || index >= 2 ** 31)
    throw new SignerRefused('there is no such place in the derivation')
  const holder = journal.deposits.get(`${family}:${index}`)
  const place = journal.depositIndexes.get(`${family}:${walletId}`)
  if ((holder !== undefined && holder !== walletId) || (place !== undefined && place !== index))
    throw new SignerRefused('this place in the derivation is not the one this wallet was given')
  const address = depositAddress(keys[family].depositXpub, index, family)
  if (holder === undefined) journal.record({ kind: 'deposit', family, index, walletId })
  return { address, ...certifyAddress({ walletId, family, address }, addressKey) }
}

/** A payment as it will be signed: what identifies it, on an EVM chain what it does and for which fees, and how to sign it. */
type Prepared = {
  readonly evmChainId: number
  readonly payload: string
  readonly replaceable?: Replaceable
  sign(): SignedPayment
}

/** What is paid with, and how much of it in base units. */
function tokenOf(journal: SignerJournal, { chain, coin, units, nonce }: WithdrawalIntent) {
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

function prepareEvm(journal: SignerJournal, hot: KeyPair, intent: WithdrawalIntent, to: Address): Prepared {
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

function prepareTron(journal: SignerJournal, hot: TronKeyPair, intent: WithdrawalIntent, to: Address): Prepared {
  const { evmChainId, token, baseUnits } = tokenOf(journal, intent)
  const { tron: terms, nonce } = intent
  if (!terms) throw new SignerRefused('the terms of the transaction are missing')
  const { refBlockBytes, refBlockHash, timestamp, expiration } = terms
  const feeLimit = BigInt(terms.feeLimit)
  if (feeLimit <= 0n || feeLimit > feeLimitCap) throw new SignerRefused('the fee is above the cap of this signer')
  if (![timestamp, expiration].every((at) => Number.isSafeInteger(at) && at > 0))
    throw new SignerRefused('the moments of the transaction do not make sense')
  if (expiration <= timestamp || expiration > timestamp + lifeCapMs)
    throw new SignerRefused('the transaction would stay good for too long')
  if (!/^[0-9a-f]{4}$/.test(refBlockBytes) || !/^[0-9a-f]{16}$/.test(refBlockHash))
    throw new SignerRefused('the reference to a block does not make sense')
  const transaction: TronTransaction = {
    refBlockBytes,
    refBlockHash,
    expiration,
    // The chain does not look at it. Two equal payments of one moment must not be one transaction: their numbers differ.
    timestamp: timestamp - (timestamp % numbersTold) + (nonce % numbersTold),
    feeLimit,
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

type HotKeys = { readonly evm: KeyPair; readonly tron: TronKeyPair }

function limitsOf(journal: SignerJournal, rules: SignerRules, now: number): SignerMemory['limits'] {
  const rows = coins.map((coin) => {
    const left = headroom(rules[coin], journal.spent, coin, now)
    return [coin, { atOnce: `${rules[coin].atOnce}`, left: `${left}` }]
  })
  return Object.fromEntries(rows) as SignerMemory['limits']
}

/** Refuses what is more than the signer's own limits allow, whatever those of the database say. */
function checkCaps({ journal, rules }: SignerMind, coin: Coin, units: bigint, now: number): void {
  if (units > rules[coin].atOnce) throw new SignerRefused('the amount is above what this signer signs at once')
  if (units > headroom(rules[coin], journal.spent, coin, now))
    throw new SignerRefused('the amount is above what this signer signs in 24 hours')
}

function signWithdrawal(mind: Required<SignerMind>, hot: HotKeys, intent: WithdrawalIntent): SignedPayment {
  const { journal, clock } = mind
  const { id, chain, certificate, nonce } = intent
  if (certificate.chain !== chain) throw new SignerRefused('the destination was bound on another chain')
  const to = pinDestination(destinationMind(mind), certificate, intent.successions)
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
  if (before.length === 0) checkCaps(mind, intent.coin, BigInt(intent.units), at)
  const signed = sign()
  const { coin, units } = intent
  journal.record({
    kind: 'payment',
    id,
    evmChainId,
    nonce,
    payload,
    hash: signed.hash,
    coin,
    units,
    at,
    ...replaceable,
  })
  return signed
}
