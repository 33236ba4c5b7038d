import { expect, it } from 'vitest'
import { dayMs, minuteMs } from '#kit/clock.ts'
import { testDb } from '#kit/test-db.ts'
import { makeChallenge } from './challenge.store.ts'
import { forgetServed } from './cleanup.store.ts'
import { takeTry } from './tries.store.ts'

it('forgets challenges and tries that have served, and no others', async () => {
  const db = await testDb()
  const start = new Date('2026-11-22T12:00:00Z')
  const later = new Date(start.getTime() + dayMs)
  const asked = { purpose: 'create', pub: 'A'.repeat(43), origin: 'https://a', ip: '1.2.3.4' } as const
  for (const wall of [start, later]) {
    await makeChallenge(db, { ...asked, wall })
    await takeTry(db, '0000000000', wall === start ? 'login' : 'check', wall)
  }
  await forgetServed(db, new Date(later.getTime() + 3 * minuteMs))
  expect(await db.query('SELECT 1 FROM identity_challenge')).toHaveLength(1)
  expect(await db.query<{ scope: string }>('SELECT scope FROM secret_tries')).toEqual([{ scope: 'check' }])
  await db.close()
})
