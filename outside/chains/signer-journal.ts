import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Address } from '#kit/address.ts'
import type { Coin } from '#kit/assets.ts'
import type { AddressForm, ChainId } from '#kit/chains.ts'
import { dayMs } from '#kit/clock.ts'
import { type AppendFile, openAppendFile } from './append-file.ts'
import type { GasSpending, Spending } from './signer-rules.ts'

/** fund: the gas account gives a deposit address the cost of sending. move: the address sends its coins to the hot wallet. */
export type TronSweepStep = 'fund' | 'move'

/** An event that the signer has seen. It binds everybody from then on. */
export type SignerEvent =
  /** The contracts of a chain, pinned on first sight. */
  | {
      readonly kind: 'network'
      readonly chain: ChainId
      readonly evmChainId: number
      readonly tokens: Readonly<Partial<Record<Coin, Address>>>
      /** The payout contract; on an EVM chain always. */
      readonly vault?: Address
      /** The contract to which deposit addresses delegate. */
      readonly sweeper?: Address
      /** The contract that keeps the digests of statements. */
      readonly proofLog?: Address
    }
  /** The identity key of a wallet, base64url; a later one replaces it. */
  | { readonly kind: 'holder'; readonly walletId: string; readonly publicKey: string }
  /** The one address to which a wallet is paid on a chain. A later one replaces it. */
  | { readonly kind: 'destination'; readonly walletId: string; readonly chain: ChainId; readonly address: Address }
  /** A holder wants to be paid at another address. `at`: since when the signer knows it, in milliseconds since 1970. */
  | {
      readonly kind: 'change'
      readonly walletId: string
      readonly chain: ChainId
      readonly from: Address
      readonly to: Address
      /** As signed, seconds since 1970. */
      readonly issuedAt: number
      readonly publicKey: string
      readonly at: number
    }
  /** The holder took it back. */
  | {
      readonly kind: 'change_dropped'
      readonly walletId: string
      readonly chain: ChainId
      readonly issuedAt: number
    }
  /** The statement of a day that was written down on chains, and the key that signed it. */
  | { readonly kind: 'root'; readonly day: string; readonly digest: string; readonly publicKey: string }
  /** A deposit address was certified: the place in the derivation is this wallet's, for good. */
  | { readonly kind: 'deposit'; readonly family: AddressForm; readonly index: number; readonly walletId: string }
  /** A payment that was signed. `payload` is the hash that was signed. */
  | {
      readonly kind: 'payment'
      readonly id: string
      readonly evmChainId: number
      readonly nonce: number
      readonly payload: string
      readonly hash: string
      /** The coin and the amount in units that it pays. `at`: when it was signed, in milliseconds since 1970 by the signer's clock. */
      readonly coin: Coin
      readonly units: string
      readonly at: number
      /** EVM chains: its act without the fees, and its fees. A later transaction may raise the fees and change nothing else. */
      readonly act?: string
      readonly feeMaxPerGas?: string
      readonly tipMaxPerGas?: string
    }
  /** A step of emptying a deposit address on TRON that was signed. */
  | {
      readonly kind: 'tron_sweep'
      readonly id: string
      readonly index: number
      readonly step: TronSweepStep
      readonly payload: string
      /** `until`: after this moment no block can contain it. `at`: when it was signed. Milliseconds since 1970. */
      readonly until: number
      readonly at: number
      /** The most that it takes from the gas account, as decimal text. */
      readonly sun: string
    }
  /** A transaction that moves nothing took the number of a payment. */
  | {
      readonly kind: 'stop'
      readonly id: string
      readonly evmChainId: number
      readonly nonce: number
      readonly payload: string
      readonly hash: string
      readonly feeMaxPerGas: string
      readonly tipMaxPerGas: string
    }

export type SignedPaymentEvent = Extract<SignerEvent, { kind: 'payment' }>
type TronSweepEvent = Extract<SignerEvent, { kind: 'tron_sweep' }>
export type SignedStopEvent = Extract<SignerEvent, { kind: 'stop' }>

/** A change that waits. */
export type PendingChange = Pick<Extract<SignerEvent, { kind: 'change' }>, 'to' | 'issuedAt' | 'publicKey' | 'at'>

type Line = SignerEvent & { readonly previous: string }

const hashOf = (line: string): string => bytesToHex(sha256(utf8ToBytes(line)))

/**
 * The signer's own memory: an append-only file. Each line names the hash of the line before, so a removed or changed line is noticed. It
 * depends on no database, so beside a restored or edited database the signer still knows what it signed.
 */
