import { LRUCache } from 'lru-cache'
import { type WorkLimits, workLimits } from './work-budget.ts'

export type Limit = { readonly burst: number; readonly perSecond: number }
export type Limits = {
  readonly address: Limit
  readonly session: Limit
  /** Multiplier for counted calls (identity/captcha/call-count.store.ts). Default 1. */
  readonly times?: number
  /** Writes per wallet across sessions, to bound its storage growth. Unlimited if absent. */
  readonly writes?: Limit
  /** Separate limit for writes that move or protect coins. Other writes cannot exhaust it. */
  readonly guarding?: Limit
  readonly work?: WorkLimits
  readonly streams?: number
}

/** Maximum writes on the first day. Later days allow fewer. */
export const writesOfDay = ({ burst, perSecond }: Limit): number => burst + perSecond * 86_400

/** Limits above normal use. The demo allows ten times as much for tests from one address. */
export const limitsFor = (demo: boolean): Limits => {
  const times = demo ? 10 : 1
  return {
    address: { burst: 300 * times, perSecond: 50 * times },
    session: { burst: 120 * times, perSecond: 20 * times },
    times,
    writes: { burst: 1_000 * times, perSecond: 0.1 * times },
    guarding: { burst: 1_000 * times, perSecond: 0.05 * times },
    work: workLimits,
    streams: 64 * times,
  }
}

const bucketsMax = 50_000

export type Buckets = {
  /** @returns 0, or whole seconds until the next token */
  take(name: string, wall: Date): number
}

/** In-memory token buckets per process, as a coarse filter. Exact limits are counted in the database. */
export function createRateLimiter({ burst, perSecond }: Limit): Buckets {
  const buckets = new LRUCache<string, { left: number; at: number }>({ max: bucketsMax })
  return {
    take: (name, wall) => {
      const at = wall.getTime()
      const former = buckets.get(name)
      const refilled = former ? former.left + (Math.max(0, at - former.at) / 1000) * perSecond : burst
      const left = Math.min(burst, refilled)
      buckets.set(name, { left: left >= 1 ? left - 1 : left, at })
      return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perSecond))
    },
  }
}
