import { divide, lesser, type Rate, rateOf } from '#kit/amount/amount.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'

/** Speed added by version 2.0 when its marks reach this share of the pending amount (PRODUCT.md 6). */
export const speedSteps = [
  { ratio: '0.1', adds: '0.25' },
  { ratio: '0.25', adds: '0.75' },
  { ratio: '0.5', adds: '1.25' },
  { ratio: '1', adds: '2' },
] as const
export const stepAfterDays = 7

/** Value in USDT units. */
export type Mark = { readonly boost: '1.0' | '2.0'; readonly valueUnits: bigint; readonly since: Date }

export type Speed = {
  /** min(1, ratio) + step, exact: 0 is none, 1 doubles the speed. */
  readonly speed: Rate
  /** Accelerated ÷ pending. */
  readonly ratio: Rate
  readonly step: Rate
  readonly acceleratedUnits: bigint
  readonly pendingUnits: bigint
}

const none: Rate = { numerator: 0n, denominator: 1n }
const sum = (marks: readonly Mark[]): bigint => marks.reduce((total, { valueUnits }) => total + valueUnits, 0n)

export const stepFrom = (since: Date): Date => addMs(since, stepAfterDays * dayMs)

function stepOf(marked: bigint, pending: bigint): Rate {
  const reached = speedSteps.filter(({ ratio }) => {
    const { numerator, denominator } = rateOf(ratio)
    return marked * denominator >= pending * numerator
  })
  return rateOf(reached.at(-1)?.adds ?? '0')
}

/**
 * r = accelerated ÷ pending, in USDT over all packages of the wallet. The speed is min(1, r) plus the version 2.0 step. Pure. Assumed: r
 * counts both versions, the step only version 2.0 marks after 7 days. "The highest r reached" is the highest of the four steps that today's
 * r reaches. Past peaks do not count, or a release would stay fast after its mark was withdrawn. @param pendingUnits USDT units; 0 without
 * packages, or if one has no price.
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

/** A day's release, rounded down, between one unit and the rest. */
export function releaseUnits(total: bigint, perDay: Rate, speed: Rate, left: bigint): bigint {
  const faster = speed.denominator + speed.numerator
  const units = divide(total * perDay.numerator * faster, perDay.denominator * speed.denominator, 'down')
  const due = units > 0n ? units : 1n
  return lesser(due, left)
}
