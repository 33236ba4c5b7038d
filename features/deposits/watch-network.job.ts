import { lockWallet } from '#identity/wallet.store.ts'
import { unitsMax } from '#kit/amount.ts'
import { type ChainId, chainCoin, chains } from '#kit/chains.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { eachInTurn } from '#kit/each.ts'
import { expect } from '#kit/expect.ts'
import { readSetting } from '#kit/settings.store.ts'
import { post } from '#ledger/ledger.store.ts'
import type { Chains, ConnectedChain } from '#outside/chains/connect.store.ts'
import { holdersOf } from '#outside/chains/deposit-address.store.ts'
import { fromBaseUnits } from '#outside/chains/erc20.ts'
import { reportIncident } from '#outside/chains/incident.store.ts'
import { keepHead } from '#outside/chains/network.store.ts'
import type { BlockHeader, TokenTransfer } from '#outside/chains/port.ts'
import { depositMinimum, depositMinimums } from './deposit-settings.ts'
import { capitalEntry, creditEntry, decideDeposit, kindOf, releaseEntry, suspenseEntry } from './deposits.ts'
import {
  blocksOf,
  collecting,
  companyAddresses,
  forgetBlock,
  keepBlock,
  keepSeen,
  lockSeen,
  markCollecting,
  markCredited,
  type OpenDeposit,
  orphan,
  ripe,
  type SeenDeposit,
  tipOf,
  venueAddresses,
} from './watch.store.ts'

/** Work of one run, so that no run is long: blocks read, payments booked. What is left waits for the next. */
const blocksMax = 300
const bookedMax = 300

export type WatchContext = {
  readonly db: Db
  /** The business clock: when a payment is booked. */
  readonly clock: Clock
  /** For tests: how deep a payment must be. */
  readonly confirmations?: (chain: ChainId) => number
}
type Watch = WatchContext & {
  readonly chain: ChainId
  readonly port: ConnectedChain['port']
  readonly hotAddress: ConnectedChain['hotAddress']
  readonly coldAddress: ConnectedChain['network']['coldAddress']
  readonly startBlock: number
}

/**
 * Reads every connected chain up to its newest block and books what is deep enough. May be stopped anywhere and run again; a chain
 * whose node does not answer does not hold up the others.
 * @throws the first node's error, after every chain was tried.
 */
export async function watchNetworks({ chains, ...context }: WatchContext & { readonly chains: Chains }): Promise<void> {
  await eachInTurn(chains.connected, ([chain, connection]) => watchNetwork(context, chain, connection))
}

/** The same for one chain alone. Two runs for one chain must not overlap. @throws its node's error */
export async function watchNetwork(
  context: WatchContext,
  chain: ChainId,
  { network, port, hotAddress }: ConnectedChain,
): Promise<void> {
  const { coldAddress, startBlock } = network
  await followChain({ ...context, chain, port, hotAddress, coldAddress, startBlock })
}

/** How deep a payment must be on the chain that is watched. */
const neededOn = ({ confirmations, chain }: Watch): number => confirmations?.(chain) ?? chains[chain].confirmations

