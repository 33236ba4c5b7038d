const dayMs = 86_400_000

function dayReader(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' },
  })
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return `${parts.year}-${parts.month}-${parts.day}`
  }
}

export const dayAfter = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

/**
 * Handles clock changes at midnight. For a skipped day, returns the first moment afterwards. @param zone an IANA name: "Pacific/Honolulu"
 */
export function startOfDay(day: string, zone: string): Date {
  const dayAt = dayReader(zone)
  // Zones range from UTC−12 to UTC+14, and one may skip a day.
  let before = Date.parse(day) - dayMs
  let from = Date.parse(day) + 2 * dayMs
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayAt(middle) < day) before = middle
    else from = middle
  }
  return new Date(from)
}

export const spanOf = (
  { from, until }: { readonly from?: string | undefined; readonly until?: string | undefined },
  zone: string,
): { since?: string; before?: string } => ({
  ...(from === undefined ? {} : { since: startOfDay(from, zone).toISOString() }),
  ...(until === undefined ? {} : { before: startOfDay(dayAfter(until), zone).toISOString() }),
})
