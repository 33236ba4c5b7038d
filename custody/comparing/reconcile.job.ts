import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import { type Coin, isCoin } from '#kit/amount/coins.ts'
import { type ChainId, chainCoin } from '#kit/chain/chains.ts'
import { eachInTurn } from '#kit/each.ts'
import { expect } from '#kit/expect.ts'
import type { Db, Sql } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { addMs, type Clock, hourMs } from '#kit/time/clock.ts'
import type { Chains, ConnectedChain } from '#outside/chains/connect.server.ts'
import { openIncidentsOf, reportIncident, reportOnce, resolveIncident } from '#outside/chains/incident.store.ts'
import { type BookSnapshot, comparedAt, keepReconciliation, readBooks } from './books.store.ts'
import { holdingsOf, readCustody } from './custody.server.ts'
import { type Comparison, compareBooks, fineOfBase, fineOfUnits, isStale, unitsOfFine } from './reconciliation.ts'
import { gapMs, reconciliationGap, reconciliationTolerance } from './reconciliation-settings.ts'
import { keepResting, type Small } from './resting.store.ts'

export type ReconcileContext = {
  readonly db: Db
  /** The business clock. */
  readonly clock: Clock
  readonly chains: Chains
}
export type One = ReconcileContext & { readonly chain: ChainId; readonly connection: ConnectedChain }

/**
 * Compares every connected chain with the ledger, per coin. A shortfall stops the chain's withdrawals until an operator checks it. A chain
 * too long without a comparison stops until one succeeds. Idempotent. @returns false if a node's blocks changed while it was read.
 * @throws the first node's error, after every chain was tried.
 */
export async function reconcileBooks(context: ReconcileContext): Promise<boolean> {
  let isDone = true
  await eachInTurn(context.chains.connected, async ([chain, connection]) => {
    const one = { ...context, chain, connection }
    let isCompared = false
    try {
      isCompared = await reconcile(one)
    } finally {
      if (!isCompared) await stopWhenStale(one)
    }
    isDone &&= isCompared
  })
  return isDone
}

/** Swept addresses are still checked for this long, in case the sweep's block is orphaned. */
export const sweptAskedMs = hourMs

export const coinsOf = ({ network }: ConnectedChain): readonly Coin[] => Object.keys(network.tokens).filter(isCoin)

type Found = Comparison & {
  readonly coin: Coin
  readonly custody: bigint
  readonly booked: bigint
  readonly arriving: bigint
  readonly leaving: bigint
  readonly confirmed: readonly Small[]
}
type Finding = { readonly snapshot: BookSnapshot; readonly found: readonly Found[] }

export const ownAddresses = ({ hotAddress, network }: ConnectedChain) =>
  network.coldAddress ? [hotAddress, network.coldAddress] : [hotAddress]

/** Undefined if the node could not be read at one block. */
async function compare({ db, clock, chain, connection }: One): Promise<Finding | undefined> {
  const tolerances = await readSetting(db, reconciliationTolerance)
  const snapshot = await readBooks(db, chain, coinsOf(connection), addMs(clock.now(), -sweptAskedMs))
  if (!snapshot) return undefined
  const custody = await readCustody(connection.port, snapshot, holdingsOf(snapshot, ownAddresses(connection)))
  if (!custody) return undefined
  const found = snapshot.coins.map(({ coin, booked, arriving, remainders, resting }): Found => {
    const terms = chainCoin(chain, coin)
    const read = custody.get(coin)
    expect(terms && read, `${coin} of ${chain} was read`)
    const facts = {
      custody: fineOfBase(read.held, terms.decimals) + resting.fine,
      leaving: fineOfBase(read.left, terms.decimals),
      booked,
      arriving,
      remainders,
      tolerance: fineOfUnits(parseUnits(tolerances[`${chain}.${coin}`] ?? '0') ?? 0n),
    }
    const confirmed = resting.asked.filter(({ address, fine }) => {
      const there = read.stillOf(address)
      return there !== undefined && fineOfBase(there, terms.decimals) === fine
    })
    return { ...facts, ...compareBooks(facts), coin, confirmed }
  })
  return { snapshot, found }
}

async function reconcile(one: One): Promise<boolean> {
  const { db, clock, chain } = one
  let finding = await compare(one)
  // Compare twice: blocks may change meanwhile, or a load balancer may mix two nodes at different heights.
  if (finding?.found.every(({ verdict }) => verdict === 'equal') !== true) finding = await compare(one)
  if (!finding) return false
  const { snapshot, found } = finding
  const at = clock.now()
  await db.transaction(async (tx) => {
    for (const each of found) {
      await keepReconciliation(tx, { ...each, chain, tip: snapshot.tip, at })
      if (each.confirmed.length > 0) await keepResting(tx, { chain, coin: each.coin }, each.confirmed, at)
      if (each.verdict !== 'equal') await report(tx, one, each, snapshot)
    }
    for (const { id } of await openIncidentsOf(tx, chain, 'books_stale'))
      await resolveIncident(tx, id, `compared again at block ${snapshot.tip.number}`, at)
  })
  return true
}

/** Alerts only once per open case. */
async function report(tx: Sql, { clock, chain }: One, found: Found, { tip }: BookSnapshot): Promise<void> {
  const kind = found.verdict === 'short' ? 'books_short' : 'books_over'
  const text = (fine: bigint): string => `${showUnits(unitsOfFine(fine))} ${found.coin}`
  const detail = {
    coin: found.coin,
    block: `${tip.number}`,
    there: text(found.custody),
    expected: text(found.expected),
    difference: text(found.difference),
  }
  await reportOnce(tx, { chain, kind, halts: kind === 'books_short', detail, at: clock.now() }, 'coin')
}

/** Fails closed: no payments without a recent comparison. */
async function stopWhenStale({ db, clock, chain, connection }: One): Promise<void> {
  const longestGapMs = gapMs(await readSetting(db, reconciliationGap))
  const last = await comparedAt(db, chain, coinsOf(connection))
  const at = clock.now()
  if (!isStale(last, at, longestGapMs)) return
  await db.transaction(async (tx) => {
    if ((await openIncidentsOf(tx, chain, 'books_stale')).length > 0) return
    const detail = { last: last?.toISOString() ?? 'never' }
    await reportIncident(tx, { chain, kind: 'books_stale', halts: true, detail, at })
  })
}
