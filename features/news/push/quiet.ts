/** Hours in which nothing is told, "22:00-07:00" by the clock of a zone; empty where there are none. */
export const quietText = /^(([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)?$/

/** Whether a browser's name of a time zone is one we know. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** The minute of the day in a zone. */
function minuteIn(zone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return minutesOf(parts.format(at))
}

/** Whether a moment lies in the quiet hours. */
export function isQuiet(quiet: string, zone: string, at: Date): boolean {
  if (quiet === '') return false
  const [from = 0, until = 0] = quiet.split('-').map(minutesOf)
  const now = minuteIn(zone, at)
  return from <= until ? from <= now && now < until : from <= now || now < until
}
