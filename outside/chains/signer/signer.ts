import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Coin } from '#kit/amount/coins.ts'
import { type Address, addressProblem, keptAddress } from '#kit/chain/address.ts'
import { type AddressForm, type ChainId, chainIds, chains } from '#kit/chain/chains.ts'
import {
  certifyAddress,
  type DepositCertificate,
  type DepositKey,
  signDepositKeys,
} from '#kit/chain/deposit-certificate.ts'
import { expect } from '#kit/expect.ts'
import { wallClock } from '#kit/time/clock.ts'
import { companyPath, depositAddress, depositXpub, keyAt } from '../keys/derivation.ts'
import { tronCompanyPath, tronDepositXpub, tronKeyAt } from '../tron/derivation.ts'
import {
  destinationMind,
  limitsOf,
  type ReturnIntent,
  type SignedPayment,
  type SignerLimits,
  signReturn,
  signWithdrawal,
  type WithdrawalIntent,
} from './acts/signer-payments.ts'
import { type StopIntent, signStop } from './acts/signer-replace.ts'
import { type ReservesIntent, type SignedReserves, signReserves } from './acts/signer-reserves.ts'
import { type RootIntent, signRoot } from './acts/signer-root.ts'
import { type SweepIntent, signSweep } from './acts/signer-sweep.ts'
import { signTronSweep, type TronSweepIntent } from './acts/signer-tron-sweep.ts'
import type { SignerJournal } from './journal/signer-journal.ts'
import type { JournalWatermark } from './journal/signer-watermark.ts'
import type { Certificate, Succession } from './limits/certificate.ts'
import { capLeft, checkCosts } from './limits/signer-caps.ts'
import type { GasUse, PieceCap } from './limits/signer-costs.ts'
import {
  askChange,
  type DestinationMind,
  dropChange,
  type Holder,
  pinDestination,
  pinHolder,
} from './limits/signer-destinations.ts'
import type { SignerMind } from './signer-mind.ts'
import { SignerRefused } from './signer-refused.ts'

export type FamilyKeys = {
  readonly depositXpub: string
  /** Sends payments and, on TRON, holds the coins. */
  readonly hotAddress: Address
  /** Pays gas for sweeps. */
  readonly gasAddress: Address
}
/** `proofAddress` anchors statement digests and only holds gas. */
export type PublicKeys = Readonly<Record<AddressForm, FamilyKeys>> & {
  readonly proofAddress: Address
  /** Newest last. */
  readonly addressKeys: readonly DepositKey[]
}

export type PinnedNetwork = {
  readonly chain: ChainId
  readonly evmChainId: number
  readonly tokens: Readonly<Partial<Record<Coin, Address>>>
  /** The contract that makes all EVM payments. */
  readonly vault?: Address
  /** Operator-chosen contract to which deposit addresses delegate. It only sends to the payout contract. */
  readonly sweeper?: Address
  /** Contract that anchors statement digests. It holds no coins, so it may be pinned later. */
  readonly proofLog?: Address
}

/** `index` is the derivation index. Plain JSON. */
export type DepositPlace = { readonly walletId: string; readonly family: AddressForm; readonly index: number }
export type CertifiedDeposit = DepositCertificate & { readonly address: Address }

export type SignerMemory = {
  /** Next nonce by EVM chain id; missing if none was signed. */
  readonly next: Readonly<Record<number, number>>
  /** Units per payment, and left in these 24 hours, as decimal strings. */
  readonly limits: SignerLimits
  /** Wei or sun left in these 24 hours, as decimal strings. */
  readonly gasLeft: Readonly<Record<ChainId, string>>
}

