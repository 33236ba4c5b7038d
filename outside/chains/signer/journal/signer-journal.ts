import { existsSync, readFileSync } from 'node:fs'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Address } from '#kit/chain/address.ts'
import { dayMs } from '#kit/time/clock.ts'
import type { Acceptance } from '../limits/signer-acceptance.ts'
import type { Costs, CountedCap } from '../limits/signer-costs.ts'
import { SignerRefused } from '../signer-refused.ts'
import type { GasSpending, Spending } from '../signer-rules.ts'
import { type AppendFile, openAppendFile, writeWhole } from './append-file.ts'
import type {
  PendingChange,
  SignedPaymentEvent,
  SignedStopEvent,
  SignerEvent,
  TronSweepEvent,
} from './signer-events.ts'
import { type JournalWatermark, makeWatermark, readMark, sealOf } from './signer-watermark.ts'

type Line = SignerEvent & { readonly previous: string }

const hashOf = (line: string): string => bytesToHex(sha256(utf8ToBytes(line)))

/** The HMAC key is not on disk. */
const sealed = /^(?<body>\{.*),"seal":"(?<seal>[0-9a-f]{64})"\}$/
const sealLine = (key: Uint8Array, event: Line): string => {
  const body = JSON.stringify(event).slice(0, -1)
  return `${body},"seal":"${sealOf(key, body)}"}`
}

function readLine(key: Uint8Array, line: string): Line | undefined {
  const { body, seal } = sealed.exec(line)?.groups ?? {}
  return body !== undefined && seal === sealOf(key, body) ? (JSON.parse(`${body}}`) as Line) : undefined
}

export type JournalOptions = {
  readonly path: string
  readonly markPath: string
  readonly key: Uint8Array
  readonly isFirst: boolean
  accept?(now: { readonly count: number; readonly head: string }): Acceptance | undefined
  now(): number
}

const wayOn =
  'Put the newest copy of it back, or have approvers accept the loss: docs/operating.md, "The signer does not start"'

/**
 * Append-only. HMACs, hash links and a separate length mark detect changed, removed, forged and truncated entries. Independent of the
 * database, so the signer remembers its signatures after a restore.
 */
export class SignerJournal {
  readonly networks = new Map<string, Extract<SignerEvent, { kind: 'network' }>>()
  readonly holders = new Map<string, string>()
  readonly destinations = new Map<string, Address>()
  /** By "wallet:chain". */
  readonly changes = new Map<string, PendingChange>()
  readonly changedAt = new Map<string, number>()
  /** Latest time seen, in milliseconds since 1970. */
  latest = 0
  /** Wallets by "family:index", and indexes by "family:wallet". */
  readonly deposits = new Map<string, string>()
  readonly depositIndexes = new Map<string, number>()
  /** By day. */
  readonly roots = new Map<string, string>()
  publisher: string | undefined
  /** By payment id, oldest first: the payment, then its replacements. */
  readonly payments = new Map<string, readonly (SignedPaymentEvent | SignedStopEvent)[]>()
  /** Payment ids by "evmChainId:nonce". */
  readonly nonces = new Map<string, string>()
  /** Next nonce by evmChainId. */
  readonly lanes = new Map<number, number>()
  /** Last two days, oldest first. */
  readonly spent: Spending[] = []
  /** Step ids, and latest expiry by "index:step". */
  readonly tronSweeps = new Map<string, string>()
  readonly tronSweptUntil = new Map<string, number>()
  /** Last two days, oldest first. */
  readonly tronGas: GasSpending[] = []
  /** By "wallet:chain", in milliseconds since 1970. */
  readonly destinationSince = new Map<string, number>()
  /** After a loss, the signer signs no coins or gas until then, because earlier signatures are unknown. */
  fullUntil = 0
  /** Why signing has stopped. */
  problem: string | undefined
  private readonly costs = new Map<CountedCap, { readonly units: bigint; readonly at: number }[]>()
  private readonly gas = new Map<string, bigint>()
  private readonly blocks = new Set<string>()
  private readonly payloads = new Set<string>()
  private readonly hashes: string[] = []
  private epoch = 0
  private readonly file: AppendFile
  private readonly options: JournalOptions

  /** @throws if an entry is forged or out of order, or if the end is missing without acceptance */
  constructor(options: JournalOptions) {
    this.options = options
    this.file = openAppendFile(options.path)
    try {
      this.open(options)
    } catch (error) {
      this.file.close()
      throw error
    }
  }

  private open(options: JournalOptions): void {
    const { path, key } = options
    this.file.lines.forEach((line, index) => {
      const read = readLine(key, line)
      if (!read || read.previous !== this.head)
        throw new Error(`${path}:${index + 1}: does not follow from the line before. ${wayOn}`)
      const { previous: _, ...event } = read
      this.hashes.push(hashOf(line))
      this.remember(event as SignerEvent)
    })
    if (options.isFirst && this.hashes.length > 0)
      throw new Error(`${path}: there is a memory, but no keystore beside it. Put the keystore back`)
    const loss = options.isFirst ? undefined : this.lossAtStart()
    const accepted = options.accept?.({ count: this.hashes.length, head: this.head })
    if (accepted) this.record({ kind: 'accepted', at: options.now(), ...accepted })
    else if (loss !== undefined) throw new Error(`${path}: ${loss}. ${wayOn}`)
    this.writeMark()
  }

  private get head(): string {
    return this.hashes.at(-1) ?? ''
  }

  private lossAtStart(): string | undefined {
    const { markPath, key } = this.options
    if (!existsSync(markPath)) return 'the mark of its end is missing'
    const mark = readMark(key, JSON.parse(readFileSync(markPath, 'utf8')))
    return mark ? this.lossOf(mark) : 'the mark of its end is not this signer’s'
  }

