import { setTimeout as wait } from 'node:timers/promises'
import { DbUnreachable, sqlState } from '#engine/db-pool.store.ts'
import type { Db } from '#kit/db.ts'
import { type Decision, openAccounts, sendBatch, WrongHolder } from './batch.store.ts'
import { postingsMax } from './check-entry.ts'
import type { Entry } from './entry.ts'
import { laneOf } from './lane.ts'

/** How often an entry is tried when the database asks to try again. */
const triesMax = 6
/** Serialization failure, deadlock, the same key in two batches at once. */
const retryable = new Set(['40001', '40P01', '23505'])
/**
 * Pauses before the tries that follow one in which nobody answered: six seconds in all, so that a standby that takes over at once finds
 * them waiting. A batch that may have been written is sent again all the same: what was written answers 'replayed'.
 */
const pausesMs = [100, 200, 400, 800, 1_500, 3_000]

/** What to do about an error: wait for a server, try again, look for the entry that has it, or give up. */
function kindOf(error: unknown): 'away' | 'again' | 'entry' | 'bug' {
  if (error instanceof DbUnreachable) return 'away'
  if (error instanceof WrongHolder) return 'entry'
  const state = sqlState(error)
  return retryable.has(state) ? 'again' : state ? 'entry' : 'bug'
}

/** Takes an entry into the next batch. One of the two is called, once. */
export type Decide = (entry: Entry, answer: (decision: Decision) => void, fail: (error: unknown) => void) => void

type Waiting = {
  readonly entry: Entry
  readonly answer: (decision: Decision) => void
  readonly fail: (error: unknown) => void
  tries: number
  /** How many batches it was left out of, because of what others had under way. */
  passed: number
}

/** Entries that leave together, and the owners of the accounts they move. Without owners where batches need not be kept apart. */
type Batch = { readonly batch: Waiting[]; readonly owners: ReadonlySet<string> }

/** How many batches an entry lets go before it, at most. */
const passedMax = 3

/** Whether a key leads to the lane of the entry that a batch begins with. */
const sameLane = (key: string, first: Waiting | undefined) => !first || laneOf(key) === laneOf(first.entry.key)

/**
 * Groups entries without making any of them wait: a free lane takes whatever has queued while it was busy, so an entry alone
 * leaves at once and batches grow with the load by themselves. Two lanes that move the same account would wait for each other inside
 * the database, so an entry that would meet a batch under way is left for the next one, and with it what comes later and
 * moves its accounts; unless that is most of what waits, as it is when everybody pays one account.
 * @param lanes how many batches may be under way.
 * @param most the most entries of one batch. More than what waits for a lane puts client and server in lock step.
 */
export function batcher(db: Db, lanes: number, most = 128): Decide {
  let queue: Waiting[] = []
  let busy = 0
  /** Whose accounts the batches under way move, of each batch. */
  const underWay = new Set<ReadonlySet<string>>()
  const keepsApart = lanes > 1 && most > 1

  /** The next batch, of one lane: the first of each key; a second one waits for the batch after. */
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
    const tries = Math.max(...batch.map((waiting) => waiting.tries))
    if ((kind === 'away' || kind === 'again') && tries < triesMax) {
      for (const waiting of batch) waiting.tries += 1
      if (kind === 'away') await wait(pausesMs[tries])
      queue.unshift(...batch)
    } else if (batch.length > 1 && (kind === 'again' || kind === 'entry'))
      // One entry has something that is refused: the others are not to suffer for it.
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
    queue.push({ entry, answer, fail, tries: 0, passed: 0 })
    if (busy === lanes) return
    busy += 1
    // Entries submitted in the same breath leave together.
    queueMicrotask(() => void run())
  }
}
