import { LRUCache } from 'lru-cache'
import { fail } from '#kit/failure.ts'

/** Milliseconds of work: burst, and refill per second. */
export type Work = { readonly burstMs: number; readonly perSecondMs: number }
export type WorkLimits = {
  readonly address: Work
  readonly route: Work
}
/** A twentieth of a core per address, and half a core in total, on each route. */
export const workLimits: WorkLimits = {
  address: { burstMs: 2_000, perSecondMs: 50 },
  route: { burstMs: 5_000, perSecondMs: 500 },
}

const bucketsMax = 50_000
/** Minimum cost, so many cheap answers also count. */
const leastMs = 1

function createWork({ burstMs, perSecondMs }: Work, times: number, nowMs: () => number) {
  const buckets = new LRUCache<string, { left: number; at: number }>({ max: bucketsMax })
  const leftOf = (name: string): number => {
    const kept = buckets.get(name)
    if (!kept) return burstMs * times
    return Math.min(burstMs * times, kept.left + ((nowMs() - kept.at) / 1_000) * perSecondMs * times)
  }
  return {
    waitOf: (name: string): number => Math.max(0, Math.ceil((leastMs - leftOf(name)) / (perSecondMs * times))),
    spend(name: string, ms: number): void {
      buckets.set(name, { left: leftOf(name) - ms, at: nowMs() })
    },
  }
}

/**
 * Cost limit for uncached public reads. Counts calls regardless of input, so varied inputs gain nothing. Charges the recent average in
 * advance and the difference afterwards. @param times multiplier of the limits
 */
export function createWorkBudget(limits: WorkLimits, times = 1, nowMs: () => number = () => performance.now()) {
  const [addresses, routes] = [createWork(limits.address, times, nowMs), createWork(limits.route, times, nowMs)]
  const usual = new Map<string, number>()
  return {
    /** Charges the usual cost. @returns a function that corrects it to the actual cost @throws request.too_often, request.busy */
    begin(route: string, address: string): (ms: number) => void {
      const own = `${route} ${address}`
      const seconds = addresses.waitOf(own)
      if (seconds > 0) fail('request.too_often', { seconds: `${seconds}` })
      if (routes.waitOf(route) > 0) fail('request.busy')
      const expected = Math.max(leastMs, usual.get(route) ?? leastMs)
      const spend = (ms: number): void => {
        addresses.spend(own, ms)
        routes.spend(route, ms)
      }
      spend(expected)
      return (ms) => {
        const cost = Math.max(leastMs, ms)
        usual.set(route, expected + (cost - expected) / 8)
        spend(cost - expected)
      }
    },
  }
}
export type WorkBudget = ReturnType<typeof createWorkBudget>
