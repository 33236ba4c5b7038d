import { fail, Refusal } from '#kit/failure.ts'

/**
 * `signed`: signed in. `known`: sign-in on a known device. `restore`: proved a wallet's key. `entry`: other sign-ins. `creation`: new
 * wallets.
 */
export type CallKind = 'signed' | 'known' | 'restore' | 'entry' | 'creation'

/** Limits of running work, of admitted work, and of admitted work per network. */
export type Share = { readonly running: number; readonly inside: number; readonly ofNetwork?: number }
export type SemaphoreLimits = Readonly<Record<CallKind, Share>> & {
  readonly guests: number
}

const turns = ['signed', 'known', 'restore', 'entry', 'creation'] as const
const perTurn = <Value>(make: () => Value): Record<CallKind, Value> =>
  Object.fromEntries(turns.map((turn) => [turn, make()])) as Record<CallKind, Value>

/** A ghost, an attempt on an unknown wallet, waits in the queue but blocks no one. */
export type Asker = { readonly network?: string | undefined; readonly isGhost?: boolean }

type Waiting = { start(): void; refuse(): void; readonly isGhost: boolean }

function createLine() {
  const line = new Map<string, Waiting[]>()
  const placesOf = (queue: readonly Waiting[] = []) => queue.filter(({ isGhost }) => !isGhost).length
  return {
    add(network: string, one: Waiting): void {
      const queue = line.get(network)
      if (queue) queue.push(one)
      else line.set(network, [one])
    },
    next(): Waiting | undefined {
      const [first] = line
      if (!first) return undefined
      const [network, queue] = first
      const one = queue.shift()
      line.delete(network)
      if (queue.length > 0) line.set(network, queue)
      return one
    },
    /**
     * Evicts the newest job of the busiest network if that network has at least two more jobs than this one. @returns whether a job was
     * evicted
     */
    displace(network: string): boolean {
      const [most] = [...line.values()].toSorted((one, other) => placesOf(other) - placesOf(one))
      if (!most || placesOf(most) < placesOf(line.get(network)) + 2) return false
      const last = most.findLastIndex(({ isGhost }) => !isGhost)
      most.splice(last, 1)[0]?.refuse()
      return true
    },
  }
}

/**
 * Admission control for expensive work. Each kind has its share, and excess is refused immediately. Within a kind, networks take turns. A
 * full share evicts the newest job of the busiest network, so a job waits for at most one job of each network.
 */
export function createSemaphore(limits: SemaphoreLimits) {
  const [running, inside] = [perTurn(() => 0), perTurn(() => 0)]
  const waiting = perTurn(createLine)
  const ofNetwork = new Map<string, number>()
  let order: readonly CallKind[] = turns

  const guests = (): number => turns.reduce((sum, turn) => sum + (turn === 'signed' ? 0 : running[turn]), 0)
  const isFree = (turn: CallKind): boolean =>
    running[turn] < limits[turn].running && (turn === 'signed' || guests() < limits.guests)

  function next(): void {
    for (const turn of order)
      while (isFree(turn)) {
        const one = waiting[turn].next()
        if (!one) break
        if (!one.isGhost) {
          running[turn] += 1
          order = [...order.filter((each) => each !== turn), turn]
        }
        one.start()
      }
  }

  /** @returns a function that releases the place */
  function takePlace(turn: CallKind, network: string | undefined): () => void {
    const most = limits[turn].ofNetwork
    if (network === undefined || most === undefined) return () => {}
    const key = `${turn} ${network}`
    const places = ofNetwork.get(key) ?? 0
    if (places >= most) fail('request.busy')
    ofNetwork.set(key, places + 1)
    return () => {
      const left = (ofNetwork.get(key) ?? 1) - 1
      if (left > 0) ofNetwork.set(key, left)
      else ofNetwork.delete(key)
    }
  }

  return {
    /** Refuses before any work starts. @throws request.busy if too much of its kind is admitted */
    async admit<T>(turn: CallKind, work: () => Promise<T>, { network, isGhost = false }: Asker = {}): Promise<T> {
      const leave = takePlace(turn, network)
      if (inside[turn] >= limits[turn].inside && !waiting[turn].displace(network ?? '')) {
        leave()
        fail('request.busy')
      }
      if (!isGhost) inside[turn] += 1
      try {
        return await work()
      } finally {
        if (!isGhost) inside[turn] -= 1
        leave()
      }
    },
    /** Runs the expensive part. A ghost's part must be cheap, as it runs in parallel. */
    async take<T>(turn: CallKind, work: () => Promise<T>, { network = '', isGhost = false }: Asker = {}): Promise<T> {
      await new Promise<void>((start, reject) => {
        waiting[turn].add(network, { start, refuse: () => reject(new Refusal('request.busy', {})), isGhost })
        next()
      })
      try {
        return await work()
      } finally {
        if (!isGhost) running[turn] -= 1
        next()
      }
    },
    inside: (): Readonly<Record<CallKind, number>> => ({ ...inside }),
  }
}
