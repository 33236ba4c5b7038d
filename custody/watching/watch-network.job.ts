import { type ChainId, chains } from '#kit/chain/chains.ts'
import { eachInTurn } from '#kit/each.ts'
import type { Db } from '#kit/store/db.ts'
import type { Clock } from '#kit/time/clock.ts'
import type { Chains, ConnectedChain } from '#outside/chains/connect.server.ts'
import { reportIncident } from '#outside/chains/incident.store.ts'
import { keepHead } from '#outside/chains/network.store.ts'
import type { BlockHeader } from '#outside/chains/port.ts'
import { partOf } from './block-part.store.ts'
import { bookDeposits, bookDust } from './deposits/book-deposits.server.ts'
import { forgetDust } from './dust/dust.store.ts'
import { readForward, takePartBack } from './read-blocks.server.ts'
import type { ReadContext } from './sort-transfers.server.ts'
import { blocksOf, forgetBlock, orphan, tipOf } from './watch.store.ts'

export type WatchContext = {
  readonly db: Db
  readonly clock: Clock
  /** For tests. */
  readonly confirmations?: (chain: ChainId) => number
  /** For tests. */
  readonly blocksKept?: number
}
type Watch = WatchContext & ReadContext

/**
 * Reads every connected chain to its newest block and books confirmed payments. Crash-safe. In production each chain has its own loop.
 * @throws the first node's error, after every chain was tried.
 */
export async function watchNetworks({ chains, ...context }: WatchContext & { readonly chains: Chains }): Promise<void> {
  await eachInTurn(
    chains.connected,
    async ([chain, connection]) => void (await watchNetwork(context, chain, connection)),
  )
}

/** Runs for one chain must not overlap. @returns its newest block @throws its node's error */
export async function watchNetwork(
  context: WatchContext,
  chain: ChainId,
  { network, port, hotAddress }: Pick<ConnectedChain, 'network' | 'port' | 'hotAddress'>,
): Promise<number> {
  const { coldAddress, startBlock } = network
  return followChain({ ...context, chain, port, hotAddress, coldAddress, startBlock })
}

const neededOn = ({ confirmations, chain }: Watch): number => confirmations?.(chain) ?? chains[chain].confirmations

async function followChain(watch: Watch): Promise<number> {
  const { db, chain, port } = watch
  const head = await port.head()
  await keepHead(db, chain, head, watch.clock.now())
  await rollBack(watch, head)
  await readForward(watch, head)
  const deep = head - neededOn(watch) + 1
  // If the chain reports finality, book only final blocks.
  const blockMax = Math.min(deep, (await port.final()) ?? deep)
  await bookDeposits(watch, blockMax)
  await bookDust(watch)
  return head
}

/** Blocks removed by a reorganization, newest first. Also empty if the node is only behind. */
async function goneBlocks({ db, chain, port }: Watch, head: number): Promise<readonly BlockHeader[]> {
  const tip = await tipOf(db, chain)
  if (!tip || (await isOn(port, head, tip))) return []
  const gone: BlockHeader[] = []
  let isReplaced = false
  for (const block of await blocksOf(db, chain)) {
    if (block.number <= head) {
      if (await isOn(port, head, block)) break
      isReplaced = true
    }
    gone.push(block)
  }
  return isReplaced ? gone : []
}

const isOn = async (port: Watch['port'], head: number, { number, hash }: BlockHeader): Promise<boolean> =>
  number <= head && (await port.blockAt(number))?.hash === hash

/** Uses one transaction, so a reorganization causes one alert and no partial state. */
async function rollBack(watch: Watch, head: number): Promise<void> {
  const { db, clock, chain, startBlock } = watch
  const gone = await goneBlocks(watch, head)
  const lowest = gone.at(-1)
  if (!lowest) return
  const part = await partOf(db, chain)
  if (part) await takePartBack(watch, part)
  const isLost = await db.transaction(async (tx) => {
    const at = clock.now()
    const booked: string[] = []
    for (const block of gone) {
      booked.push(...(await orphan(tx, chain, block.hash, at)))
      await forgetDust(tx, chain, block.hash)
      await forgetBlock(tx, chain, block)
    }
    // Stops payments if the reorganization is too deep or removed booked deposits. An operator then decides about those deposits.
    if (booked.length > 0 || gone.length >= neededOn(watch)) {
      const detail = {
        blocks: `${gone.length}`,
        from: `${lowest.number}`,
        block: lowest.hash,
        booked: booked.join(' '),
      }
      await reportIncident(tx, { chain, kind: 'deep_reorg', halts: true, detail, at })
    }
    const isLast = lowest.number > startBlock && !(await tipOf(tx, chain))
    if (isLast) await reportIncident(tx, { chain, kind: 'chain_lost', halts: true, detail: { block: lowest.hash }, at })
    return isLast
  })
  if (isLost) throw new Error(`${chain}: no block we remember is on the chain any more`)
}