  private lossOf({ epoch, count, head }: JournalWatermark): string | undefined {
    if (epoch < this.epoch) return undefined
    const isThere = epoch === this.epoch && (count === 0 || this.hashes[count - 1] === head)
    if (isThere) return undefined
    return `the signer’s memory has ${this.hashes.length} lines and lacks what it once had: line ${count}`
  }

  /** Signing stops if a mark proves that the journal lost entries. @throws SignerRefused */
  compare(value: unknown): void {
    const mark = readMark(this.options.key, value)
    if (!mark) throw new SignerRefused('this is no mark of this signer')
    const loss = this.lossOf(mark)
    if (loss === undefined) return
    this.problem = `${loss}. ${wayOn}`
    throw new SignerRefused(this.problem)
  }

  /** @throws if signing has stopped. Not SignerRefused, because the stop is temporary. */
  check(): void {
    if (this.problem !== undefined) throw new Error(this.problem)
  }

  mark(): JournalWatermark {
    return makeWatermark(this.options.key, { epoch: this.epoch, count: this.hashes.length, head: this.head })
  }

  private writeMark(): void {
    writeWhole(this.options.markPath, `${JSON.stringify(this.mark())}\n`)
  }

  /**
   * Returns after the data is on disk. It writes the entries before the mark, so a crash in between only leaves extra entries.
   */
  record(...events: readonly SignerEvent[]): void {
    this.check()
    if (events.length === 0) return
    const hashes: string[] = []
    const lines = events.map((event) => {
      const line = sealLine(this.options.key, { ...event, previous: hashes.at(-1) ?? this.head })
      hashes.push(hashOf(line))
      return line
    })
    this.problem = 'the memory could not be written: start the signer again'
    this.file.append(...lines)
    this.hashes.push(...hashes)
    for (const event of events) this.remember(event)
    this.writeMark()
    this.problem = undefined
  }

  /** Last two days, oldest first. */
  costsOf(name: CountedCap): readonly { readonly units: bigint; readonly at: number }[] {
    return this.costs.get(name) ?? []
  }

  /** Worst-case cost of the transactions signed for this nonce. */
  gasOf(account: string, nonce: number): bigint {
    return this.gas.get(`${account}:${nonce}`) ?? 0n
  }

  hasSigned(payload: string): boolean {
    return this.payloads.has(payload)
  }

  hasReserves(block: string): boolean {
    return this.blocks.has(block)
  }

  close(): void {
    this.file.close()
  }

  private remember(event: SignerEvent): void {
    if ('at' in event) this.latest = Math.max(this.latest, event.at ?? 0)
    if ('costs' in event) this.rememberCosts(event.costs ?? {}, event.at ?? 0)
    if ('gas' in event && event.gas) {
      const { account, nonce, most } = event.gas
      const before = this.gasOf(account, nonce)
      this.gas.set(`${account}:${nonce}`, BigInt(most) > before ? BigInt(most) : before)
    }
    switch (event.kind) {
      case 'network':
        this.networks.set(event.chain, event)
        break
      case 'holder':
        this.holders.set(event.walletId, event.publicKey)
        break
      case 'destination':
        this.rememberDestination(event)
        break
      case 'change':
      case 'change_dropped':
        this.rememberChange(event)
        break
      case 'deposit':
        this.deposits.set(`${event.family}:${event.index}`, event.walletId)
        this.depositIndexes.set(`${event.family}:${event.walletId}`, event.index)
        break
      case 'root':
        this.roots.set(event.day, event.digest)
        this.publisher = event.publicKey
        break
      case 'tron_sweep':
        this.rememberTronSweep(event)
        break
      case 'reserves':
        this.blocks.add(event.block)
        break
      case 'gas':
        this.payloads.add(event.payload)
        break
      case 'stop':
        this.payments.set(event.id, [...(this.payments.get(event.id) ?? []), event])
        break
      case 'accepted':
        this.rememberLoss(event)
        break
      case 'payment':
        this.rememberPayment(event)
        break
    }
  }

  private rememberCosts(costs: Costs, at: number): void {
    for (const [name, units] of Object.entries(costs) as [CountedCap, string][]) {
      const rows = this.costs.get(name) ?? []
      this.costs.set(name, rows)
      while ((rows[0]?.at ?? at) < at - 2 * dayMs) rows.shift()
      rows.push({ units: BigInt(units), at })
    }
  }

  private rememberDestination({ walletId, chain, address, at = 0 }: Extract<SignerEvent, { kind: 'destination' }>) {
    const place = `${walletId}:${chain}`
    this.destinations.set(place, address)
    this.destinationSince.set(place, at)
    this.changes.delete(place)
  }

  private rememberLoss({ at, next }: Extract<SignerEvent, { kind: 'accepted' }>): void {
    this.epoch += 1
    this.fullUntil = Math.max(this.fullUntil, at + dayMs)
    for (const [chain, number] of Object.entries(next))
      this.lanes.set(Number(chain), Math.max(this.lanes.get(Number(chain)) ?? 0, number))
  }

  private rememberPayment(event: SignedPaymentEvent): void {
    const { id, evmChainId, nonce, coin, units, at, to, isApproved = false, isNew = false } = event
    const before = this.payments.get(id) ?? []
    this.payments.set(id, [...before, event])
    if (before.length > 0) return
    this.nonces.set(`${evmChainId}:${nonce}`, id)
    this.lanes.set(evmChainId, Math.max(this.lanes.get(evmChainId) ?? 0, nonce + 1))
    while ((this.spent[0]?.at ?? at) < at - 2 * dayMs) this.spent.shift()
    this.spent.push({ coin, units: BigInt(units), at, to, isApproved, isNew })
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
