import { createHash } from 'node:crypto'
import { createNewest } from './newest.ts'

/** An answer as it goes over the wire. */
export type Remembered = {
  readonly text: string
  /** Its name: the same name is the same answer. None where it tells the moment. */
  readonly etag: string | undefined
  body(): string | Uint8Array
  /** Whether another is to be made. */
  isOld(): boolean
}

/** The least and the most time an answer is given again, and how much longer than it took to make. */
export type MemoryTimes = { readonly leastMs: number; readonly mostMs: number }
export const memoryTimes: MemoryTimes = { leastMs: 1_000, mostMs: 5_000 }
const restOfMaking = 20

/** Answers remembered at once, and the letters of their texts together; the oldest goes first. Each text is there twice, for its bytes are kept too. */
const answersMax = 500
export const lettersMax = 32_000_000

type Kept = { readonly answer: Promise<Remembered>; untilMs: number }

/**
 * Gives answers that are the same for everybody out of memory: one is made at a time, everybody who asks meanwhile waits for that one, and
 * it serves a second, or twenty times as long as it took, up to five seconds. So one question, however often and by however many it is asked,
 * takes a twentieth of the time at most; what different questions cost is bounded by the call (server/work-budget.ts). What fails is not remembered.
 */
export function createMemory({ leastMs, mostMs }: MemoryTimes, nowMs: () => number = () => performance.now()) {
  const kept = createNewest<Kept>(answersMax, lettersMax)
  const isKnown = (name: string): boolean => (kept.get(name)?.untilMs ?? 0) > nowMs()
  const remember = async (name: string, make: () => Promise<unknown>): Promise<Remembered> => {
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
    kept.keep(name, entry, 0)
    try {
      const made = await answer
      if (kept.get(name) === entry) kept.keep(name, entry, made.text.length)
      entry.untilMs = nowMs() + Math.min(mostMs, Math.max(leastMs, restOfMaking * (nowMs() - since)))
      return made
    } catch (error) {
      if (kept.get(name) === entry) kept.drop(name)
      throw error
    }
  }
  /** Whether an answer is there, or is being made. */
  return Object.assign(remember, { isKnown })
}
export type Memory = ReturnType<typeof createMemory>
