import { addDays, type Day, startOf } from '#kit/clock.ts'

/** Stars go from 0, none, to 6. */
export type StarLevel = 0 | 1 | 2 | 3 | 4 | 5 | 6
export const starMax = 6

/** The first star can be had without inviting anybody: so much invested at opening, in whole USDT … */
export const soloInvestment = 2_000
/** … for so many days (PRODUCT.md 10). */
export const soloDays = 90

/** A number from the database as a star. @throws on anything that is none. */
export function starLevelOf(star: number): StarLevel {
  if (!Number.isInteger(star) || star < 0 || star > starMax) throw new RangeError(`there is no star ${star}`)
  return star as StarLevel
}

/** What a wallet holds, and what it was told. */
export type Standing = {
  readonly star: StarLevel
  /** The star it falls to, and when, unless it earns its star back before. */
  readonly notice?: { readonly to: StarLevel; readonly at: Date }
}

/** Whether a day's midnight begins a week: the week starts on Monday, so its last day is Sunday. */
export const endsWeek = (day: Day): boolean => startOf(day).getUTCDay() === 0

/**
 * The standing after a day, by what the wallet earns at the day's cut. Rises at once. Falls on a Monday alone, a week after the Monday
 * that gave notice; earning the star again takes the notice back.
 */
export function standingAfter(held: Standing, earned: StarLevel, day: Day): Standing {
  if (earned >= held.star) return { star: earned }
  if (!endsWeek(day)) return held
  const midnight = startOf(addDays(day, 1))
  if (held.notice && held.notice.at <= midnight) return { star: earned }
  return { star: held.star, notice: { to: earned, at: held.notice?.at ?? startOf(addDays(day, 8)) } }
}
