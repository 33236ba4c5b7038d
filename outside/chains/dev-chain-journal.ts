import { wallClock } from '#kit/clock.ts'
import { type AppendFile, openAppendFile } from './append-file.ts'
import type { Hex } from './bytes.ts'
import { type Rpc, RpcRefused } from './json-rpc.ts'

/** A write to the chain: the method, its parameters, and the key of the faucet's gift where it is one. */
type Write = readonly [method: 'eth_sendRawTransaction' | 'evm_mine', params: readonly unknown[], gift?: string]

/**
 * Everything that ever changed the embedded chain, in order. The node keeps its state in memory only; the same writes on the same
 * genesis, one after another, give the same blocks with the same hashes. A batch would run them at once and give others.
 */
export class DevChainJournal {
  /** Transaction hashes by the key of the faucet's gift, so that a gift asked for again is not given again. */
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

  /** Writes everything again to a fresh node. @throws if the node does not accept what it accepted before. */
  async replay(): Promise<void> {
    for (const line of this.file.lines) {
      const [method, params, gift] = JSON.parse(line) as Write
      const result = await this.rpc(method, params)
      if (gift !== undefined) this.gifts.set(gift, result as Hex)
      if (method === 'evm_mine') this.lastTimestamp = Number(params[0])
    }
  }

  /** Hands a transaction to the node; answers only when it is on disk. @returns its hash. @throws RpcRefused */
  send(raw: Hex, gift?: string): Promise<Hex> {
    return this.inOrder(async () => {
      const hash = (await this.rpc('eth_sendRawTransaction', [raw])) as Hex
      this.write(gift === undefined ? ['eth_sendRawTransaction', [raw]] : ['eth_sendRawTransaction', [raw], gift])
      if (gift !== undefined) this.gifts.set(gift, hash)
      return hash
    })
  }

  /** Makes one block. On disk before it is on the chain, so that nobody ever sees a block that a crash could take back. */
  mine(): Promise<void> {
    return this.inOrder(async () => {
      const timestamp = Math.max(this.lastTimestamp + 1, Math.floor(wallClock.now().getTime() / 1000))
      this.write(['evm_mine', [timestamp]])
      this.lastTimestamp = timestamp
      await this.rpc('evm_mine', [timestamp])
    })
  }

  /** Waits for what is being written, then lets go of the file. */
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
      // A refusal changed nothing. After anything else the node may be ahead of the journal: nothing more is written to it.
      if (!(error instanceof RpcRefused)) this.queue = Promise.reject(error)
      this.queue.catch(() => {})
    })
    return mine
  }
}
