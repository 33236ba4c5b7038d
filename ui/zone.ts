import { dateFormat } from './format.ts'

/** The IANA name of the device's time zone. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** "Hawaii-Aleutian Standard Time": the device's time zone in words. */
export const showZone = (): string =>
  dateFormat({ timeZoneName: 'long' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? deviceZone()
