import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { DbUnreachable } from '#engine/db-pool.store.ts'
import { type FoundSession, type Nonce, takeNonces } from '#identity/sessions/session.store.ts'
import { expect } from '#kit/expect.ts'
import { Refusal } from '#kit/failure.ts'
import { batched } from '#kit/store/batch.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import type { Implementation, Outcome, SessionCall } from '#kit/wire/implement.api.ts'
import {
  type Claim,
  claimKey,
  type FormerAnswer,
  formerAnswers,
  keepAnswer,
  keepAnswers,
} from '#kit/wire/kept-answer.store.ts'
import { spendNonce } from '../limits/http-guards.ts'

export type Write = {
  readonly implementation: Implementation
  readonly input: unknown
  readonly call: SessionCall
  readonly session: FoundSession
  readonly nonce: Nonce
  /** Undefined if the answer is secret and never stored. */
  readonly claim: Claim | undefined
}
/** Refusal of a request whose nonce is already spent. */
export class RefusedWhole extends Refusal {
  constructor({ key, params }: Refusal) {
    super(key, params)
  }
}

/** After this time each call waits alone, so a slow lock does not block others. */
const lockWaitMs = 100
/** Number of waiting writes at which a parallel group starts. Small parallel groups cost more and compete for locks. */
const groupFill = 16
/** Large enough to share a commit, small enough for short waits. */
const groupMax = 64

/** Nonce, effect and stored answer share one transaction. */
export const writeAlone = ({ implementation, input, call, session, nonce, claim }: Write, db: Db): Promise<unknown> =>
  db.transaction(async (tx) => {
    await spendNonce(tx, session, nonce)
    const kept = claim && (await claimKey(tx, claim))
    if (kept) return kept.data
    const data = await implementation.run(input, { ...call, tx })
    if (claim) await keepAnswer(tx, claim, data)
    return data
  })

/**
 * Runs one statement each for nonces, stored answers, effects and new answers of all writes. A refused write harms no other. If the
 * transaction fails, each write runs alone.
 */
export function createGroups(db: Db): (write: Write) => Promise<unknown> {
  const lanes = availableParallelism()
  const groups = new Map<string, (write: Write) => Promise<() => unknown>>()
  const groupOf = ({ implementation, input }: Write) => {
    const { contract, groupName, oneAtATime } = implementation
    const name = `${contract.path} ${groupName?.(input) ?? ''}`
    const known = groups.get(name)
    if (known) return known
    const apart = ({ session }: Write) => session.walletId
    const made = batched((writes: readonly Write[]) => writeMany(writes, db), {
      lanes: oneAtATime ? 1 : lanes,
      most: groupMax,
      fill: groupFill,
      apart,
    })
    groups.set(name, made)
    return made
  }
  return async (write) => {
    if (!write.implementation.runMany || !write.claim) return writeAlone(write, db)
    const answer = await groupOf(write)(write)
    return answer()
  }
}

const answered = (outcome: Outcome<unknown>) => () => {
  if ('refusal' in outcome) throw new RefusedWhole(outcome.refusal)
  return outcome.answer
}

async function writeMany(writes: readonly Write[], db: Db): Promise<(() => unknown)[] | Promise<() => unknown>[]> {
  try {
    const outcomes = await db.transaction((tx) => writeIn(tx, writes), { lockMs: lockWaitMs })
    return outcomes.map(answered)
  } catch (error) {
    if (error instanceof DbUnreachable) throw error
  }
  // The rollback also undid code verdicts.
  for (const { call } of writes) if (call.givenCode) call.givenCode.verdict = undefined
  const alone = writes.map(async (write) => {
    const data = await writeAlone(write, db)
    return () => data
  })
  // Lets most writes finish before the next group, without waiting for slow locks.
  await Promise.race([Promise.allSettled(alone), wait(lockWaitMs)])
  return alone
}

async function writeIn(tx: Tx, writes: readonly Write[]): Promise<Outcome<unknown>[]> {
  const claims = writes.map(({ claim }) => claim as Claim)
  const spent = writes.map(({ session, nonce }) => ({ sessionId: session.id, nonce }))
  const [areNew, former] = await Promise.all([takeNonces(tx, spent), formerAnswers(tx, claims)])
  const outcomes: (Outcome<unknown> | undefined)[] = writes.map((_, place) =>
    areNew[place] ? keptOutcome(claims[place] as Claim, former[place]) : refused('request.replayed'),
  )
  const places = writes.flatMap((_, place) => (outcomes[place] ? [] : [place]))
  const calls = places.map((place) => writes[place] as Write)
  const runMany = calls[0]?.implementation.runMany
  if (!runMany) return outcomes as Outcome<unknown>[]
  const made = await runMany(
    calls.map(({ input, call }) => ({ input, call: { ...call, tx } })),
    tx,
  )
  expect(made.length === places.length, 'every call has an outcome')
  for (const [nth, place] of places.entries()) outcomes[place] = made[nth]
  const isAnswered = (place: number) => 'answer' in (outcomes[place] as Outcome<unknown>)
  await keepAnswers(
    tx,
    places.filter(isAnswered).map((place) => {
      const { answer: data } = outcomes[place] as { answer: unknown }
      return { claim: claims[place] as Claim, data }
    }),
  )
  // Another process may meanwhile have completed a write that failed here.
  const doubtful = places.filter((place) => !isAnswered(place))
  const later = await formerAnswers(
    tx,
    doubtful.map((place) => claims[place] as Claim),
  )
  for (const [nth, place] of doubtful.entries())
    outcomes[place] = keptOutcome(claims[place] as Claim, later[nth]) ?? outcomes[place]
  return outcomes as Outcome<unknown>[]
}

function keptOutcome({ fingerprint }: Claim, kept: FormerAnswer | undefined): Outcome<unknown> | undefined {
  if (!kept) return undefined
  return kept.fingerprint === fingerprint ? { answer: kept.data } : refused('request.key_conflict')
}

function refused(key: 'request.replayed' | 'request.key_conflict'): Outcome<unknown> {
  return { refusal: new Refusal(key, {}) }
}
