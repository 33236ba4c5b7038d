import { setTimeout as wait } from 'node:timers/promises'
import { DbUnreachable } from '#engine/db-pool.store.ts'
import { sqlState } from '#engine/sql-state.server.ts'
import { lostTransaction } from '#engine/transaction-retry.server.ts'
import type { Db } from '#kit/store/db.ts'
import { type Decision, openAccounts, sendBatch, WrongHolder } from './batch.store.ts'
import { postingsMax } from './check-entry.ts'
import type { Entry } from './entry.ts'
import { laneOf } from './lane.ts'

const attemptsMax = 6
/** SQLSTATEs: lost transactions, and the same key in two concurrent batches. */
const retryable = new Set([...lostTransaction, '23505'])
/**
 * Delays between retries while the database is unreachable: six seconds in total, enough for a failover. Resending is safe, because a
 * written entry returns 'replayed'.
 */
const pausesMs = [100, 200, 400, 800, 1_500, 3_000]

function kindOf(error: unknown): 'away' | 'again' | 'entry' | 'bug' {
  if (error instanceof DbUnreachable) return 'away'
  if (error instanceof WrongHolder) return 'entry'
  const state = sqlState(error)
  return retryable.has(state) ? 'again' : state ? 'entry' : 'bug'
}

/** Exactly one callback runs, once. */
export type Decide = (entry: Entry, answer: (decision: Decision) => void, fail: (error: unknown) => void) => void

type Waiting = {
  readonly entry: Entry
  readonly answer: (decision: Decision) => void
  readonly fail: (error: unknown) => void
  attempts: number
  passed: number
}

/** `owners` is empty if batches may overlap. */
type Batch = { readonly batch: Waiting[]; readonly owners: ReadonlySet<string> }

const passedMax = 3

const sameLane = (key: string, first: Waiting | undefined) => !first || laneOf(key) === laneOf(first.entry.key)

/**
 * Batches entries without added delay: a free lane takes what queued while it was busy. Lanes that move the same account would block each
 * other. So an entry that conflicts with a running batch waits, and later entries of its accounts wait too, unless most of the queue
 * conflicts. @param lanes maximum concurrent batches. @param most maximum batch size; a size above a lane's queue puts client and server in
 * lockstep.
 */
export function batcher(db: Db, lanes: number, most = 128): Decide {
  let queue: Waiting[] = []
  let busy = 0
  const underWay = new Set<ReadonlySet<string>>()
  const keepsApart = lanes > 1 && most > 1

  /** Takes entries of one lane, and only the first of each key. */
  const take = (apart: boolean): Batch => {
    const batch: Waiting[] = []
    const owners = new Set<string>()
    const later: Waiting[] = []
    const keys = new Set<string>()
    const left = new Set<string>()
    const meets = (owner: string) => {
      if (left.has(owner)) return true
      for (const others of underWay) if (others.has(owner)) return true
      return false
    }
    let postings = 0
    let place = 0
    for (; place < queue.length; place += 1) {
      const waiting = queue[place] as Waiting
      const { key, postings: own } = waiting.entry
      if (batch.length === most || (batch.length && postings + own.length > postingsMax)) break
      if (apart && waiting.passed < passedMax && own.some(({ from, to }) => meets(from.owner) || meets(to.owner))) {
        for (const { from, to } of own) left.add(from.owner).add(to.owner)
        later.push(waiting)
      } else if (keys.has(key) || !sameLane(key, batch[0])) later.push(waiting)
      else {
        keys.add(key)
        batch.push(waiting)
        postings += own.length
        if (keepsApart) for (const { from, to } of own) owners.add(from.owner).add(to.owner)
      }
    }
    if (left.size > 0 && later.length > batch.length) return take(false)
    if (left.size > 0) for (const waiting of later) waiting.passed += 1
    queue = later.concat(queue.slice(place))
    return { batch, owners }
  }

  const send = async (batch: Waiting[]) => {
    const entries = batch.map(({ entry }) => entry)
    try {
      const sides = await openAccounts(db, entries)
      const decisions = await sendBatch(db, entries, sides)
      for (const [place, waiting] of batch.entries()) waiting.answer(decisions[place] as Decision)
    } catch (error) {
      await recover(batch, error)
    }
  }

  const recover = async (batch: Waiting[], error: unknown) => {
    const kind = kindOf(error)
    const attempts = Math.max(...batch.map((waiting) => waiting.attempts))
    if ((kind === 'away' || kind === 'again') && attempts < attemptsMax) {
      for (const waiting of batch) waiting.attempts += 1
      if (kind === 'away') await wait(pausesMs[attempts])
      queue.unshift(...batch)
    } else if (batch.length > 1 && (kind === 'again' || kind === 'entry'))
      // Send the entries one by one, because one is faulty.
      for (const waiting of batch) await send([waiting])
    else for (const waiting of batch) waiting.fail(error)
  }

  const run = async () => {
    while (queue.length) {
      const { batch, owners } = take(keepsApart && underWay.size > 0)
      underWay.add(owners)
      await send(batch)
      underWay.delete(owners)
    }
    busy -= 1
  }

  return (entry, answer, fail) => {
    queue.push({ entry, answer, fail, attempts: 0, passed: 0 })
    if (busy === lanes) return
    busy += 1
    // Entries of the same tick form one batch.
    queueMicrotask(() => void run())
  }
}
