import { expect, it } from 'vitest'
import { addMs, dayMs, minuteMs } from '#kit/clock.ts'
import { testDb } from '#kit/test-db.ts'
import { forgetServed } from './cleanup.store.ts'
import { takeTry } from './tries.store.ts'

it('forgets tries that have served, and no others', async () => {
  const db = await testDb()
  const start = new Date('2026-11-22T12:00:00Z')
  const later = addMs(start, dayMs)
  for (const wall of [start, later]) await takeTry(db, '0000000000', wall === start ? 'login' : 'check', wall)
  await forgetServed(db, addMs(later, 3 * minuteMs))
  expect(await db.query<{ scope: string }>('SELECT scope FROM secret_tries')).toEqual([{ scope: 'check' }])
  await db.close()
})
