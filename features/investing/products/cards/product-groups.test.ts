import { expect, it } from 'vitest'
import type { LineId } from '#ledger/posting/lines.ts'
import type { Accrual } from '#products/terms/fields.ts'
import { groupLines, groupProducts, productsOf } from './product-groups.ts'

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

it('groups products by what they pay: what is known before, what is shared, and mining power', () => {
  expect(groupProducts(products).map(({ id }) => id)).toEqual(['fixed', 'share', 'power'])
})

it('has every product once: nodes, machines and accelerations as one entry a line', () => {
  const entries = groupProducts(products).flatMap((group) => group.entries)
  expect(entries.flatMap(({ all }) => all.map(({ productId }) => productId)).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(entries.find(({ product: { line } }) => line === 'node')?.all).toHaveLength(2)
  expect(entries.filter(({ product: { line } }) => line === 'compound')).toHaveLength(2)
})

it('shows each line once on the cards, by its best offer', () => {
  const offer = (productId: number, line: LineId, usdt: string | null, state = 'open') => ({
    ...product(productId, line, 'fixed'),
    ...{ state, month: usdt === null ? null : { usdt } },
  })
  const best = (...offers: readonly ReturnType<typeof offer>[]) =>
    groupLines(offers).flatMap(({ entries }) =>
      entries.map(({ product: { productId }, all }) => [productId, all.length]),
    )
  expect(best(offer(1, 'dual', '-34.5'), offer(2, 'dual', '3.00435'), offer(3, 'dual', '3'))).toEqual([[2, 3]])
  expect(best(offer(1, 'dual', '-2'), offer(2, 'dual', '-11'))).toEqual([[1, 2]])
  expect(best(offer(1, 'dual', '9', 'ended'), offer(2, 'dual', '-1'), offer(3, 'dual', null))).toEqual([[2, 3]])
  expect(best(offer(1, 'dual', null), offer(2, 'package', '0'))).toEqual([
    [1, 1],
    [2, 1],
  ])
})

it('lists what earns before what only speeds up', () => {
  const [fixed] = groupProducts([...products].toReversed())
  expect(fixed?.entries.map(({ product: { line } }) => line)).toEqual(['dual', 'package', 'acceleration'])
})

it('leaves out a group without a product', () => {
  expect(groupProducts(products.slice(0, 2)).map(({ id }) => id)).toEqual(['fixed', 'power'])
})

it('finds what a coin can be put into, as one of two coins too', () => {
  expect(productsOf(products, 'ATMC').map(({ productId }) => productId)).toEqual([1, 2, 6])
})
