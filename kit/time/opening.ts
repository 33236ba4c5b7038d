import * as v from 'valibot'

/** Switch and daily UTC window, "00:00" to "24:00", which may cross midnight. A closure has a reason and an end, after which it is open. */
export type Opening = {
  readonly open: boolean
  readonly opensAt: string
  readonly closesAt: string
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly reason?: string | undefined
}

export const alwaysOpen: Opening = { open: true, opensAt: '00:00', closesAt: '24:00' }

const timeOfDay = v.pipe(v.string(), v.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/))
const moment = v.pipe(v.string(), v.isoTimestamp())
export const openingSchema = v.object({
  open: v.boolean(),
  opensAt: timeOfDay,
  closesAt: timeOfDay,
  since: v.optional(moment),
  until: v.optional(moment),
  reason: v.optional(v.pipe(v.string(), v.nonEmpty())),
})

/** By subject, e.g. "bsc.USDT". Missing subjects are always open. */
export const openingsSchema = v.record(v.string(), openingSchema)

const isOpenAllDay = ({ open, opensAt, closesAt }: Opening): boolean =>
  open && opensAt === alwaysOpen.opensAt && closesAt === alwaysOpen.closesAt

const isOver = ({ until }: Opening, now: Date): boolean => until !== undefined && Date.parse(until) <= now.getTime()

/** `closed`: switched off. `wrong_time`: outside the daily window. */
export function openingAt(opening: Opening, now: Date): 'open' | 'closed' | 'wrong_time' {
  if (isOver(opening, now)) return 'open'
  const { open, opensAt, closesAt } = opening
  if (!open) return 'closed'
  const time = now.toISOString().slice(11, 16)
  const isInside = opensAt <= closesAt ? opensAt <= time && time < closesAt : opensAt <= time || time < closesAt
  return isInside ? 'open' : 'wrong_time'
}

export function shownOpening(opening: Opening, now: Date) {
  const { opensAt, closesAt, until, reason = '' } = isOver(opening, now) ? alwaysOpen : opening
  return { opensAt, closesAt, closing: until && !isOpenAllDay(opening) ? { until, reason } : null }
}
