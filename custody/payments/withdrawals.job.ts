import { keyChangesOf, markPinned, unpinnedKeys } from '#identity/sessions/identity-key.store.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { eachInTurn } from '#kit/each.ts'
import { expect } from '#kit/expect.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { haltOf, reportIncident } from '#outside/chains/incident.store.ts'
import { SignerRefused } from '#outside/chains/signer/signer-refused.ts'
import { follow, signOpen } from '../outgoing/follow.server.ts'
import { runAddressChanges } from './address/address-changes.server.ts'
import { boundSince, certificateOf } from './address/bound-address.store.ts'
import { moveStage } from './approving/review.store.ts'
import { compareSignerMemory } from './approving/signer-memory.server.ts'
import { type Lane, lanesOf, type PayerContext } from './lane.server.ts'
import { allocateNext, capsEveryMs, keepCaps } from './pay-next.server.ts'
import { paymentFacts } from './payer.server.ts'
import { laneState, openLane } from './payments.store.ts'
import { type Withdrawal, waitingWithdrawals } from './withdrawals.store.ts'
import { isInRush, stageOf } from './withdrawals.ts'

/** Limits per run. */
const paymentsMax = 20
const waitingMax = 100

export type Payer = {
  /** Does what needs no chain: advances withdrawals, and sends keys, addresses and changes to the signer. */
  prepare(): Promise<void>
  pay(): Promise<void>
  run(): Promise<void>
}

/**
 * The only code that sends money out. `run` does a bounded amount of work. It is crash-safe: it assigns the nonce, signs and stores the
 * bytes, and only then sends. Retries use the same bytes.
 */
export function createPayer(context: PayerContext): Payer {
  const lanes = lanesOf(context.chains)
  const checked = new Set<string>()
  const capsKept = new Map<string, number>()
  let pinnedUntil = addMs(context.clock.now(), -2 * dayMs)
  const prepare = async () => {
    if (!(await compareSignerMemory(context))) return
    await moveWaiting(context)
    pinnedUntil = await pinDestinations(context, pinnedUntil)
    await pinHolders(context)
    await runAddressChanges({ ...context, signer: context.chains.signer })
  }
  const pay = () =>
    eachInTurn(lanes, async (lane) => {
      if (!checked.has(lane.name) && (await checkLane(context, lane))) checked.add(lane.name)
      if (Math.abs(context.clock.now().getTime() - (capsKept.get(lane.name) ?? 0)) >= capsEveryMs) {
        await keepCaps(context, lane)
        capsKept.set(lane.name, context.clock.now().getTime())
      }
      if (checked.has(lane.name)) await runLane(context, lane)
    })
  return {
    prepare,
    pay,
    run: async () => {
      await prepare()
      await pay()
    },
  }
}

function isToMove(withdrawal: Withdrawal, now: Date): boolean {
  const stage = stageOf(withdrawal, now)
  const waitsForPeople = stage === 'reviewing' && withdrawal.needsReview && !withdrawal.isApproved
  return stage !== withdrawal.state || (waitsForPeople && withdrawal.reviewUntil === null)
}

/** Advances withdrawals whose wait is over. Once a withdrawal exceeds the hourly limit, that coin's later ones wait too. */
async function moveWaiting({ db, clock }: PayerContext): Promise<void> {
  const full = new Set<Coin>()
  const settle = async (each: Withdrawal) => {
    const isWaiting = isInRush(each, clock.now())
    if (isWaiting ? full.has(each.coin) : !isToMove(each, clock.now())) return
    const settled = await db.transaction((tx) => moveStage(tx, each.id, clock.now()))
    if (isInRush(settled, clock.now())) full.add(each.coin)
  }
  let after = 0n
  for (;;) {
    const waiting = await waitingWithdrawals(db, after, waitingMax)
    for (const each of waiting) await settle(each)
    if (waiting.length < waitingMax) return
    after = waiting.at(-1)?.id ?? after
  }
}

/** Registers bound addresses with the signer, which then pays each wallet only there. */
async function pinDestinations({ db, chains }: PayerContext, since: Date): Promise<Date> {
  let until = since
  for (const bound of await boundSince(db, since, waitingMax)) {
    const successions = await keyChangesOf(db, bound.walletId)
    await chains.signer.pinDestination(certificateOf(bound), successions).catch((error: unknown) => {
      // A rejected address fails again at signing, which alerts an operator.
      if (!(error instanceof SignerRefused)) throw error
    })
    until = bound.boundAt
  }
  return until
}

/**
 * Registers holders' keys with the signer, which then accepts no other key for these wallets. A rejected key fails again at signing, which
 * alerts an operator.
 */
async function pinHolders({ db, clock, chains }: PayerContext): Promise<void> {
  const keys = await unpinnedKeys(db, waitingMax)
  if (keys.length === 0) return
  const told = keys.map(async ({ walletId, pub }) => ({
    walletId,
    publicKey: pub,
    successions: await keyChangesOf(db, walletId),
  }))
  await chains.signer.pinHolders(await Promise.all(told))
  await markPinned(
    db,
    keys.map(({ pub }) => pub),
    clock.now(),
  )
}

/**
 * Startup check. If chain or signer have more payments than this database, it is an old copy or someone else has our key. A signer with
 * fewer has lost memory. @returns whether the lane may be used.
 */
async function checkLane({ db, clock, chains }: PayerContext, lane: Lane): Promise<boolean> {
  const [first] = lane.chains.values()
  expect(first, 'a lane has a chain')
  const onChain = await first.port.nonce(first.payerAddress)
  await openLane(db, lane.name, onChain ?? 0)
  // Another worker may sign meanwhile.
  const before = await laneState(db, lane.name)
  const signed = (await chains.signer.memory()).next[first.network.evmChainId] ?? 0
  const state = await laneState(db, lane.name)
  expect(before && state, 'a lane that was opened is there')
  const isWhole = state.count === state.span && (state.last === null || state.last + 1 === state.next)
  const isOurs = (onChain ?? 0) <= state.next && signed <= state.next && signed > (before.lastSigned ?? -1)
  if (isOurs && isWhole) return true
  for (const chain of lane.chains.keys())
    if ((await haltOf(db, chain)) !== 'nonce_ahead') {
      const detail = {
        chain: `${onChain ?? ''}`,
        signer: `${signed}`,
        database: `${state.next}`,
        payments: `${state.count}`,
      }
      await reportIncident(db, { chain, kind: 'nonce_ahead', halts: true, detail, at: clock.now() })
    }
  return false
}

async function runLane(context: PayerContext, lane: Lane): Promise<void> {
  for (const chain of lane.chains.keys()) if (await haltOf(context.db, chain)) return
  const facts = paymentFacts(context, lane)
  await signOpen(context, lane.name, facts)
  for (let count = 0; count < paymentsMax && (await allocateNext(context, lane)); count += 1)
    // If the signer's day is full, the next run reads the caps again.
    if (!(await signOpen(context, lane.name, facts))) break
  await follow(context, lane.name, facts)
}
