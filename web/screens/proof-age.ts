import { wallClock } from '#kit/clock.ts'
import { readMoment } from '#kit/exact.ts'

export type JudgedAt = {
  /** The moment by which the age of a statement is judged: the later of the house's and this device's, so that no word of the house makes one new. */
  readonly now: string
  /** The moment of a demo's own clock, which may be behind: it excuses nothing, but it is said. undefined where it is no demo. */
  readonly demo: string | undefined
}

/** By which moments age is judged; undefined while nothing is known. */
export function judgedAt(config: { readonly now: string; readonly demo: boolean } | undefined): JudgedAt | undefined {
  if (!config) return undefined
  const here = wallClock.now().toISOString()
  const now = readMoment(config.now) > readMoment(here) ? config.now : here
  return { now, demo: config.demo ? config.now : undefined }
}

export type Age = 'new' | 'old' | 'demo'
/** demo: too old by this device's clock, and new by the clock that a demo says it has. */
export function ageOf(epoch: string, { now, demo }: JudgedAt, isOld: (epoch: string, now: string) => boolean): Age {
  if (!isOld(epoch, now)) return 'new'
  return demo !== undefined && !isOld(epoch, demo) ? 'demo' : 'old'
}
