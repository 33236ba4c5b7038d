import * as v from 'valibot'
import { setting } from '#kit/store/settings.ts'
import { minuteMs } from '#kit/time/clock.ts'

/** In pixels. The piece moves along the x axis; `value` on the wire is its left edge. */
export const picture = { width: 320, height: 160, piece: 44 } as const
/** Minimum distance from the start, so an unmoved piece is never correct. */
export const holeFrom = 70
export const toleranceX = 5
export const puzzleLifeMs = 2 * minuteMs
export const puzzleEarliestMs = 400
export const puzzleAttempts = 3
export const solutionLifeMs = 2 * minuteMs

/** Accepts digits, optionally with a fraction. @returns undefined otherwise */
export const leftAt = (value: string): number | undefined =>
  /^\d{1,3}(\.\d{1,3})?$/.test(value) ? Number(value) : undefined

export function closesHole(value: string, hole: number): boolean {
  const at = leftAt(value)
  return at !== undefined && Math.abs(at - hole) <= toleranceX
}

/** Assumed: the first 20 wallets per network and hour need no captcha, as many as one address may create. */
export const creationsWithoutPuzzle = setting({
  name: 'captcha.creations',
  narrowsWithdrawing: false,
  about:
    'Wallets one network (an IPv4 /24 or an IPv6 /48) may ask for in an hour before each further one takes a solved puzzle; 0 asks always. The demo takes ten times as many.',
  initial: 20,
  schema: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(200)),
  tightens: (before, after) => after <= before,
})