/** The only process with keys. It has no database and no network except its socket, and decides on its own data. */
export type Signer = {
  publicKeys(): Promise<PublicKeys>
  /** Pins the network on first use and rejects later changes. @throws SignerRefused */
  pinNetwork(network: PinnedNetwork): Promise<void>
  /** Pins keys on first use. A new key needs the old key's signature. @returns wallets whose key was refused */
  pinHolders(holders: readonly Holder[]): Promise<readonly string[]>
  memory(): Promise<SignerMemory>
  /**
   * Returns the journal's current length mark, for others to store. @param known newest stored mark; if the journal does not contain it,
   * signing stops. @throws SignerRefused
   */
  mark(known?: JournalWatermark): Promise<JournalWatermark>
  /** Pins the destination on first use. @throws SignerRefused */
  pinDestination(certificate: Certificate, successions: readonly Succession[]): Promise<void>
  /**
   * Requests a new payout address. `pinDestination` accepts it after the hold time on the signer's clock. @returns milliseconds until then.
   * @throws SignerRefused
   */
  askChange(certificate: Certificate, successions: readonly Succession[]): Promise<number>
  /** Cancels the holder's change permanently. @throws SignerRefused */
  dropChange(certificate: Certificate): Promise<void>
  /** Each index belongs to one wallet permanently. @throws SignerRefused */
  certifyDeposit(asked: DepositPlace): Promise<CertifiedDeposit>
  /** Signs an empty transaction with the payment's nonce, so only one can be mined. @throws SignerRefused */
  signStop(intent: StopIntent): Promise<SignedPayment>
  /** Sweeps to the payout contract, with delegations where needed. @throws SignerRefused */
  signSweep(intent: SweepIntent): Promise<SignedPayment>
  /** Proves that addresses are ours at a block. @throws SignerRefused */
  signReserves(intent: ReservesIntent): Promise<SignedReserves>
  /** Never signs two different statements for the same day. @throws SignerRefused */
  signRoot(intent: RootIntent): Promise<SignedPayment>
  /** Funds the address with TRX, or moves its coins to the hot wallet. @throws SignerRefused */
  signTronSweep(intent: TronSweepIntent): Promise<SignedPayment>
  /** Deterministic. On EVM, only a fee increase may replace a signed payment. @throws SignerRefused */
  signWithdrawal(intent: WithdrawalIntent): Promise<SignedPayment>
  /** Pays the sender that approvers confirmed, once per payment. @throws SignerRefused */
  signReturn(intent: ReturnIntent): Promise<SignedPayment>
}

type Unsigned =
  | 'publicKeys'
  | 'memory'
  | 'mark'
  | 'pinNetwork'
  | 'pinHolders'
  | 'pinDestination'
  | 'askChange'
  | 'dropChange'
export type SigningMethod = Exclude<keyof Signer, Unsigned>

/**
 * 24-hour caps per signing method. `coins`: the coin's rules. `tronGas`: the gas account's limit. A signing method without an entry does
 * not compile.
 */
export const capsOfMethods = {
  signWithdrawal: ['coins', 'payments'],
  signReturn: ['coins', 'payments'],
  signStop: ['payments'],
  signSweep: ['sweeps', 'delegations'],
  signTronSweep: ['tronGas', 'tronMoves'],
  signRoot: ['roots'],
  signReserves: ['reserveBlocks'],
  certifyDeposit: ['certificates'],
} as const satisfies Record<SigningMethod, readonly (GasUse | PieceCap | 'coins' | 'tronGas')[]>

export function localSigner(seed: Uint8Array, mind: SignerMind): Signer {
  const { journal, rules, clock = wallClock } = mind
  const hot = { evm: keyAt(seed, `${companyPath}/0/0`), tron: tronKeyAt(seed, `${tronCompanyPath}/0/0`) }
  const gas = { evm: keyAt(seed, `${companyPath}/0/1`), tron: tronKeyAt(seed, `${tronCompanyPath}/0/1`) }
  const proofs = keyAt(seed, `${companyPath}/0/2`)
  const addressKeys = Array.from({ length: rules.addressKeys }, (_, index) =>
    hkdf(sha256, seed, utf8ToBytes(`glasshouse/deposit/v${index + 1}`), utf8ToBytes('ed25519 address key'), 32),
  )
  const addressKey = addressKeys.at(-1)
  expect(addressKey, 'there is a key for addresses')
  const keys: PublicKeys = {
    proofAddress: proofs.address,
    addressKeys: signDepositKeys(addressKeys),
    evm: { depositXpub: depositXpub(seed), hotAddress: hot.evm.address, gasAddress: gas.evm.address },
    tron: {
      depositXpub: tronDepositXpub(seed),
      hotAddress: hot.tron.address,
      gasAddress: gas.tron.address,
    },
  }
  const whole = { journal, rules, clock }
  const destinations = (): DestinationMind => destinationMind({ journal, rules, clock })
  const unsigned = {
    publicKeys: async () => keys,
    mark: async (known?: JournalWatermark) => {
      if (known) journal.compare(known)
      return journal.mark()
    },
    memory: async () => {
      const now = clock.now().getTime()
      const gasLeft = chainIds.map((chain) => [chain, `${capLeft(journal, rules.dayCaps, `payments.${chain}`, now)}`])
      return {
        next: Object.fromEntries(journal.lanes),
        limits: limitsOf(journal, rules, now),
        gasLeft: Object.fromEntries(gasLeft) as SignerMemory['gasLeft'],
      }
    },
  } satisfies Partial<Signer>
  const deciding = {
    pinNetwork: async (network) => pinNetwork(journal, network),
    pinHolders: async (holders) => holders.flatMap((holder) => (pinHolder(journal, holder) ? [] : [holder.walletId])),
    pinDestination: async (certificate, successions) => {
      pinDestination(destinations(), certificate, successions)
    },
    askChange: async (certificate, successions) => askChange(destinations(), certificate, successions),
    dropChange: async (certificate) => dropChange(destinations(), certificate),
    certifyDeposit: async (asked) => certifyDeposit(whole, keys, addressKey, asked),
    signStop: async (intent) => signStop(whole, hot.evm, intent),
    signSweep: async (intent) => signSweep(whole, seed, gas.evm, intent),
    signReserves: async (intent) => signReserves(whole, seed, hot, intent),
    signRoot: async (intent) => signRoot(whole, proofs, intent),
    signTronSweep: async (intent) => signTronSweep(whole, seed, { gas: gas.tron, hot: hot.tron.address }, intent),
    signWithdrawal: async (intent) => signWithdrawal(whole, hot, intent),
    signReturn: async (intent) => signReturn(whole, hot, intent),
  } satisfies Omit<Signer, keyof typeof unsigned>
  return { ...unsigned, ...whileWhole(journal, deciding) }
}

