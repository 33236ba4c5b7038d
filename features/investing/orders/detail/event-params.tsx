import type { ShowOwn } from '#ui/form/own-amount.ts'
import { joinAmounts, showMoment } from '#ui/text/format.ts'

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const amount = /^(\d+(?:\.\d+)?) ([A-Z]+)$/

/** Formats moments and amounts ("1000 USDT + 4.5 ATMC"); other values stay unchanged. */
function shown(value: string, show: ShowOwn): string {
  if (moment.test(value)) return showMoment(value)
  const amounts = value.split(' + ').map((part) => amount.exec(part))
  if (amounts.some((found) => found === null)) return value
  return joinAmounts(amounts.map((found) => `${show(found?.[1] ?? '0', { exact: true })} ${found?.[2]}`))
}

export const shownParams = (params: Readonly<Record<string, string>>, show: ShowOwn): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(value, show)]))
