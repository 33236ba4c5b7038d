import { parseUnits } from '#kit/amount/amount.ts'
import type { LineId } from '#ledger/posting/lines.ts'
import type { Accrual } from '#products/terms/fields.ts'

/** A package's coins are known in advance, so they are fixed. */
export type GroupId = 'fixed' | 'share' | 'power'

const groupOf: Readonly<Record<Accrual, GroupId>> = {
  fixed: 'fixed',
  share: 'share',
  release: 'fixed',
  boost: 'fixed',
  power: 'power',
}
const order: readonly GroupId[] = ['fixed', 'share', 'power']
const accruals: readonly Accrual[] = ['fixed', 'release', 'boost', 'share', 'power']

/** True for a fixed price instead of a free amount. */
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
export type GroupedProduct<Product> = { readonly product: Product; readonly all: readonly Product[] }
export type Group<Product> = { readonly id: GroupId; readonly entries: readonly GroupedProduct<Product>[] }

const inGroups = <Product extends Listed>(entries: readonly GroupedProduct<Product>[]): Group<Product>[] =>
  order
    .map((id) => ({
      id,
      entries: entries
        .filter(({ product }) => groupOf[product.accrual] === id)
        .toSorted((one, other) => accruals.indexOf(one.product.accrual) - accruals.indexOf(other.product.accrual)),
    }))
    .filter((group) => group.entries.length > 0)

/** Variants share an entry. */
export function groupProducts<Product extends Listed>(products: readonly Product[]): Group<Product>[] {
  return inGroups(
    products.flatMap((product): GroupedProduct<Product>[] => {
      if (!product.oneEntry) return [{ product, all: [product] }]
      const all = products.filter(({ line }) => line === product.line)
      return all[0] === product ? [{ product, all }] : []
    }),
  )
}

type Compared = Listed & { readonly state: string; readonly month: { readonly usdt: string } | null }

const signedUnits = (text: string): bigint =>
  text.startsWith('-') ? -(parseUnits(text.slice(1)) ?? 0n) : (parseUnits(text) ?? 0n)

function isBetter(one: Compared, other: Compared): boolean {
  if ((one.state === 'open') !== (other.state === 'open')) return one.state === 'open'
  if (!one.month || !other.month) return one.month !== null && other.month === null
  return signedUnits(one.month.usdt) > signedUnits(other.month.usdt)
}

export function groupLines<Product extends Compared>(products: readonly Product[]): Group<Product>[] {
  const byLine = Map.groupBy(products, ({ line }) => line)
  return inGroups(
    [...byLine.values()].flatMap((all) => {
      const [first, ...rest] = all
      return first ? [{ product: rest.reduce((best, each) => (isBetter(each, best) ? each : best), first), all }] : []
    }),
  )
}

export const productsOf = <Product extends Listed>(products: readonly Product[], coin: string): Product[] =>
  products.filter(({ base, side }) => base === coin || side === coin)
