import { addDays, type Day, startOf } from '#kit/time/clock.ts'

/** 0 means none. */
export type StarLevel = 0 | 1 | 2 | 3 | 4 | 5 | 6
export const starMax = 6

/** Opening value in whole USDT that earns the first star without referrals. */
export const soloInvestment = 2_000
/** Days that `soloInvestment` must be held (PRODUCT.md 10). */
export const soloDays = 90

export function starLevelOf(star: number): StarLevel {
  if (!Number.isInteger(star) || star < 0 || star > starMax) throw new RangeError(`there is no star ${star}`)
  return star as StarLevel
}

export type Standing = {
  readonly star: StarLevel
  readonly notice?: { readonly to: StarLevel; readonly at: Date }
}

export const endsWeek = (day: Day): boolean => startOf(day).getUTCDay() === 0

/** Stars rise immediately. They drop only on a Monday, a week after the Monday of the notice. Earning the star again cancels the drop. */
export function standingAfter(held: Standing, earned: StarLevel, day: Day): Standing {
  if (earned >= held.star) return { star: earned }
  if (!endsWeek(day)) return held
  const midnight = startOf(addDays(day, 1))
  if (held.notice && held.notice.at <= midnight) return { star: earned }
  return { star: held.star, notice: { to: earned, at: held.notice?.at ?? startOf(addDays(day, 8)) } }
}
