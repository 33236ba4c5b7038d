const dayMs = 86_400_000

/** The day a moment has in a time zone, "2026-11-21". */
function dayReader(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' },
  })
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return `${parts.year}-${parts.month}-${parts.day}`
  }
}

/** The calendar day after "2026-11-30". */
export const dayAfter = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

/**
 * The first moment of a calendar day in a time zone. Also right where the clock is set at midnight, and for a day that a zone leaves out: then
 * it is the first moment after it. @param zone an IANA name: "Pacific/Honolulu"
 */
export function startOfDay(day: string, zone: string): Date {
  const dayAt = dayReader(zone)
  // Zones are at most 14 hours ahead of UTC and 12 behind; one may leave out a day.
  let before = Date.parse(day) - dayMs
  let from = Date.parse(day) + 2 * dayMs
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayAt(middle) < day) before = middle
    else from = middle
  }
  return new Date(from)
}

/** From the first moment of a day to the first one after another, as text for a call. */
export const spanOf = (
  { from, until }: { readonly from?: string | undefined; readonly until?: string | undefined },
  zone: string,
): { since?: string; before?: string } => ({
  ...(from === undefined ? {} : { since: startOfDay(from, zone).toISOString() }),
  ...(until === undefined ? {} : { before: startOfDay(dayAfter(until), zone).toISOString() }),
})
