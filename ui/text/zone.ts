import { dateFormat } from './format.ts'

export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const showZone = (): string =>
  dateFormat({ timeZoneName: 'long' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? deviceZone()
