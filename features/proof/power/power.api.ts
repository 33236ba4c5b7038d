import { addDays, isDay } from '#kit/time/clock.ts'
import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { powerBefore, powerSpan, powerTexts } from '#products/power/power-log.store.ts'
import { rowsOfPower } from '#products/power/power-log.ts'
import { powerSums } from './power.contract.ts'

/** Days per page; each day is below 1 kB. */
const daysShown = 93

const powerSumsApi = implementRead(powerSums, async ({ cursor }, { db }) => {
  const span = await powerSpan(db)
  const last = isDay(cursor) ? addDays(cursor, -1) : span?.last
  if (!span || !last || last < span.first) return { days: [], before: '[]', next: '' }
  const from = addDays(last, 1 - daysShown)
  const isMore = from > span.first
  return {
    days: (await powerTexts(db, from, last)).map(({ day, text }) => ({ day, text })),
    before: JSON.stringify(rowsOfPower(isMore ? await powerBefore(db, from) : [])),
    next: isMore ? from : '',
  }
})

export const powerSumCalls: readonly Implementation[] = [powerSumsApi]
