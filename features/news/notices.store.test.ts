import { expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { loadLatestNotices, loadNotice, loadNotices, publishNotice } from './notices.store.ts'

const moments = ['2026-11-20', '2026-11-21', '2026-11-21', '2026-11-22'].map((day) => new Date(day))
const textsOf = (title: string) => ({ en: { title, body: 'Text.' } })

it('lists published notices newest first, page by page, each published once', async () => {
  const db = await testDb()
  const publish = (nth: number) =>
    db.transaction((tx) => publishNotice(tx, textsOf(`Notice ${nth}`), moments[nth] ?? new Date(0)))
  const made = []
  for (const nth of [0, 1, 2, 3]) made.push(await publish(nth))
  const [first, second, third, last] = made.map(({ id }) => id)
  expect(await publish(2)).toEqual({ id: third, isNew: false })
  expect(made.every(({ isNew }) => isNew)).toBe(true)
  const ids = async (now: string, limit: number, after?: number) =>
    (await loadNotices(db, { now: new Date(now), limit, ...(after === undefined ? {} : { after }) })).map(
      ({ id }) => id,
    )
  expect(await ids('2026-11-22T00:00:00Z', 9)).toEqual([last, third, second, first])
  expect(await ids('2026-11-21T23:59:59.999Z', 9)).toEqual([third, second, first])
  expect(await ids('2026-11-23', 2)).toEqual([last, third])
  expect(await ids('2026-11-23', 2, third)).toEqual([second, first])
  const missing = loadNotice(db, last ?? 0, new Date('2026-11-21T23:59:59.999Z'))
  await expect(missing).rejects.toMatchObject({ key: 'news.missing' })
  expect(await loadNotice(db, last ?? 0, new Date('2026-11-22'))).toMatchObject({
    id: last,
    texts: textsOf('Notice 3'),
  })
  const latest = await loadLatestNotices(db, new Date('2026-11-22'), 2)
  expect(latest.map(({ titles }) => titles.en)).toEqual(['Notice 3', 'Notice 2'])
  await db.close()
})
