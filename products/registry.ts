import { expect } from '#kit/expect.ts'
import type { LineId } from '#ledger/posting/lines.ts'
import { acceleration } from './lines/acceleration/acceleration.ts'
import { compound } from './lines/compound/compound.ts'
import { dual } from './lines/dual/dual.ts'
import { dual2 } from './lines/dual2/dual2.ts'
import { fund } from './lines/fund/fund.ts'
import { liquidity } from './lines/liquidity/liquidity.ts'
import { lockup } from './lines/lockup/lockup.ts'
import { machine } from './lines/machine/machine.ts'
import { node } from './lines/node/node.ts'
import { assetPackage } from './lines/package/package.ts'
import type { Accrual } from './terms/fields.ts'
import type { ProductLine } from './terms/line.ts'

/** In settlement order. */
const modules = [
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
] as const satisfies readonly ProductLine[]
export const productLines: readonly ProductLine[] = modules
const byId = new Map<(typeof modules)[number]['id'], ProductLine>(modules.map((line) => [line.id, line]))

export const linesThat = (is: (line: ProductLine) => boolean): readonly LineId[] =>
  productLines.filter(is).map(({ id }) => id)
/** Orders of these lines only mark compound principal, whose value already counts. */
export const markLines = linesThat(({ marks }) => marks === true)

export function lineOf(id: LineId): ProductLine {
  const line = byId.get(id)
  expect(line, `the line ${id} exists`)
  return line
}

export function accrualOf({ fixed, share, sharesProfit, marks, source }: ProductLine): Accrual {
  if (fixed) return 'fixed'
  if (share || sharesProfit) return 'share'
  if (marks) return 'boost'
  return source ? 'release' : 'power'
}
