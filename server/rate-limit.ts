import { type WorkLimits, workLimits } from './work-budget.ts'

/** A bucket holds `burst` requests and refills by `perSecond`. */
export type Limit = { readonly burst: number; readonly perSecond: number }
export type Limits = {
  readonly address: Limit
  readonly session: Limit
  /** How many times the setting of counted calls is taken (identity/call-count.store.ts); 1 unless said. */
  readonly times?: number
  /** Writes of one wallet, over all its sessions: everything it can make us keep grows by these alone. No limit without it. */
  readonly writes?: Limit
  /** The same of writes that lead to a holder's coins, or guard them: apart, so that no others use these up. */
  readonly guarding?: Limit
  /** What open reads may cost that are not answered from memory; no limit without it. */
  readonly work?: WorkLimits
  /** Live streams of one address. */
  readonly streams?: number
}

/** Writes a wallet may send in the first day, and fewer on each that follows. */
export const writesOfDay = ({ burst, perSecond }: Limit): number => burst + perSecond * 86_400

/** What a person at a busy screen never reaches. The demo takes ten times as much, for tests from one address. */
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

/** Callers remembered at once; the ones longest silent are forgotten first. */
const bucketsMax = 50_000

export type Buckets = {
  /** Takes one. @returns 0, or the whole seconds until there is one again. */
  take(name: string, wall: Date): number
}

/**
 * Token buckets by name, in the memory of one process: a coarse filter that costs nothing. What must hold across processes and starts is
 * counted in the database.
 */
export function createBuckets({ burst, perSecond }: Limit): Buckets {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    take: (name, wall) => {
      const at = wall.getTime()
      const former = buckets.get(name)
      const refilled = former ? former.left + (Math.max(0, at - former.at) / 1000) * perSecond : burst
      const left = Math.min(burst, refilled)
      buckets.delete(name)
      buckets.set(name, { left: left >= 1 ? left - 1 : left, at })
      const oldest = buckets.size > bucketsMax ? buckets.keys().next().value : undefined
      if (oldest !== undefined) buckets.delete(oldest)
      return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perSecond))
    },
  }
}
