/** The only place that reads the time. Everything else is handed a clock or a moment. */
export type Clock = { now(): Date }

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The real time: sessions, signatures and one-time codes run on it, never on the demo clock. */
export const wallClock: Clock = { now: () => new Date() }

/** A clock that stands where it is put. For tests. */
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

/** A business day, "2026-11-21", 00:00 to 24:00 UTC. */
export type Day = string & { readonly kind: 'day' }

export const dayOf = (at: Date): Day => at.toISOString().slice(0, 10) as Day
/** Whether a text is a day there is: neither 2026-13-45 nor 2026-02-30. */
export function isDay(text: string): text is Day {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00.000Z`) : undefined
  return at !== undefined && !Number.isNaN(at.getTime()) && dayOf(at) === text
}
/** The first moment of a day. */
export const startOf = (day: Day): Date => new Date(`${day}T00:00:00.000Z`)
export const addDays = (day: Day, days: number): Day => dayOf(new Date(startOf(day).getTime() + days * dayMs))
export const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
