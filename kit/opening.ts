import * as v from 'valibot'

/** The switch of an action and its daily window, UTC, "00:00" to "24:00". A window that ends before it begins runs over midnight. */
export type Opening = { readonly open: boolean; readonly opensAt: string; readonly closesAt: string }

export const alwaysOpen: Opening = { open: true, opensAt: '00:00', closesAt: '24:00' }

const timeOfDay = v.pipe(v.string(), v.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/))

export const openingSchema = v.object({ open: v.boolean(), opensAt: timeOfDay, closesAt: timeOfDay })

/** Openings by what they are for, e.g. "bsc.USDT"; what is not named is always open. */
export const openingsSchema = v.record(v.string(), openingSchema)

/** Whether an action is open at a moment of the business clock; if not, whether for the switch or for the time of day. */
export function openingAt({ open, opensAt, closesAt }: Opening, now: Date): 'open' | 'closed' | 'wrong_time' {
  if (!open) return 'closed'
  const time = now.toISOString().slice(11, 16)
  const isInside = opensAt <= closesAt ? opensAt <= time && time < closesAt : opensAt <= time || time < closesAt
  return isInside ? 'open' : 'wrong_time'
}
