import { expect, it } from 'vitest'
import { movements } from '#ledger/movements.ts'
import { powerCodes, recordCodes } from './record-types.ts'

/** Codes of the table of movements: those of POWER, or those of everything else. */
const codesOf = (power: boolean): number[] => [
  ...new Set(
    movements.flatMap(({ code, assets }) =>
      code !== undefined && assets.some((asset) => (asset === 'POWER') === power) ? [code] : [],
    ),
  ),
]
const sorted = (codes: readonly number[]): number[] => [...codes].sort((a, b) => a - b)

it('offers every record type there can be, once', () => {
  expect(sorted(recordCodes)).toEqual(sorted(codesOf(false)))
  expect(sorted(powerCodes)).toEqual(sorted(codesOf(true)))
})
