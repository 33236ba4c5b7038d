import { LRUCache } from 'lru-cache'
import { createRateLimiter } from './rate-limit.ts'

/** Unknown callers admitted per event-loop turn. Bounds the delay of signed-in calls. */
const perTurn = 2
/** Maximum queued unknown callers, one to two seconds of work. Further callers must retry. */
const waitingMax = 4_000
/** Maximum known callers. An evicted one queues once. */
const regularsMax = 50_000
/** Rate at which known callers enter immediately, enough for normal screens. Beyond it, they queue. */
const ownPace = { burst: 40, perSecond: 20 }

/** Known signed-in callers enter immediately. Others enter in order, a few at a time, so a burst cannot block known users. */
export function createAdmissionControl() {
  const waiting: (() => void)[] = []
  const known = new LRUCache<string, true>({ max: regularsMax })
  const passes = createRateLimiter(ownPace)
  let turning = false

  function turn(): void {
    // Separate callbacks let each request's follow-up work run before the next request enters.
    for (const goOn of waiting.splice(0, perTurn)) setImmediate(goOn)
    turning = waiting.length > 0
    if (turning) setImmediate(turn)
  }

  return {
    note(caller: string): void {
      known.set(caller, true)
    },
    /** Runs a request now or later. @returns false if the queue is full */
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
export type AdmissionControl = ReturnType<typeof createAdmissionControl>
