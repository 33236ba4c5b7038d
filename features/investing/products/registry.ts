import { expect } from '#kit/expect.ts'
import type { LineId } from '#kit/ids.ts'
import { dual } from './dual.ts'
import { dual2 } from './dual2.ts'
import type { ProductLine } from './line.ts'
import { lockup } from './lockup.ts'

/** Every product line there is, a line each. */
export const productLines: readonly ProductLine[] = [dual, dual2, lockup]

const byId = new Map(productLines.map((line) => [line.id, line]))

/** The module of a line. @throws a bug report for a product row whose line nobody wrote. */
export function lineOf(id: LineId): ProductLine {
  const line = byId.get(id)
  expect(line, `the line ${id} exists`)
  return line
}
