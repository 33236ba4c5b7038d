import { wallClock } from '#kit/time/clock.ts'
import { type Rpc, RpcRefused } from '../evm/json-rpc.ts'
import type { Hex } from '../keys/bytes.ts'
import { type AppendFile, openAppendFile } from '../signer/journal/append-file.ts'

/** `gift` is the faucet's idempotency key. */
type Write = readonly [method: 'eth_sendRawTransaction' | 'evm_mine', params: readonly unknown[], gift?: string]

/**
 * The node keeps its state in memory. Replaying these writes one by one on the same genesis reproduces all block hashes; a batch would not.
 */
export class DevChainJournal {
  /** By idempotency key. */
  readonly gifts = new Map<string, Hex>()
  private readonly file: AppendFile
  private readonly rpc: Rpc
  private lastTimestamp: number
  private queue: Promise<unknown> = Promise.resolve()

  constructor(path: string, rpc: Rpc, genesisTimestamp: number) {
    this.file = openAppendFile(path)
    this.rpc = rpc
    this.lastTimestamp = genesisTimestamp
  }

  /** @throws if the node rejects a write. */
  async replay(): Promise<void> {
    for (const line of this.file.lines) {
      const [method, params, gift] = JSON.parse(line) as Write
      const result = await this.rpc(method, params)
      if (gift !== undefined) this.gifts.set(gift, result as Hex)
      if (method === 'evm_mine') this.lastTimestamp = Number(params[0])
    }
  }

  /** Returns after the write is on disk. @throws RpcRefused */
  send(raw: Hex, gift?: string): Promise<Hex> {
    return this.inOrder(async () => {
      const hash = (await this.rpc('eth_sendRawTransaction', [raw])) as Hex
      this.write(gift === undefined ? ['eth_sendRawTransaction', [raw]] : ['eth_sendRawTransaction', [raw], gift])
      if (gift !== undefined) this.gifts.set(gift, hash)
      return hash
    })
  }

  /** Writes to disk before the chain, so that a crash cannot undo a visible block. */
  mine(): Promise<void> {
    return this.inOrder(async () => {
      const timestamp = Math.max(this.lastTimestamp + 1, Math.floor(wallClock.now().getTime() / 1000))
      this.write(['evm_mine', [timestamp]])
      this.lastTimestamp = timestamp
      await this.rpc('evm_mine', [timestamp])
    })
  }

  async close(): Promise<void> {
    await this.queue.catch(() => {})
    this.file.close()
  }

  private write(line: Write): void {
    this.file.append(JSON.stringify(line))
  }

  private inOrder<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.queue.then(work)
    this.queue = mine.catch((error: unknown) => {
      // A refused write changed nothing. After other errors the node may be ahead of the journal, so stop writing.
      if (!(error instanceof RpcRefused)) this.queue = Promise.reject(error)
      this.queue.catch(() => {})
    })
    return mine
  }
}
