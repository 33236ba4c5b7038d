import { fail } from '#kit/failure.ts'

/**
 * Whose work it is. `signed`: somebody who is signed in. `entry`: somebody signing in, or restoring with a right proof. `creation`: a new
 * wallet, which anybody can ask for.
 */
export type Turn = 'signed' | 'entry' | 'creation'

/** For each kind: how much of its work runs at once, and how much may be asked for and not be done. */
export type TurnLimits = Readonly<Record<Turn, { readonly running: number; readonly inside: number }>>

const turns = ['signed', 'entry', 'creation'] as const

/**
 * Lets dear work be done a little at a time. Each kind has a share of its own, so that a crowd of one kind never stands before the others,
 * and what is beyond the bound is refused at once rather than kept waiting.
 */
export function createTurns(limits: TurnLimits) {
  const running = { signed: 0, entry: 0, creation: 0 }
  const inside = { signed: 0, entry: 0, creation: 0 }
  const waiting: Record<Turn, (() => void)[]> = { signed: [], entry: [], creation: [] }

  function next(turn: Turn): void {
    const start = running[turn] < limits[turn].running ? waiting[turn].shift() : undefined
    if (!start) return
    running[turn] += 1
    start()
  }

  return {
    /** Runs work that will take its turns, or refuses before any of it. @throws request.busy when too much of its kind is under way */
    async admit<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
      if (inside[turn] >= limits[turn].inside) fail('request.busy')
      inside[turn] += 1
      try {
        return await work()
      } finally {
        inside[turn] -= 1
      }
    },
    /** Does the dear part when its turn comes. */
    async take<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
      await new Promise<void>((resolve) => {
        waiting[turn].push(resolve)
        next(turn)
      })
      try {
        return await work()
      } finally {
        running[turn] -= 1
        next(turn)
      }
    },
    /** How much is asked for and not done, by kind. */
    inside: (): Readonly<Record<Turn, number>> =>
      Object.fromEntries(turns.map((turn) => [turn, inside[turn]])) as Record<Turn, number>,
  }
}
