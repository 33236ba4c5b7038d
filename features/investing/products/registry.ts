import { expect } from '#kit/expect.ts'
import type { LineId } from '#kit/ids.ts'
import type { Accrual } from '../investing.fields.ts'
import { acceleration } from './acceleration.ts'
import { compound } from './compound.ts'
import { dual } from './dual.ts'
import { dual2 } from './dual2.ts'
import { fund } from './fund.ts'
import type { ProductLine } from './line.ts'
import { liquidity } from './liquidity.ts'
import { lockup } from './lockup.ts'
import { machine } from './machine.ts'
import { node } from './node.ts'
import { assetPackage } from './package.ts'

/** Every product line there is, a line each. */
export const productLines: readonly ProductLine[] = [
  dual,
  dual2,
  lockup,
  compound,
  acceleration,
  assetPackage,
  liquidity,
  fund,
  machine,
  node,
]

const byId = new Map(productLines.map((line) => [line.id, line]))

/** The module of a line. @throws a bug report for a product row whose line nobody wrote. */
export function lineOf(id: LineId): ProductLine {
  const line = byId.get(id)
  expect(line, `the line ${id} exists`)
  return line
}

/** How a line pays. */
export function accrualOf({ fixed, share, sharesProfit, marks, source }: ProductLine): Accrual {
  if (fixed) return 'fixed'
  if (share || sharesProfit) return 'share'
  if (marks) return 'boost'
  return source ? 'release' : 'power'
}
