import type { Asset } from '#kit/amount/coins.ts'
import { type Movement, movements } from '#ledger/posting/movements.ts'

/** Distinct codes in the order of the movements table. */
const codesOf = (is: (asset: Asset) => boolean): readonly number[] => [
  ...new Set(movements.flatMap(({ code, assets }: Movement) => (code !== undefined && assets.some(is) ? [code] : []))),
]

export const recordCodes = codesOf((asset) => asset !== 'POWER')
export const powerCodes = codesOf((asset) => asset === 'POWER').toSorted((one, other) => one - other)

export const recordTextId = (coin: Asset, code: number): string =>
  coin === 'POWER' ? `power_record.${code}` : `record.${code}`
