/** Quiet hours such as "22:00-07:00", or empty. */
export const quietText = /^(([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)?$/

export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

function minuteIn(zone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return minutesOf(parts.format(at))
}

export function isQuiet(quiet: string, zone: string, at: Date): boolean {
  if (quiet === '') return false
  const [from = 0, until = 0] = quiet.split('-').map(minutesOf)
  const now = minuteIn(zone, at)
  return from <= until ? from <= now && now < until : from <= now || now < until
}
