import { type ChainId, chains } from '#kit/chains.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { eachInTurn } from '#kit/each.ts'
import type { Chains, ConnectedChain } from '#outside/chains/connect.server.ts'
import { reportIncident } from '#outside/chains/incident.store.ts'
import { keepHead } from '#outside/chains/network.store.ts'
import type { BlockHeader } from '#outside/chains/port.ts'
import { partOf } from './block-part.store.ts'
import { bookDeposits, bookDust } from './book-deposits.server.ts'
import { forgetDust } from './dust.store.ts'
import { readForward, takePartBack } from './read-blocks.server.ts'
import type { ReadContext } from './sort-transfers.server.ts'
import { blocksOf, forgetBlock, orphan, tipOf } from './watch.store.ts'

export type WatchContext = {
  readonly db: Db
  /** The business clock: when a payment is booked. */
  readonly clock: Clock
  /** For tests: how deep a payment must be. */
  readonly confirmations?: (chain: ChainId) => number
  /** For tests: how many blocks are remembered. */
  readonly blocksKept?: number
}
type Watch = WatchContext & ReadContext

/**
 * Reads every connected chain up to its newest block and books what is deep enough. May be stopped anywhere and run again; a chain
 * whose node answers with an error does not stop the others. In the running house each chain has a loop of its own (server/chain-loops.ts).
 * @throws the first node's error, after every chain was tried.
 */
export async function watchNetworks({ chains, ...context }: WatchContext & { readonly chains: Chains }): Promise<void> {
  await eachInTurn(
    chains.connected,
    async ([chain, connection]) => void (await watchNetwork(context, chain, connection)),
  )
}

/** The same for one chain alone. Two runs for one chain must not overlap. @returns its newest block @throws its node's error */
export async function watchNetwork(
  context: WatchContext,
  chain: ChainId,
  { network, port, hotAddress }: Pick<ConnectedChain, 'network' | 'port' | 'hotAddress'>,
): Promise<number> {
  const { coldAddress, startBlock } = network
  return followChain({ ...context, chain, port, hotAddress, coldAddress, startBlock })
}

/** How deep a payment must be on the chain that is watched. */
const neededOn = ({ confirmations, chain }: Watch): number => confirmations?.(chain) ?? chains[chain].confirmations

async function followChain(watch: Watch): Promise<number> {
  const { db, chain, port } = watch
  const head = await port.head()
  await keepHead(db, chain, head, watch.clock.now())
  await rollBack(watch, head)
  await readForward(watch, head)
  const deep = head - neededOn(watch) + 1
  // Where the chain says itself what is final, nothing is booked before.
  const blockMax = Math.min(deep, (await port.final()) ?? deep)
  await bookDeposits(watch, blockMax)
  await bookDust(watch)
  return head
}

/** The blocks we remember that are on the chain no more, the newest first. Empty too where the node is only behind. */
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

/**
 * Takes back the blocks that are no longer on the chain, all at once: one reorganisation, one thing a person is told of, and nothing
 * of it where the process dies in between.
 */
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
    // Deeper than we wait for: a person decides what becomes of what was booked, and until then nothing leaves on this chain.
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
