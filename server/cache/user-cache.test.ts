import { expect, it } from 'vitest'
import type { Db, DbIdentity } from '#kit/store/db.ts'
import type { OwnPage } from '#kit/wire/implement.api.ts'
import { createUserCache } from './user-cache.ts'

function pagesOf(most?: number) {
  let identity: DbIdentity = {}
  const db = {
    get identity() {
      return identity
    },
  } as Db
  const pages = createUserCache(db, most)
  let made = 0
  const page = (mark: string, data: unknown = mark): OwnPage<unknown> => ({
    mark,
    make: () => {
      made += 1
      return data
    },
  })
  const give = async (name: string, look: () => Promise<OwnPage<unknown>>) =>
    Buffer.from(await pages.give(name, look, JSON.stringify)).toString()
  return {
    ask: (name: string, mark: string, data?: unknown) => give(name, async () => page(mark, data)),
    give,
    page,
    made: () => made,
    breakDown: () => {
      identity = {}
    },
  }
}

it('a page is made once for each mark, and each name has its own', async () => {
  const { ask, made } = pagesOf()
  expect([await ask('a', '1'), await ask('a', '1'), await ask('b', '1', 'other'), await ask('a', '1')]).toEqual([
    '"1"',
    '"1"',
    '"other"',
    '"1"',
  ])
  expect(made()).toBe(2)
  expect([await ask('a', '2'), await ask('a', '1')]).toEqual(['"2"', '"1"'])
  expect(made()).toBe(4)
})

it('pages that take up too much are made again, those first that nobody asked for the longest', async () => {
  const { ask, made } = pagesOf(30)
  const text = 'x'.repeat(8)
  for (const name of ['a', 'b', 'c']) await ask(name, '1', text)
  await ask('a', '1', text)
  await ask('d', '1', text)
  expect(made()).toBe(4)
  await ask('a', '1', text)
  expect(made()).toBe(4)
  await ask('b', '1', text)
  expect(made()).toBe(5)
})

it('nothing is known of a database that was away, nor of a page that was looked at before', async () => {
  const { ask, give, page, made, breakDown } = pagesOf()
  await ask('a', '1', 'before')
  breakDown()
  expect(await ask('a', '1', 'after')).toBe('"after"')
  const broken = await give('a', async () => {
    const seen = page('2', 'before')
    breakDown()
    return seen
  })
  expect(broken).toBe('"before"')
  expect(await ask('a', '2', 'after')).toBe('"after"')
  expect(made()).toBe(4)
})
