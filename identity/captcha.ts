import * as v from 'valibot'
import { minuteMs } from '#kit/clock.ts'
import { setting } from '#kit/settings.ts'

/** The picture and the piece in pixels of the picture. The piece moves along the x axis; `value` on the wire is where its left edge stands. */
export const picture = { width: 320, height: 160, piece: 44 } as const
/** The hole stands at least this far from where the piece begins, so that a piece left alone is never right. */
export const holeFrom = 70
/** How far from the hole a piece may be left. */
export const toleranceX = 5
/** A puzzle serves for this long … */
export const puzzleLifeMs = 2 * minuteMs
/** … and not before a person can have seen it. */
export const puzzleEarliestMs = 400
/** Tries at one puzzle. */
export const puzzleTries = 3
/** How long a solution opens what it was solved for. */
export const solutionLifeMs = 2 * minuteMs

/**
 * Where a piece was left, as the wire says it: digits, perhaps with a fraction. @returns undefined for anything else
 */
export const leftAt = (value: string): number | undefined =>
  /^\d{1,3}(\.\d{1,3})?$/.test(value) ? Number(value) : undefined

/** Whether a piece left at `value` closes the hole at `hole`. */
export function closesHole(value: string, hole: number): boolean {
  const at = leftAt(value)
  return at !== undefined && Math.abs(at - hole) <= toleranceX
}

/** Assumed: one address may make 20 wallets an hour, and that many from its whole network pass without a puzzle. */
export const creationsWithoutPuzzle = setting({
  name: 'captcha.creations',
  narrowsWithdrawing: false,
  about:
    'Wallets one network (an IPv4 /24 or an IPv6 /48) may ask for in an hour before each further one takes a solved puzzle; 0 asks always. The demo takes ten times as many.',
  initial: 20,
  schema: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(200)),
  tightens: (before, after) => after <= before,
})
