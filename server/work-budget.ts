import { fail } from '#kit/failure.ts'

/** Milliseconds of work: so many at once, and so many a second. */
export type Work = { readonly burstMs: number; readonly perSecondMs: number }
export type WorkLimits = {
  /** What answers to one address may cost on one call. */
  readonly address: Work
  /** What answers to everybody may cost on one call. */
  readonly route: Work
}
/** A twentieth of a core for an address, half of one for all together. */
export const workLimits: WorkLimits = {
  address: { burstMs: 2_000, perSecondMs: 50 },
  route: { burstMs: 5_000, perSecondMs: 500 },
}

/** Buckets remembered at once; the ones longest silent are forgotten first. */
const bucketsMax = 50_000
/** An answer costs no less than this, so that many cheap ones count too. */
const leastMs = 1

function createWork({ burstMs, perSecondMs }: Work, times: number, nowMs: () => number) {
  const buckets = new Map<string, { left: number; at: number }>()
  const leftOf = (name: string): number => {
    const kept = buckets.get(name)
    if (!kept) return burstMs * times
    return Math.min(burstMs * times, kept.left + ((nowMs() - kept.at) / 1_000) * perSecondMs * times)
  }
  return {
    /** @returns 0, or the seconds until there is room again */
    waitOf: (name: string): number => Math.max(0, Math.ceil((leastMs - leftOf(name)) / (perSecondMs * times))),
    spend(name: string, ms: number): void {
      const left = leftOf(name) - ms
      buckets.delete(name)
      buckets.set(name, { left, at: nowMs() })
      const oldest = buckets.size > bucketsMax ? buckets.keys().next().value : undefined
      if (oldest !== undefined) buckets.delete(oldest)
    },
  }
}

/**
 * What open reads may cost that are not answered from memory. It is counted for the call, whatever its input: asking a little differently each
 * time gives nobody another share. An answer is charged what answers of its call took lately before it is made, and the difference after.
 * @param times how often the limits are taken
 */
export function createWorkBudget(limits: WorkLimits, times = 1, nowMs: () => number = () => performance.now()) {
  const [addresses, routes] = [createWork(limits.address, times, nowMs), createWork(limits.route, times, nowMs)]
  const usual = new Map<string, number>()
  return {
    /** Charges the usual cost. @returns charges what it cost in fact @throws request.too_often, request.busy */
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
