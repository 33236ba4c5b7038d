import { fail, Refusal } from '#kit/failure.ts'

/**
 * Whose work it is. `signed`: somebody who is signed in. `known`: somebody signing in on a device that did so before. `restore`: somebody
 * who has shown the key of a wallet. `entry`: anybody else signing in. `creation`: a new wallet, which anybody can ask for.
 */
export type Turn = 'signed' | 'known' | 'restore' | 'entry' | 'creation'

/** How much of a kind runs at once, how much may be asked for and not be done, and how much of that by one network. */
export type Share = { readonly running: number; readonly inside: number; readonly ofNetwork?: number }
export type TurnLimits = Readonly<Record<Turn, Share>> & {
  /** How much runs at once of all kinds but `signed`. */
  readonly guests: number
}

const turns = ['signed', 'known', 'restore', 'entry', 'creation'] as const
const perTurn = <Value>(make: () => Value): Record<Turn, Value> =>
  Object.fromEntries(turns.map((turn) => [turn, make()])) as Record<Turn, Value>

/** Who asks. A ghost waits like all others and is waited for by nobody. */
export type Asker = { readonly network?: string | undefined; readonly isGhost?: boolean }

/** Work that waits for its turn. */
type Waiting = { start(): void; refuse(): void; readonly isGhost: boolean }

/** Work that waits, by network. The network that comes next is the first. */
function createLine() {
  const line = new Map<string, Waiting[]>()
  const placesOf = (queue: readonly Waiting[] = []) => queue.filter(({ isGhost }) => !isGhost).length
  return {
    add(network: string, one: Waiting): void {
      const queue = line.get(network)
      if (queue) queue.push(one)
      else line.set(network, [one])
    },
    /** Takes out who comes next. A network that has more to wait for goes to the end of the line. */
    next(): Waiting | undefined {
      const [first] = line
      if (!first) return undefined
      const [network, queue] = first
      const one = queue.shift()
      line.delete(network)
      if (queue.length > 0) line.set(network, queue)
      return one
    },
    /** Refuses the newest work of the network with the most, if that has two more than this one. @returns whether it did */
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
 * Lets dear work be done a little at a time. Each kind has a share of its own, so that a crowd of one kind never stands before the others,
 * and what is beyond the bound is refused at once rather than kept waiting. Within a kind networks take turns, and a full share gives the
 * newest place of the network with the most to a network that has fewer: nobody waits longer than one work of each network takes.
 */
export function createTurns(limits: TurnLimits) {
  const [running, inside] = [perTurn(() => 0), perTurn(() => 0)]
  const waiting = perTurn(createLine)
  const ofNetwork = new Map<string, number>()
  /** Whoever was served last comes last. */
  let order: readonly Turn[] = turns

  const guests = (): number => turns.reduce((sum, turn) => sum + (turn === 'signed' ? 0 : running[turn]), 0)
  const isFree = (turn: Turn): boolean =>
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

  /** Counts who is inside of a network. @returns what takes it off again */
  function takePlace(turn: Turn, network: string | undefined): () => void {
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
    /** Runs work that will take its turns, or refuses before any of it. @throws request.busy when too much of its kind is under way */
    async admit<T>(turn: Turn, work: () => Promise<T>, { network, isGhost = false }: Asker = {}): Promise<T> {
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
    /** Does the dear part when its turn comes. A ghost's part must not be dear: it runs beside the next one's. */
    async take<T>(turn: Turn, work: () => Promise<T>, { network = '', isGhost = false }: Asker = {}): Promise<T> {
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
    /** How much is asked for and not done, by kind. */
    inside: (): Readonly<Record<Turn, number>> => ({ ...inside }),
  }
}