/** All methods stop once the journal is known to be incomplete. */
function whileWhole<Methods extends Record<string, (...given: never[]) => Promise<unknown>>>(
  journal: SignerJournal,
  methods: Methods,
): Methods {
  const guarded = Object.entries(methods).map(([name, method]) => [
    name,
    async (...given: never[]) => {
      journal.check()
      return method(...given)
    },
  ])
  return Object.fromEntries(guarded) as Methods
}

function pinNetwork(journal: SignerJournal, network: PinnedNetwork): void {
  const { chain, evmChainId, tokens, vault, sweeper, proofLog } = network
  const pinned = journal.networks.get(chain)
  const isSame =
    pinned?.evmChainId === evmChainId &&
    pinned.vault === vault &&
    pinned.sweeper === sweeper &&
    (pinned.proofLog === undefined || pinned.proofLog === proofLog) &&
    Object.keys(tokens).length === Object.keys(pinned.tokens).length &&
    Object.entries(tokens).every(([coin, address]) => pinned.tokens[coin as Coin] === address)
  if (pinned && !isSame) throw new SignerRefused(`the contracts of ${chain} are not those pinned at first sight`)
  const { form } = chains[chain]
  const named = [...Object.values(tokens), vault, sweeper, proofLog].filter((each) => each !== undefined)
  if (!Number.isSafeInteger(evmChainId) || named.some((each) => addressProblem(form, each)))
    throw new SignerRefused(`the contracts of ${chain} are not addresses of it`)
  // One contract under two coin names could be paid with the wrong decimals.
  const kept = (each: PinnedNetwork) => Object.values(each.tokens).map((token) => keptAddress(form, token))
  const own = kept(network)
  if (!pinned && new Set(own).size < own.length) throw new SignerRefused(`a contract of ${chain} has two names`)
  for (const other of pinned ? [] : journal.networks.values())
    if (
      other.evmChainId === evmChainId &&
      chains[other.chain].form === form &&
      kept(other).some((each) => own.includes(each))
    )
      throw new SignerRefused(`a contract of ${chain} is already pinned on ${other.chain}`)
  if (pinned && pinned.proofLog === proofLog) return
  // Stores known fields only.
  const contracts = { ...(vault && { vault }), ...(sweeper && { sweeper }), ...(proofLog && { proofLog }) }
  journal.record({ kind: 'network', chain, evmChainId, tokens, ...contracts })
}

function certifyDeposit(
  { journal, rules, clock }: Required<SignerMind>,
  keys: PublicKeys,
  addressKey: Uint8Array,
  { walletId, family, index }: DepositPlace,
): CertifiedDeposit {
  if ((family !== 'evm' && family !== 'tron') || !Number.isSafeInteger(index) || index < 0 || index >= 2 ** 31)
    throw new SignerRefused('there is no such place in the derivation')
  const holder = journal.deposits.get(`${family}:${index}`)
  const place = journal.depositIndexes.get(`${family}:${walletId}`)
  if ((holder !== undefined && holder !== walletId) || (place !== undefined && place !== index))
    throw new SignerRefused('this place in the derivation is not the one this wallet was given')
  const address = depositAddress(keys[family].depositXpub, index, family)
  if (holder === undefined) {
    const [at, costs] = [clock.now().getTime(), { certificates: '1' }]
    checkCosts(journal, rules.dayCaps, costs, at)
    journal.record({ kind: 'deposit', family, index, walletId, at, costs })
  }
  return { address, ...certifyAddress({ walletId, family, address }, addressKey) }
}
