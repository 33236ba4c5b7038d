import type { Db } from '#kit/db.ts'
import { leaseOwners, releaseLeases, takeLeases } from './lease.store.ts'
import { type Job, type RunOptions, runJobs } from './run-jobs.ts'
import { realTime } from './run-time.ts'

/** Jobs that wait for one another. Loops do not: what stands still in one holds up no other. */
export type Loop = {
  /** The same in every worker: one of them runs it at a time. */
  readonly name: string
  /** Made anew each time a worker gets the loop: what they remember may have passed while another had it. */
  readonly jobs: () => readonly Job[]
  /** Every process runs it at once, without a lease: its pieces lock in the database what they do. */
  readonly isShared?: true
}

export type LoopOptions = Omit<RunOptions, 'signal'> & {
  readonly db: Db
  /** The worker, named so that no other has the name. */
  readonly owner: string
  readonly signal: AbortSignal
  /** Whether a worker is known to be gone, so that nobody need wait until its leases run out. */
  readonly isGone?: (owner: string) => boolean
  /** How long a loop is a worker's without a word of it, and how often it renews and looks for what is free. */
  readonly heldMs?: number
  readonly renewMs?: number
}

/** Ten seconds and one turn: a worker that is gone is replaced within 15 s, and a pause of a few seconds costs nobody a loop. */
const [heldFor, renewEvery, lookEvery] = [10_000, 3_000, 100]

/** A loop of this worker: its jobs run while the lease lasts, which is for ever where it needs none. */
type Kept = { readonly loop: Loop; running: { lose: () => void; ended: Promise<void>; until: number } | undefined }

export type Loops = {
  /** Adds loops, of a chain that was connected late. */
  add(loops: readonly Loop[]): void
  /** Ends when the signal has ended every loop, and has given them up. */
  readonly ended: Promise<void>
}

/**
 * Runs loops beside each other, those that no other worker holds. What it holds it renews; when it could not in time, it lets go before
 * anybody else may take it: a run under way is left, and writes nothing any more. Two runs of one loop could meet only where a process
 * stood still for seconds, and every write of a job is harmless then.
 */
export function runLoops(loops: readonly Loop[], options: LoopOptions): Loops {
  const { db, owner, signal, onError, isGone = () => false, heldMs = heldFor, renewMs = renewEvery } = options
  const { time = realTime } = options
  const kept: Kept[] = []
  let dueAt = 0

  const add: Loops['add'] = (more) => {
    for (const loop of more) {
      const one = { loop, running: undefined }
      kept.push(one)
      if (loop.isShared && !signal.aborted) begin(one, Number.POSITIVE_INFINITY)
    }
    dueAt = 0
  }

  function begin(one: Kept, until: number): void {
    const losing = new AbortController()
    const lose = (): void => losing.abort(new Error(`the loop '${one.loop.name}' is this worker's no longer`))
    signal.addEventListener('abort', lose, { once: true })
    const ended = runJobs(one.loop.jobs(), { ...options, signal: losing.signal }).finally(() => {
      signal.removeEventListener('abort', lose)
      one.running = undefined
    })
    one.running = { lose, ended, until }
  }

  async function renew(): Promise<void> {
    const until = time.now() + heldMs
    const leased = kept.filter(({ loop }) => !loop.isShared)
    if (leased.length === 0) return
    const names = leased.map(({ loop }) => loop.name)
    const mine = await takeLeases(db, owner, names, heldMs, time.leaseMoment?.())
    for (const one of leased) {
      if (!mine.has(one.loop.name)) one.running?.lose()
      else if (one.running) one.running.until = until
      else if (!signal.aborted) begin(one, until)
    }
    if (names.every((name) => mine.has(name))) return
    for (const other of await leaseOwners(db))
      if (isGone(other)) {
        await releaseLeases(db, other)
        dueAt = 0
      }
  }

  /** Lets go of what was not renewed in time, a moment before it is anybody's. */
  function letGo(): void {
    for (const { running } of kept) if (running && time.now() > running.until - heldMs / 10) running.lose()
  }

  async function keep(): Promise<void> {
    let asking: Promise<void> | undefined
    while (!signal.aborted) {
      letGo()
      if (!asking && time.now() >= dueAt) {
        dueAt = time.now() + renewMs
        asking = renew()
          .catch((error) => onError('keep the leases', error))
          .finally(() => {
            asking = undefined
          })
      }
      await time.wait(Math.min(lookEvery, renewMs), signal)
    }
    await Promise.all(kept.map(({ running }) => running?.ended))
    await asking
    await releaseLeases(db, owner)
  }

  add(loops)
  return { add, ended: keep() }
}
