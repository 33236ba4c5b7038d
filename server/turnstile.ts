import { createBuckets } from './rate-limit.ts'

/** Strangers let in between two looks at what else there is to do: a signed-in call waits for these few and no more at each of its steps. */
const perTurn = 2
/** Strangers that may wait, a second or two of them; further ones are told to come again. */
const waitingMax = 4_000
/** Signed-in callers remembered at once; those longest silent are forgotten first, and queue once like strangers. */
const regularsMax = 50_000
/** What a person's screens ask at once. A session that asks for more queues like strangers do. */
const ownPace = { burst: 40, perSecond: 20 }

/**
 * The way in for requests, before anything is done for them. Whoever was seen to be signed in goes in at once; of all others a few at a
 * time, in the order they came, so that a burst of thousands cannot keep the process from those it knows.
 */
export function createTurnstile() {
  const waiting: (() => void)[] = []
  const known = new Set<string>()
  const passes = createBuckets(ownPace)
  let turning = false

  function turn(): void {
    // Each on its own, so that what it leaves to be done next is done before another comes in.
    for (const goOn of waiting.splice(0, perTurn)) setImmediate(goOn)
    turning = waiting.length > 0
    if (turning) setImmediate(turn)
  }

  return {
    /** Notes that a caller was found to be signed in. */
    note(caller: string): void {
      known.delete(caller)
      known.add(caller)
      const oldest = known.size > regularsMax ? known.values().next().value : undefined
      if (oldest !== undefined) known.delete(oldest)
    },
    /** Lets a request go on: now, or when its turn comes. @returns false when too many wait already */
    enter(caller: string | undefined, wall: Date, goOn: () => void): boolean {
      const isRegular = caller !== undefined && known.has(caller) && passes.take(caller, wall) === 0
      if (isRegular) goOn()
      else if (waiting.length >= waitingMax) return false
      else {
        waiting.push(goOn)
        if (!turning) setImmediate(turn)
        turning = true
      }
      return true
    },
  }
}
export type Turnstile = ReturnType<typeof createTurnstile>
