import type { Asset } from '#kit/assets.ts'
import { type Movement, movements } from '#ledger/movements.ts'

/** Codes under which an asset of a kind is moved, each once, in the order of the table of movements. */
const codesOf = (is: (asset: Asset) => boolean): readonly number[] => [
  ...new Set(movements.flatMap(({ code, assets }: Movement) => (code !== undefined && assets.some(is) ? [code] : []))),
]

/** The record types one can filter by: what comes in and goes out, what holders do with one another, line by line, and the rest. */
export const recordCodes = codesOf((asset) => asset !== 'POWER')
/** Computing power has codes of its own. */
export const powerCodes = codesOf((asset) => asset === 'POWER').toSorted((one, other) => one - other)

/** The text that names a record type. */
export const recordTextId = (coin: Asset, code: number): string =>
  coin === 'POWER' ? `power_record.${code}` : `record.${code}`
