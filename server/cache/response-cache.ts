import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

export type CachedResponse = {
  readonly text: string
  /** Undefined if the response contains the current time. */
  readonly etag: string | undefined
  body(): string | Uint8Array
  isOld(): boolean
}

export type CacheTimes = { readonly leastMs: number; readonly mostMs: number }
export const cacheTimes: CacheTimes = { leastMs: 1_000, mostMs: 5_000 }
const restOfMaking = 20

/** Each text is stored twice, as text and bytes. */
const answersMax = 500
export const lettersMax = 32_000_000

type Kept = { readonly answer: Promise<CachedResponse>; untilMs: number }

/**
 * Shared response cache. Concurrent callers share one computation. An entry lives 20 times its computation time, at least 1 s and at most 5
 * s, so a query uses at most a twentieth of the time. Failures are not cached. server/limits/work-budget.ts limits the cost of different queries.
 */
export function createResponseCache({ leastMs, mostMs }: CacheTimes, nowMs: () => number = () => performance.now()) {
  const kept = new LRUCache<string, Kept>({ max: answersMax, maxSize: lettersMax })
  const isKnown = (name: string): boolean => (kept.get(name)?.untilMs ?? 0) > nowMs()
  const remember = async (name: string, make: () => Promise<unknown>): Promise<CachedResponse> => {
    const known = kept.get(name)
    if (known && known.untilMs > nowMs()) return known.answer
    const since = nowMs()
    const answer = make().then((made) => {
      const text = JSON.stringify(made)
      const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
      const bytes = Buffer.from(text)
      return { text, etag, body: () => bytes, isOld: () => entry.untilMs <= nowMs() }
    })
    const entry: Kept = { answer, untilMs: Number.POSITIVE_INFINITY }
    kept.set(name, entry, { size: 1 })
    try {
      const made = await answer
      // Setting the same value would keep its old size.
      if (kept.peek(name) === entry && kept.delete(name)) kept.set(name, entry, { size: made.text.length })
      entry.untilMs = nowMs() + Math.min(mostMs, Math.max(leastMs, restOfMaking * (nowMs() - since)))
      return made
    } catch (error) {
      if (kept.peek(name) === entry) kept.delete(name)
      throw error
    }
  }
  return Object.assign(remember, { isKnown })
}
export type ResponseCache = ReturnType<typeof createResponseCache>
