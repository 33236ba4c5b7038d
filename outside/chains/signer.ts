import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { type Address, addressProblem, keptAddress } from '#kit/address.ts'
import type { Coin } from '#kit/assets.ts'
import { type AddressForm, type ChainId, chainIds, chains } from '#kit/chains.ts'
import { wallClock } from '#kit/clock.ts'
import { certifyAddress, type DepositCertificate, type DepositKey, signDepositKeys } from '#kit/deposit-certificate.ts'
import { expect } from '#kit/expect.ts'
import type { Certificate, Succession } from './certificate.ts'
import { depositAddress, depositXpub, housePath, keyAt } from './derivation.ts'
import { capLeft, checkCosts } from './signer-caps.ts'
import type { GasUse, PieceCap } from './signer-costs.ts'
import {
  askChange,
  type DestinationMind,
  dropChange,
  type Holder,
  pinDestination,
  pinHolder,
} from './signer-destinations.ts'
import type { SignerJournal } from './signer-journal.ts'
import type { JournalMark } from './signer-mark.ts'
import type { SignerMind } from './signer-mind.ts'
import {
  destinationMind,
  limitsOf,
  type ReturnIntent,
  type SignedPayment,
  type SignerLimits,
  signReturn,
  signWithdrawal,
  type WithdrawalIntent,
} from './signer-payments.ts'
import { SignerRefused } from './signer-refused.ts'
import { type StopIntent, signStop } from './signer-replace.ts'
import { type ReservesIntent, type SignedReserves, signReserves } from './signer-reserves.ts'
import { type RootIntent, signRoot } from './signer-root.ts'
import { type SweepIntent, signSweep } from './signer-sweep.ts'
import { signTronSweep, type TronSweepIntent } from './signer-tron-sweep.ts'
import { tronDepositXpub, tronHousePath, tronKeyAt } from './tron/derivation.ts'

/** What anyone may know of the keys for one family of chains. */
export type FamilyKeys = {
  /** Deposit addresses are derived from it. */
  readonly depositXpub: string
  /** The hot key's: it sends the payments; on TRON it also holds the coins. */
  readonly hotAddress: Address
  /** Pays the gas of sweeps, and holds nothing else. */
  readonly gasAddress: Address
}
/** `proofAddress`: writes the digests of statements down, and holds nothing but what that costs. */
export type PublicKeys = Readonly<Record<AddressForm, FamilyKeys>> & {
  readonly proofAddress: Address
  /** What certifies deposit addresses: the newest last. */
  readonly addressKeys: readonly DepositKey[]
}

export type PinnedNetwork = {
  readonly chain: ChainId
  readonly evmChainId: number
  readonly tokens: Readonly<Partial<Record<Coin, Address>>>
  /** The payout contract every payment on an EVM chain goes through. */
  readonly vault?: Address
  /** What deposit addresses delegate to. It sends to the payout contract and nowhere else; the operator names it, as all of this. */
  readonly sweeper?: Address
  /** The contract that keeps the digests of statements. It holds nothing, so it may be named later than the others. */
  readonly proofLog?: Address
}

/** Where in the derivation a wallet's deposit address is: plain JSON. */
export type DepositPlace = { readonly walletId: string; readonly family: AddressForm; readonly index: number }
export type CertifiedDeposit = DepositCertificate & { readonly address: Address }

/** What the signer remembers of the payments it signed: plain JSON. */
export type SignerMemory = {
  /** The number after the highest it signed on a chain, by the chain id of its EVM; missing where it signed none. */
  readonly next: Readonly<Record<number, number>>
  /** Units of each coin it signs at once, and still within these 24 hours, as decimal text. */
  readonly limits: SignerLimits
  /** Wei or sun that payments may still burn within these 24 hours, by chain, as decimal text. */
  readonly gasLeft: Readonly<Record<ChainId, string>>
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
  /**
   * How far its memory goes, for others to keep.
   * @param known the newest one that was kept: if the memory does not hold it, nothing is signed any more. @throws SignerRefused
   */
  mark(known?: JournalMark): Promise<JournalMark>
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
  /** Signs by the key of each address that it is the house's at a block. @throws SignerRefused */
  signReserves(intent: ReservesIntent): Promise<SignedReserves>
  /** Signs that the digest of a day's statement is written down on a chain: one of each day, ever. @throws SignerRefused */
  signRoot(intent: RootIntent): Promise<SignedPayment>
  /** Signs one step of emptying a deposit address on TRON: a little TRX for it, or its coins to the hot wallet. @throws SignerRefused */
  signTronSweep(intent: TronSweepIntent): Promise<SignedPayment>
  /** Signs a payment; the same intent gives the same bytes, and on an EVM chain one that only raises the fees replaces it. @throws SignerRefused */
  signWithdrawal(intent: WithdrawalIntent): Promise<SignedPayment>
  /** Signs that a payment nobody claimed goes back to where its own approvers say it came from; each once. @throws SignerRefused */
  signReturn(intent: ReturnIntent): Promise<SignedPayment>
}

/** Methods that sign nothing. */
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
 * Every method that signs, and what bounds it within 24 hours. `coins`: what the rules say of the coin it pays. `tronGas`: what the gas
 * account gives. A method that signs and is not here does not compile; the test of this table uses each cap up.
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

/** A signer over a seed, a journal and rules. */
export function localSigner(seed: Uint8Array, mind: SignerMind): Signer {
  const { journal, rules, clock = wallClock } = mind
  const hot = { evm: keyAt(seed, `${housePath}/0/0`), tron: tronKeyAt(seed, `${tronHousePath}/0/0`) }
  const gas = { evm: keyAt(seed, `${housePath}/0/1`), tron: tronKeyAt(seed, `${tronHousePath}/0/1`) }
  const proofs = keyAt(seed, `${housePath}/0/2`)
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
    mark: async (known?: JournalMark) => {
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

/** The same methods, which do nothing any more once the memory is known to have lost something. */
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
  // The same contract under a second name could be paid with other decimals.
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
  // Field by field: what else came along is no part of the line.
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
