import { expect, it } from 'vitest'
import { sumsBelow, treeOf } from './sponsor-tree.ts'

const numbers = (...values: readonly number[]) => Int32Array.from(values)
const amounts = (whole: readonly number[], rest: readonly number[]) => ({
  whole: Float64Array.from(whole),
  rest: Float64Array.from(rest),
})

it('has wallets in the order of their serials, each with the place of its sponsor', () => {
  const tree = treeOf(numbers(1, 3, 7), numbers(0, 1, 3))
  expect(tree.size).toBe(3)
  expect([...tree.parent]).toEqual([-1, 0, 1])
  expect([0, 1, 2, 3, 7, 8].map((serial) => tree.placeOf(serial))).toEqual([-1, 0, -1, 1, 2, -1])
  expect(treeOf(numbers(), numbers()).size).toBe(0)
})

it('refuses a wallet that stands before its sponsor, is its own, or whose sponsor is unknown', () => {
  const refused = (serials: Int32Array, sponsors: Int32Array) =>
    expect(() => treeOf(serials, sponsors)).toThrow('before')
  refused(numbers(1, 2), numbers(2, 0))
  refused(numbers(1), numbers(1))
  refused(numbers(1, 3), numbers(0, 2))
  refused(numbers(1), numbers(99))
})

it('sums up a single coin and a single unit', () => {
  const tree = treeOf(numbers(1, 2), numbers(0, 1))
  expect([...sumsBelow(tree, amounts([0, 1], [0, 0])).whole]).toEqual([1, 0])
  expect([...sumsBelow(tree, amounts([0, 0], [0, 1])).rest]).toEqual([1, 0])
})

it('sums up what everybody below has, itself left out', () => {
  const tree = treeOf(numbers(1, 2, 3, 4, 5), numbers(0, 1, 1, 3, 0))
  const below = sumsBelow(tree, amounts([1, 2, 0, 8, 16], [10, 0, 40, 80, 160]))
  expect([...below.whole]).toEqual([10, 0, 8, 0, 0])
  expect([...below.rest]).toEqual([120, 0, 80, 0, 0])
})
