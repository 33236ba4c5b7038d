import { divide, rateOf, showUnits, unitsPerOne } from '#kit/amount.ts'
import type { LineId } from '#ledger/lines.ts'
import type { Accrual } from '#products/terms/fields.ts'

/** How what is paid comes about: the words a person chooses by. Releases and what speeds them up belong together. */
export type GroupId = 'fixed' | 'share' | 'release' | 'power'

const groupOf: Readonly<Record<Accrual, GroupId>> = {
  fixed: 'fixed',
  share: 'share',
  release: 'release',
  boost: 'release',
  power: 'power',
}
/** What is set aside first, then what is shared, then what is released, and what pays no coin at the end. */
const order: readonly GroupId[] = ['fixed', 'share', 'release', 'power']

/** Whether a product has a price in place of an amount: the least is the most. */
export const isPriced = ({
  minimum,
  maximumValue,
}: {
  readonly minimum: string
  readonly maximumValue: string
}): boolean => minimum === maximumValue

type Listed = {
  readonly line: LineId
  readonly oneEntry: boolean
  readonly accrual: Accrual
  readonly base: string
  readonly side: string | null
}
/** One entry of a list: a product, or all products of a line that are chosen from on their own screen. */
export type GroupedProduct<Product> = { readonly product: Product; readonly all: readonly Product[] }
export type Group<Product> = { readonly id: GroupId; readonly entries: readonly GroupedProduct<Product>[] }

/** Products in the groups they are shown in, each in the order they are listed. Groups without a product are left out. */
export function groupProducts<Product extends Listed>(products: readonly Product[]): Group<Product>[] {
  const entries = products.flatMap((product): GroupedProduct<Product>[] => {
    if (!product.oneEntry) return [{ product, all: [product] }]
    const all = products.filter(({ line }) => line === product.line)
    return all[0] === product ? [{ product, all }] : []
  })
  return order
    .map((id) => ({ id, entries: entries.filter(({ product }) => groupOf[product.accrual] === id) }))
    .filter((group) => group.entries.length > 0)
}

/** The interest of a round by the day, rounded down: the one unit in which a list tells what products pay. */
export function ratePerDay({ rate, days }: { readonly rate: string; readonly days: number }): string {
  const { numerator, denominator } = rateOf(rate)
  return showUnits(divide(numerator * unitsPerOne, denominator * BigInt(Math.max(1, days)), 'down'))
}

/** Products a coin can be put into, as the only coin or one of two. */
export const productsOf = <Product extends Listed>(products: readonly Product[], coin: string): Product[] =>
  products.filter(({ base, side }) => base === coin || side === coin)
