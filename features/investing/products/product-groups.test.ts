import { expect, it } from 'vitest'
import type { LineId } from '#ledger/lines.ts'
import type { Accrual } from '#products/terms/fields.ts'
import { groupProducts, productsOf, ratePerDay } from './product-groups.ts'

const oneEntry: readonly LineId[] = ['node', 'acceleration', 'package']
const product = (productId: number, line: LineId, accrual: Accrual, base = 'USDT', side: string | null = null) => ({
  productId,
  line,
  oneEntry: oneEntry.includes(line),
  accrual,
  base,
  side,
})
const products = [
  product(1, 'lockup', 'power', 'ATMC'),
  product(2, 'dual', 'fixed', 'USDT', 'ATMC'),
  product(3, 'node', 'share'),
  product(4, 'node', 'share'),
  product(5, 'compound', 'share'),
  product(6, 'compound', 'share', 'ATMC'),
  product(7, 'acceleration', 'boost'),
  product(8, 'package', 'release'),
]

it('groups products by what they pay, promised interest first', () => {
  expect(groupProducts(products).map(({ id }) => id)).toEqual(['fixed', 'share', 'release', 'power'])
})

it('has every product once: nodes, machines and accelerations as one entry a line', () => {
  const entries = groupProducts(products).flatMap((group) => group.entries)
  expect(entries.flatMap(({ all }) => all.map(({ productId }) => productId)).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(entries.find(({ product: { line } }) => line === 'node')?.all).toHaveLength(2)
  expect(entries.filter(({ product: { line } }) => line === 'compound')).toHaveLength(2)
})

it('leaves out a group without a product', () => {
  expect(groupProducts(products.slice(0, 2)).map(({ id }) => id)).toEqual(['fixed', 'power'])
})

it('finds what a coin can be put into, as one of two coins too', () => {
  expect(productsOf(products, 'ATMC').map(({ productId }) => productId)).toEqual([1, 2, 6])
})

it('tells interest by the day, rounded down', () => {
  expect(ratePerDay({ rate: '0.0055', days: 30 })).toBe('0.00018333')
  expect(ratePerDay({ rate: '0.0001', days: 1 })).toBe('0.0001')
})
