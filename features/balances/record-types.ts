import type { Asset } from '#kit/assets.ts'

/** The record types one can filter by, in the order of the spec's table; from 100 on, those it leaves out (PRODUCT.md part 3). */
export const recordCodes = [
  0, 1, 2, 3, 100, 101, 116, 4, 5, 105, 8, 9, 15, 16, 117, 118, 18, 112, 26, 27, 6, 12, 113, 108, 109, 110, 14, 7, 10,
  13, 17, 19, 25, 111, 115, 20, 21, 22, 23, 24, 30, 31, 106, 32, 107, 34, 35, 36, 38, 39, 40, 114, 28, 102, 103, 104,
] as const
/** Computing power has codes of its own. */
export const powerCodes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20, 21, 22, 23, 24] as const

/** The text that names a record type. */
export const recordTextId = (coin: Asset, code: number): string =>
  coin === 'POWER' ? `power_record.${code}` : `record.${code}`
