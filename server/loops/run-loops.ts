import type { Db } from '#kit/store/db.ts'
import { leaseOwners, releaseLeases, takeLeases } from './lease.store.ts'
import { type Job, type RunOptions, runJobs } from './run-jobs.ts'
import { realTime } from './run-time.ts'

/** A group of sequential jobs. A blocked loop does not affect others. */
export type Loop = {
  /** Same name in all workers. One worker at a time runs the loop. */
  readonly name: string
  /** Recreated for each lease, because cached state may be stale. */
  readonly jobs: () => readonly Job[]
  /** Runs in every process without a lease. Its work uses database locks. */
  readonly isShared?: true
}

export type LoopOptions = Omit<RunOptions, 'signal'> & {
  readonly db: Db
  readonly owner: string
  readonly signal: AbortSignal
  /** Whether a worker is dead, so its leases can be taken immediately. */
  readonly isGone?: (owner: string) => boolean
  readonly heldMs?: number
  readonly renewMs?: number
  readonly onHeld?: (loop: string, isHeld: boolean) => void
}

/** With these milliseconds, a dead worker is replaced within 15 s. A worker that pauses briefly keeps its leases. */
const [heldFor, renewEvery, lookEvery] = [10_000, 3_000, 100]

type Kept = { readonly loop: Loop; running: { lose: () => void; ended: Promise<void>; until: number } | undefined }

export type Loops = {
  add(loops: readonly Loop[]): void
  readonly ended: Promise<void>
}

/**
 * Runs loops in parallel under leases. If renewal is late, stops a loop before another worker can take its lease. The abandoned run then
 * writes nothing. Runs overlap only if a process freezes for seconds. Even then job writes are safe.
 */
export function runLoops(loops: readonly Loop[], options: LoopOptions): Loops {
  const { db, owner, signal, onError, isGone = () => false, heldMs = heldFor, renewMs = renewEvery } = options
  const { time = realTime, onHeld = () => {} } = options
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
    onHeld(one.loop.name, true)
    const ended = runJobs(one.loop.jobs(), { ...options, signal: losing.signal }).finally(() => {
      signal.removeEventListener('abort', lose)
      one.running = undefined
      onHeld(one.loop.name, false)
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

  /** Stops loops with unrenewed leases shortly before expiry. */
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
