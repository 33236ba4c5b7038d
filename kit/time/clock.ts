/** The only module that reads the time. Other code gets a clock or a moment. */
export type Clock = { now(): Date }

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Real time, for sessions, signatures and one-time codes; never the demo clock. */
export const wallClock: Clock = { now: () => new Date() }

export function stoppedClock(at: Date): Clock & { set(at: Date): void; advance(ms: number): void } {
  let ms = at.getTime()
  return {
    now: () => new Date(ms),
    set: (next) => {
      ms = next.getTime()
    },
    advance: (by) => {
      ms += by
    },
  }
}

/** "2026-11-21", a UTC day. */
export type Day = string & { readonly kind: 'day' }

export const dayOf = (at: Date): Day => at.toISOString().slice(0, 10) as Day
/** Rejects 2026-13-45 and 2026-02-30. */
export function isDay(text: string): text is Day {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00.000Z`) : undefined
  return at !== undefined && !Number.isNaN(at.getTime()) && dayOf(at) === text
}
export const startOf = (day: Day): Date => new Date(`${day}T00:00:00.000Z`)
export const addDays = (day: Day, days: number): Day => dayOf(new Date(startOf(day).getTime() + days * dayMs))
export const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
