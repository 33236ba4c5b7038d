import { expect, it } from 'vitest'
import { disorderOf, inOrder } from './disorders.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 22, hour))

it('tells what is open first, the longest before the others, then what is over, the latest first', () => {
  const spells = [
    { id: 1, since: at(1), until: at(2) },
    { id: 2, since: at(5), until: null },
    { id: 3, since: at(4), until: at(9) },
    { id: 4, since: at(3), until: null },
  ]
  expect(inOrder(spells, 9).map(({ id }) => id)).toEqual([4, 2, 3, 1])
  expect(inOrder(spells, 3).map(({ id }) => id)).toEqual([4, 2, 3])
})

it('tells incidents by what they are about, and those of no other group as of the chain', () => {
  expect(['books_short', 'hot_low', 'sweep_failed', 'payment_gone'].map(disorderOf)).toEqual([
    'books_short',
    'refill',
    'collecting',
    'payments',
  ])
  expect(disorderOf('deep_reorg')).toBe('network')
})