async function followChain(watch: Watch): Promise<void> {
  const { db, chain, port } = watch
  const head = await port.head()
  await keepHead(db, chain, head)
  await rollBack(watch, head)
  await readForward(watch, head)
  const deep = head - neededOn(watch) + 1
  // Where the chain says itself what is final, nothing is booked before.
  const blockMax = Math.min(deep, (await port.final()) ?? deep)
  for (const id of await ripe(db, chain, blockMax, bookedMax)) await book(watch, id)
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
  const isLost = await db.transaction(async (tx) => {
    const at = clock.now()
    const booked: string[] = []
    for (const block of gone) {
      booked.push(...(await orphan(tx, chain, block.hash, at)))
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

/** Reads the blocks after the last one remembered. Stops early where the chain changes under it; the next run goes on. */
async function readForward(watch: Watch, head: number): Promise<void> {
  const { db, chain, port, startBlock } = watch
  let tip = await tipOf(db, chain)
  const from = tip ? tip.number + 1 : startBlock
  for (let number = from; number <= Math.min(head, from + blocksMax - 1); number += 1) {
    const block = await port.blockAt(number)
    if (!block || (tip && block.parent !== tip.hash)) return
    const transfers = await port.transfersOf(block)
    const seen = transfers && (await ours(watch, block, transfers))
    if (!seen) return
    await db.transaction(async (tx) => {
      await keepBlock(tx, chain, block)
      for (const deposit of seen) await keep(tx, deposit)
    })
    tip = block
  }
}

/** Transfers that reached one of our addresses; undefined if the block is gone meanwhile. */
async function ours(
  watch: Watch,
  block: BlockHeader,
  transfers: readonly TokenTransfer[],
): Promise<readonly SeenDeposit[] | undefined> {
  const { db, chain, port, hotAddress, coldAddress, clock } = watch
  const addresses = [...new Set(transfers.flatMap(({ from, to }) => [from, to]))]
  const holders = await holdersOf(db, addresses)
  const reached = transfers.filter(
    // What is kept cold was booked when it came.
    ({ from, to }) => from !== coldAddress && (to === hotAddress || holders.has(to)),
  )
  if (reached.length === 0) return []
  const companies = await companyAddresses(db, chain, addresses)
  const venues = await venueAddresses(db, chain, addresses)
  const seen: SeenDeposit[] = []
  for (const transfer of reached) {
    const { coin, hash, from, to, baseUnits } = transfer
    const kind = kindOf({
      from,
      to,
      hotAddress,
      holder: holders.get(to),
      isFromDepositAddress: holders.has(from),
      isFromCompany: companies.has(from),
      isFromVenue: venues.has(from),
    })
    if (kind === 'own') continue
    const receipt = await port.receipt(hash)
    if (receipt?.blockHash !== block.hash || !receipt.succeeded) return undefined
    const ordinal = transfer.logIndex - receipt.firstLogIndex
    const terms = chainCoin(chain, coin)
    expect(terms, `${coin} travels on ${chain}`)
    const { units, remainder } = fromBaseUnits(baseUnits, terms.decimals)
    const walletId = kind === 'wallet' ? holders.get(to) : undefined
    seen.push({
      chain,
      hash,
      ordinal,
      coin,
      units,
      remainder,
      block,
      from,
      to,
      baseUnits,
      kind,
      walletId,
      at: clock.now(),
    })
  }
  return seen
}

async function keep(tx: Tx, seen: SeenDeposit): Promise<void> {
  const { chain, hash, at } = seen
  if (seen.units > unitsMax) {
    await reportIncident(tx, {
      chain,
      kind: 'unbookable',
      halts: false,
      detail: { hash, base: `${seen.baseUnits}` },
      at,
    })
    return
  }
  const { first, isCorrected } = await keepSeen(tx, seen)
  if (first !== seen.baseUnits)
    await reportIncident(tx, { chain, kind: 'changed_deposit', halts: true, detail: { hash, first: `${first}` }, at })
  else if (isCorrected) await reportIncident(tx, { chain, kind: 'corrected_back', halts: false, detail: { hash }, at })
}

/** Books one payment, once: the row is locked and the ledger's key is unique. */
async function book({ db, clock }: Watch, id: bigint): Promise<void> {
  await db.transaction(async (tx) => {
    const deposit = await lockSeen(tx, id)
    if (!deposit) return
    const at = clock.now()
    if (deposit.units === 0n) await markCredited(tx, id, at)
    else if (deposit.kind === 'wallet') await bookForWallet(tx, deposit, at)
    // It is deep enough to be named in a booking of the fund's; until then it is in no account.
    else if (deposit.kind === 'venue') await markCredited(tx, id, at)
    else {
      await post(tx, deposit.kind === 'capital' ? capitalEntry(deposit, at) : suspenseEntry(deposit, at))
      await markCredited(tx, id, at)
    }
  })
}

async function bookForWallet(tx: Tx, deposit: OpenDeposit, at: Date): Promise<void> {
  const { id, chain, coin, units, walletId } = deposit
  expect(walletId, 'a payment to a deposit address is somebody’s')
  await lockWallet(tx, walletId)
  const waiting = await collecting(tx, walletId, chain, coin)
  const minimum = depositMinimum(await readSetting(tx, depositMinimums), chain, coin)
  const collected = waiting.reduce((sum, other) => sum + other.units, 0n)
  if (units >= minimum) await post(tx, creditEntry(deposit, walletId, at))
  else await post(tx, suspenseEntry(deposit, at))
  if (decideDeposit(units, collected, minimum) === 'collect') {
    await markCollecting(tx, id)
    return
  }
  const released = units >= minimum ? waiting : [...waiting, deposit]
  for (const other of released) await post(tx, releaseEntry(other, walletId, at))
  for (const other of [...waiting, deposit]) await markCredited(tx, other.id, at)
}
