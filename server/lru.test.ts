import { expect, it } from 'vitest'
import { createLru } from './lru.ts'

const held = (newest: ReturnType<typeof createLru<string>>) => ['a', 'b', 'c', 'd'].filter((name) => newest.get(name))

it('the oldest goes first: of too many, and of too much text', () => {
  const newest = createLru<string>(3, 100)
  for (const name of ['a', 'b', 'c', 'd']) newest.keep(name, name, 10)
  expect(held(newest)).toEqual(['b', 'c', 'd'])
  newest.keep('a', 'a', 85)
  expect(held(newest)).toEqual(['a', 'd'])
  newest.keep('d', 'd', 15)
  expect(held(newest)).toEqual(['a', 'd'])
  newest.keep('b', 'b', 500)
  expect(held(newest)).toEqual(['b'])
  newest.keep('c', 'c', 1)
  expect(held(newest)).toEqual(['c'])
  newest.drop('c')
  newest.drop('c')
  for (const name of ['a', 'b']) newest.keep(name, name, 50)
  expect(held(newest)).toEqual(['a', 'b'])
})
