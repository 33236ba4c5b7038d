import { expect, it } from 'vitest'
import { superfluous, viewLifeMs, viewsMax } from './kept-views.ts'

const now = 10 * viewLifeMs

it('drops views of others and those too old', () => {
  const rows = [
    ['mine', { owner: 'a', at: now - 1 }],
    ['old', { owner: 'a', at: now - viewLifeMs - 1 }],
    ['theirs', { owner: 'b', at: now }],
    ['open', { owner: '', at: now - viewLifeMs }],
  ] as const
  expect(superfluous(rows, ['', 'a'], now)).toEqual(['old', 'theirs'])
  expect(superfluous(rows, [''], now)).toEqual(['mine', 'old', 'theirs'])
})

it('keeps the newest of too many', () => {
  const rows = Array.from({ length: viewsMax + 2 }, (_, nth) => [`v${nth}`, { owner: 'a', at: now - nth }] as const)
  expect(superfluous(rows.toReversed(), ['a'], now)).toEqual([`v${viewsMax + 1}`, `v${viewsMax}`])
})
