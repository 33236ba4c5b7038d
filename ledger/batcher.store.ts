import type { Db } from '#kit/db.ts'
import { sqlState } from '#kit/db-pool.store.ts'
import { type Decision, openAccounts, sendBatch, WrongHolder } from './batch.store.ts'
import { postingsMax } from './check-entry.ts'
import type { Entry } from './entry.ts'

/** How often an entry is tried when the database asks to try again. */
const triesMax = 6
/**
 * Serialization failure, deadlock, the same key in two batches at once, a server that shuts down, and (without a state) a connection
 * that broke. A batch that may have been written is sent again all the same: what was written answers 'replayed'.
 */
const retryable = new Set(['40001', '40P01', '23505', '57P01', '57P02', ''])

type Waiting = {
  readonly entry: Entry
  readonly answer: (decision: Decision) => void
  readonly fail: (error: unknown) => void
  tries: number
}

/**
 * Groups entries without making any of them wait: a free lane takes whatever has queued while it was busy, so an entry alone
 * leaves at once and batches grow with the load by themselves.
 * @param lanes how many batches may be under way: 1 for the embedded database, the cores of a server.
 * @param most the most entries of one batch. More than what waits for a lane puts client and server in lock step.
 */
export function batcher(db: Db, lanes: number, most = 128): (entry: Entry) => Promise<Decision> {
  let queue: Waiting[] = []
  let busy = 0

  /** The next batch: the first of each key; a second one waits for the batch after. */
  const take = () => {
    const batch: Waiting[] = []
    const later: Waiting[] = []
    const keys = new Set<string>()
    let postings = 0
    for (const [place, waiting] of queue.entries()) {
      const { key, postings: own } = waiting.entry
      if (batch.length === most || (batch.length && postings + own.length > postingsMax)) {
        later.push(...queue.slice(place))
        break
      }
      if (keys.has(key)) later.push(waiting)
      else {
        keys.add(key)
        batch.push(waiting)
        postings += own.length
      }
    }
    queue = later
    return batch
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
    const wrong = error instanceof WrongHolder
    if (!wrong && retryable.has(sqlState(error)) && batch.every((waiting) => waiting.tries < triesMax)) {
      for (const waiting of batch) waiting.tries += 1
      queue.unshift(...batch)
    } else if (batch.length > 1 && (wrong || sqlState(error)))
      // One entry has something that is refused: the others are not to suffer for it.
      for (const waiting of batch) await send([waiting])
    else for (const waiting of batch) waiting.fail(error)
  }

  const run = async () => {
    while (queue.length) await send(take())
    busy -= 1
  }

  return (entry) =>
    new Promise((answer, fail) => {
      queue.push({ entry, answer, fail, tries: 0 })
      if (busy === lanes) return
      busy += 1
      // Entries submitted in the same breath leave together.
      queueMicrotask(() => void run())
    })
}
