import { readMoment } from '#kit/amount/exact.ts'
import { wallClock } from '#kit/time/clock.ts'

export type JudgedAt = {
  /** Reference time for age: the later of server and device time. A slow server clock then cannot make a statement look new. */
  readonly now: string
  /** Demo clock, which may be behind. Display only. undefined outside a demo. */
  readonly demo: string | undefined
}

export function judgedAt(config: { readonly now: string; readonly demo: boolean } | undefined): JudgedAt | undefined {
  if (!config) return undefined
  const here = wallClock.now().toISOString()
  const now = readMoment(config.now) > readMoment(here) ? config.now : here
  return { now, demo: config.demo ? config.now : undefined }
}

export type Age = 'new' | 'old' | 'demo'
/** Age of a statement. `demo`: old by the device clock but new by the demo clock. */
export function ageOf(epoch: string, { now, demo }: JudgedAt, isOld: (epoch: string, now: string) => boolean): Age {
  if (!isOld(epoch, now)) return 'new'
  return demo !== undefined && !isOld(epoch, demo) ? 'demo' : 'old'
}
