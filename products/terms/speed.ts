import { divide, lesser, type Rate, rateOf } from '#kit/amount.ts'
import { addMs, dayMs } from '#kit/clock.ts'

/** What version 2.0 adds once what it marks reaches this part of what is pending (PRODUCT.md 6). */
export const speedSteps = [
  { ratio: '0.1', adds: '0.25' },
  { ratio: '0.25', adds: '0.75' },
  { ratio: '0.5', adds: '1.25' },
  { ratio: '1', adds: '2' },
] as const
/** Days a mark of version 2.0 runs before its step counts. */
export const stepAfterDays = 7

/** A running mark: its version, its worth in units of USDT and since when it runs. */
export type Mark = { readonly boost: '1.0' | '2.0'; readonly valueUnits: bigint; readonly since: Date }

export type Speed = {
  /** min(1, ratio) + step: 0 is none, 1 is twice as fast. Exact. */
  readonly speed: Rate
  /** Accelerated ÷ pending. */
  readonly ratio: Rate
  /** What version 2.0 adds. */
  readonly step: Rate
  readonly acceleratedUnits: bigint
  readonly pendingUnits: bigint
}

const none: Rate = { numerator: 0n, denominator: 1n }
const sum = (marks: readonly Mark[]): bigint => marks.reduce((total, { valueUnits }) => total + valueUnits, 0n)

/** From here on the step of a mark of version 2.0 counts. */
export const stepFrom = (since: Date): Date => addMs(since, stepAfterDays * dayMs)

/** The highest step whose part of what is pending is reached. */
function stepOf(marked: bigint, pending: bigint): Rate {
  const reached = speedSteps.filter(({ ratio }) => {
    const { numerator, denominator } = rateOf(ratio)
    return marked * denominator >= pending * numerator
  })
  return rateOf(reached.at(-1)?.adds ?? '0')
}

/**
 * By how much acceleration adds to a day's release: r = accelerated ÷ pending, both in USDT value over all own packages; min(1, r), and
 * the step of version 2.0. Pure.
 * Assumed: r counts the marks of both versions, the step those of version 2.0 that have run 7 days; "the highest r reached" is the highest
 * of the four parts that today's r reaches. A peak of days past is not kept, else a release stayed fast after what sped it up was taken out.
 * @param pendingUnits what all running packages still hold, in units of USDT; 0 where there is none, or one has no price.
 */
export function speedOf(marks: readonly Mark[], pendingUnits: bigint, at: Date): Speed {
  const acceleratedUnits = sum(marks)
  if (pendingUnits === 0n) return { speed: none, ratio: none, step: none, acceleratedUnits, pendingUnits }
  const seasoned = sum(marks.filter(({ boost, since }) => boost === '2.0' && stepFrom(since) <= at))
  const step = seasoned === 0n ? none : stepOf(seasoned, pendingUnits)
  const capped = lesser(acceleratedUnits, pendingUnits)
  return {
    speed: {
      numerator: capped * step.denominator + step.numerator * pendingUnits,
      denominator: pendingUnits * step.denominator,
    },
    ratio: { numerator: acceleratedUnits, denominator: pendingUnits },
    step,
    acceleratedUnits,
    pendingUnits,
  }
}

/** One day's release of a package: a part of its whole, sped up, never more than is left. Rounded down, at least one unit. */
export function releaseUnits(total: bigint, perDay: Rate, speed: Rate, left: bigint): bigint {
  const faster = speed.denominator + speed.numerator
  const units = divide(total * perDay.numerator * faster, perDay.denominator * speed.denominator, 'down')
  const due = units > 0n ? units : 1n
  return lesser(due, left)
}
