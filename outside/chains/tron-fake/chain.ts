import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect } from '#kit/expect.ts'
import { type AppendFile, openAppendFile } from '../signer/journal/append-file.ts'
import { blockIdOf, type TronHeader } from '../tron/block.ts'
import { type ReadTransaction, readTransaction, referenceTo } from '../tron/transaction.ts'
import { copyOf, execute, type FakeState, type Outcome, whyInvalid } from './execution.ts'

/** After this many blocks, a third of the 27 producers cannot revert a block. */
export const solidDepth = 19
/** Older reference blocks are rejected. */
const referenceDepth = 65_536
const longestLifeMs = 86_400_000
/** Maximum reorg depth. */
const statesKept = 64
const witness = `41${'57'.repeat(20)}`

export type FakeTransaction = { readonly raw: string; readonly read: ReadTransaction; readonly outcome: Outcome }
export type FakeBlock = {
  readonly id: string
  readonly header: TronHeader
  readonly transactions: readonly FakeTransaction[]
}
export type FakeGenesis = {
  /** Milliseconds since 1970. */
  readonly timestamp: number
  readonly sun: Readonly<Record<string, bigint>>
  readonly tokens: Readonly<Record<string, Readonly<Record<string, bigint>>>>
}
/** Uses TRON's error names. */
export type BroadcastResult =
  | { readonly result: true; readonly txid: string }
  | { readonly code: string; readonly message: string; readonly txid?: string }

type Change =
  | { readonly kind: 'taken'; readonly raw: string; readonly gift?: string | undefined }
  | { readonly kind: 'block'; readonly timestamp: number; readonly isEmpty?: boolean }
  | { readonly kind: 'reorganised'; readonly depth: number; readonly contents: readonly (readonly string[])[] }

const idOfText = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

function stateOf({ sun, tokens }: FakeGenesis): FakeState {
  const balances = Object.entries(tokens).map(([token, held]) => [token, new Map(Object.entries(held))] as const)
  const none = { bandwidth: new Map(), energy: new Map(), staked: new Map(), lent: new Map() }
  // A contract is an account too.
  const contracts = Object.keys(tokens).map((token) => [token, 0n] as const)
  return { ...none, sun: new Map([...contracts, ...Object.entries(sun)]), tokens: new Map(balances) }
}

/**
 * Validates transactions, executes transfers and charges resources. Mines only on request. Changes reach the disk before they are visible,
 * so a restart reproduces every block.
 */
export class FakeChain {
  readonly blocks: FakeBlock[] = []
  readonly gifts = new Map<string, string>()
  private readonly pending = new Map<string, string>()
  private readonly places = new Map<string, number>()
  private readonly states = new Map<number, FakeState>()
  /** Cache, because recovering a signer takes a millisecond. */
  private readonly known = new Map<string, ReadTransaction>()
  private readonly file: AppendFile | undefined
  private readonly now: () => number
  private state: FakeState
  private forks = 0