export class SignerJournal {
  readonly networks = new Map<string, Extract<SignerEvent, { kind: 'network' }>>()
  readonly holders = new Map<string, string>()
  readonly destinations = new Map<string, Address>()
  /** By "wallet:chain": waiting changes of destinations, and the newest change that was ever asked for or dropped. */
  readonly changes = new Map<string, PendingChange>()
  readonly changedAt = new Map<string, number>()
  /** The latest moment that its clock ever told, in milliseconds since 1970. */
  latest = 0
  /** Wallets by "family:index" of their deposit address, and indexes by "family:wallet". */
  readonly deposits = new Map<string, string>()
  readonly depositIndexes = new Map<string, number>()
  /** Digests of statements by their day, and the key that signed them. */
  readonly roots = new Map<string, string>()
  publisher: string | undefined
  /** By the id of a payment: everything signed for it, the oldest first. First comes the payment, then its replacements. */
  readonly payments = new Map<string, readonly (SignedPaymentEvent | SignedStopEvent)[]>()
  /** Payment ids by "evmChainId:nonce". */
  readonly nonces = new Map<string, string>()
  /** The number after the highest that was signed, by evmChainId. */
  readonly lanes = new Map<number, number>()
  /** The payments of the last two days, the oldest first. */
  readonly spent: Spending[] = []
  /** Signed steps of sweeps on TRON, by id; and by "index:step", until when the last one can be mined. */
  readonly tronSweeps = new Map<string, string>()
  readonly tronSweptUntil = new Map<string, number>()
  /** Payments of the gas account in the last two days, the oldest first. */
  readonly tronGas: GasSpending[] = []
  private readonly file: AppendFile
  private last = ''

  /** @throws if a line does not follow from the line before. */
  constructor(path: string) {
    this.file = openAppendFile(path)
    this.file.lines.forEach((line, index) => {
      const { previous, ...event } = JSON.parse(line) as Line
      if (previous !== this.last) throw new Error(`${path}:${index + 1}: does not follow from the line before`)
      this.last = hashOf(line)
      this.remember(event as SignerEvent)
    })
  }

  /** Writes an event down, on disk before it returns. */
  record(event: SignerEvent): void {
    const line = JSON.stringify({ ...event, previous: this.last })
    this.file.append(line)
    this.last = hashOf(line)
    this.remember(event)
  }

  close(): void {
    this.file.close()
  }

  private remember(event: SignerEvent): void {
    if ('at' in event) this.latest = Math.max(this.latest, event.at ?? 0)
    if (event.kind === 'network') this.networks.set(event.chain, event)
    else if (event.kind === 'holder') this.holders.set(event.walletId, event.publicKey)
    else if (event.kind === 'destination') {
      this.destinations.set(`${event.walletId}:${event.chain}`, event.address)
      this.changes.delete(`${event.walletId}:${event.chain}`)
    } else if (event.kind === 'change' || event.kind === 'change_dropped') this.rememberChange(event)
    else if (event.kind === 'deposit') {
      this.deposits.set(`${event.family}:${event.index}`, event.walletId)
      this.depositIndexes.set(`${event.family}:${event.walletId}`, event.index)
    } else if (event.kind === 'root') {
      this.roots.set(event.day, event.digest)
      this.publisher = event.publicKey
    } else if (event.kind === 'tron_sweep') this.rememberTronSweep(event)
    else if (event.kind === 'stop') {
      this.payments.set(event.id, [...(this.payments.get(event.id) ?? []), event])
    } else {
      const before = this.payments.get(event.id) ?? []
      this.payments.set(event.id, [...before, event])
      if (before.length > 0) return
      this.nonces.set(`${event.evmChainId}:${event.nonce}`, event.id)
      this.lanes.set(event.evmChainId, Math.max(this.lanes.get(event.evmChainId) ?? 0, event.nonce + 1))
      while ((this.spent[0]?.at ?? event.at) < event.at - 2 * dayMs) this.spent.shift()
      // Lines from the time before limits do not have these fields.
      if (event.units !== undefined) this.spent.push({ coin: event.coin, units: BigInt(event.units), at: event.at })
    }
  }

  private rememberTronSweep({ id, index, step, payload, until, sun, at }: TronSweepEvent): void {
    this.tronSweeps.set(id, payload)
    const place = `${index}:${step}`
    this.tronSweptUntil.set(place, Math.max(this.tronSweptUntil.get(place) ?? 0, until))
    while ((this.tronGas[0]?.at ?? at) < at - 2 * dayMs) this.tronGas.shift()
    if (step === 'fund') this.tronGas.push({ index, sun: BigInt(sun), at })
  }

  private rememberChange(event: Extract<SignerEvent, { kind: 'change' | 'change_dropped' }>): void {
    const place = `${event.walletId}:${event.chain}`
    if (event.kind === 'change') this.changes.set(place, event)
    else if (this.changes.get(place)?.issuedAt === event.issuedAt) this.changes.delete(place)
    this.changedAt.set(place, Math.max(this.changedAt.get(place) ?? 0, event.issuedAt))
  }
}
