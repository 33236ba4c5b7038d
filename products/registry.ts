import type { LineId } from '#ledger/lines.ts'
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

/** The module of every line of the ledger's table, in the order settlement goes through them. */
const modules: { readonly [Line in LineId]: ProductLine & { readonly id: Line } } = {
  dual,
  dual2,
  lockup,
  compound,
  acceleration,
  package: assetPackage,
  liquidity,
  fund,
  machine,
  node,
}
export const productLines: readonly ProductLine[] = Object.values(modules)

/** Lines that fit a description. */
export const linesThat = (is: (line: ProductLine) => boolean): readonly LineId[] =>
  productLines.filter(is).map(({ id }) => id)
/** Lines whose orders mark coins of other orders: their value is counted there already. */
export const markLines = linesThat(({ marks }) => marks === true)

/** The module of a line. */
export const lineOf = (id: LineId): ProductLine => modules[id]

/** How a line pays. */
export function accrualOf({ fixed, share, sharesProfit, marks, source }: ProductLine): Accrual {
  if (fixed) return 'fixed'
  if (share || sharesProfit) return 'share'
  if (marks) return 'boost'
  return source ? 'release' : 'power'
}