  /** @param path journal; in memory only without one. */
  constructor(genesis: FakeGenesis, now: () => number, path?: string) {
    this.now = now
    this.state = stateOf(genesis)
    const named = JSON.stringify(genesis, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    this.add([], genesis.timestamp, idOfText(named))
    this.file = path === undefined ? undefined : openAppendFile(path)
    for (const line of this.file?.lines ?? []) this.apply(JSON.parse(line) as Change)
  }

  get head(): FakeBlock {
    const last = this.blocks.at(-1)
    expect(last, 'there is always a first block')
    return last
  }
  get solidNumber(): number {
    return Math.max(0, this.head.header.number - solidDepth)
  }
  get newest(): FakeState {
    return this.state
  }
  get waiting(): number {
    return this.pending.size
  }

  find(id: string): { readonly block: FakeBlock; readonly transaction: FakeTransaction } | undefined {
    const block = this.blocks[this.places.get(id) ?? -1]
    const transaction = block?.transactions.find(({ read }) => read.hash === id)
    return block && transaction && { block, transaction }
  }

  /** @param gift the faucet's idempotency key */
  broadcast(raw: string, gift?: string): BroadcastResult {
    let read: ReadTransaction
    try {
      read = this.read(raw)
    } catch (error) {
      return { code: 'OTHER_ERROR', message: String(error) }
    }
    const txid = read.hash
    if (this.pending.has(txid) || this.places.has(txid))
      return { code: 'DUP_TRANSACTION_ERROR', message: 'Dup transaction.', txid }
    const code = this.whyRefused(read, raw.length / 2)
    if (code) return { code, message: `the simulated network refuses it: ${code}`, txid }
    this.change({ kind: 'taken', raw, gift })
    return { result: true, txid }
  }

  /** `isEmpty` leaves all transactions pending. */
  mine({ isEmpty = false } = {}): void {
    const timestamp = Math.max(this.head.header.timestamp + 1, this.now())
    this.change({ kind: 'block', timestamp, ...(isEmpty ? { isEmpty } : {}) })
  }

  /** Replaces the newest blocks with equally many. @param contents transaction ids per new block; all others are forgotten. */
  reorganise(depth: number, contents: readonly (readonly string[])[] = []): void {
    expect(this.states.has(this.head.header.number - depth), `${depth} blocks can be replaced`)
    this.change({ kind: 'reorganised', depth, contents })
  }

  close(): void {
    this.file?.close()
  }

  private read(raw: string): ReadTransaction {
    const read = this.known.get(raw) ?? readTransaction(raw)
    this.known.set(raw, read)
    return read
  }

  private whyRefused(read: ReadTransaction, bytes: number): string | undefined {
    const { transaction, signer } = read
    const { timestamp } = this.head.header
    const { refBlockBytes, refBlockHash, expiration } = transaction
    const number = this.head.header.number
    const referred = this.blocks.findLast(
      ({ id, header }) => header.number > number - referenceDepth && referenceTo(id).refBlockBytes === refBlockBytes,
    )
    if (!referred || referenceTo(referred.id).refBlockHash !== refBlockHash) return 'TAPOS_ERROR'
    // Checks the expiration against the previous block, as TRON does.
    if (expiration <= timestamp || expiration > timestamp + longestLifeMs) return 'TRANSACTION_EXPIRATION_ERROR'
    if (signer !== transaction.contract.from) return 'SIGERROR'
    return whyInvalid(this.state, read, bytes, timestamp)
  }

  private change(change: Change): void {
    this.file?.append(JSON.stringify(change))
    this.apply(change)
  }

  private apply(change: Change): void {
    if (change.kind === 'taken') {
      const { hash } = this.read(change.raw)
      this.pending.set(hash, change.raw)
      if (change.gift !== undefined) this.gifts.set(change.gift, hash)
    } else if (change.kind === 'block' && change.isEmpty) this.add([], change.timestamp)
    else if (change.kind === 'block') {
      const raws = [...this.pending.values()]
      this.pending.clear()
      this.add(raws, change.timestamp)
    } else this.replace(change.depth, change.contents)
  }

  private replace(depth: number, contents: readonly (readonly string[])[]): void {
    const gone = this.blocks.splice(-depth)
    const raws = new Map(gone.flatMap(({ transactions }) => transactions.map(({ raw, read }) => [read.hash, raw])))
    for (const id of raws.keys()) this.places.delete(id)
    const before = this.states.get(this.head.header.number)
    expect(before, 'the state before the replaced blocks is kept')
    this.state = copyOf(before)
    this.forks += 1
    gone.forEach(({ header }, index) => {
      this.add(
        (contents[index] ?? []).flatMap((id) => raws.get(id) ?? []),
        header.timestamp,
      )
    })
  }

  /** Drops transactions that are no longer valid. @param salt makes the first block unique per genesis. */
  private add(raws: readonly string[], timestamp: number, salt = ''): void {
    const parent = this.blocks.at(-1)
    const transactions = raws.flatMap((raw) => {
      const read = this.read(raw)
      if (this.whyRefused(read, raw.length / 2)) return []
      return [{ raw, read, outcome: execute(this.state, read, raw.length / 2, timestamp) }]
    })
    const number = this.blocks.length
    const root = idOfText([salt, this.forks, ...transactions.map(({ read }) => read.hash)].join())
    const parentHash = parent?.id ?? '0'.repeat(64)
    const header = { number, timestamp, txTrieRoot: root, parentHash, witness, version: 31 }
    this.blocks.push({ id: blockIdOf(header), header, transactions })
    for (const { read } of transactions) this.places.set(read.hash, number)
    this.states.set(number, copyOf(this.state))
    this.states.delete(number - statesKept)
  }
}
