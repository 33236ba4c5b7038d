import { expect } from '#kit/expect.ts'
import type { LineId } from '#kit/ids.ts'
import { dual } from './dual.ts'
import type { ProductLine } from './line.ts'

/** Every product line there is, a line each. */
export const productLines: readonly ProductLine[] = [dual]

const byId = new Map(productLines.map((line) => [line.id, line]))

/** The module of a line. @throws a bug report for a product row whose line nobody wrote. */
export function lineOf(id: LineId): ProductLine {
  const line = byId.get(id)
  expect(line, `the line ${id} exists`)
  return line
}
