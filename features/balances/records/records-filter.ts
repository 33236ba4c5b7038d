import { type Asset, assets } from '#kit/amount/coins.ts'
import type { CallInputOf } from '#kit/wire/contract.ts'
import type { walletRecords } from '../balances.contract.ts'
import { spanOf } from '../files/zone-days.ts'

const isAsset = (name: string): name is Asset => Object.hasOwn(assets, name)
/** While typing, the year may be 0002. */
const day = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** Days are in the device's time zone. */
export type RecordsChoice = {
  readonly coin?: Asset
  readonly code?: number
  readonly from?: string
  readonly until?: string
}

/** Ignores unknown values, so a bad URL never returns an error. */
export function recordsFilter({
  coin = '',
  code = '',
  from = '',
  until = '',
}: Readonly<Record<string, string>>): RecordsChoice {
  return {
    ...(isAsset(coin) ? { coin } : {}),
    ...(/^\d{1,3}$/.test(code) ? { code: Number(code) } : {}),
    ...(day.test(from) ? { from } : {}),
    ...(day.test(until) ? { until } : {}),
  }
}

/** @param zone an IANA name */
export const recordsInput = (
  { from, until, ...rest }: RecordsChoice,
  zone: string,
): CallInputOf<typeof walletRecords> => ({
  ...rest,
  ...spanOf({ from, until }, zone),
})
