import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import { partitionAt } from '#kit/store/partitions.ts'
import { addMs, dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import { keptAnswers } from '#kit/wire/kept-answer.store.ts'
import { takeTry } from '../passwords/attempts.store.ts'
import { forgetServed } from './cleanup.store.ts'
import { nonceRing } from './session.store.ts'

const start = new Date('2026-11-22T12:00:00Z')
let db: Db
beforeAll(async () => {
  db = await testDb()
})
afterAll(() => db.close())

const rowsOf = async (table: string) =>
  (await db.query<{ rows: bigint }>(`SELECT count(*) AS rows FROM ${table}`))[0]?.rows

it('forgets tries that have served, and no others', async () => {
  const later = addMs(start, dayMs)
  for (const wall of [start, later]) await takeTry(db, '0000000000', wall === start ? 'login' : 'check', wall)
  await forgetServed(db, addMs(later, 3 * minuteMs))
  expect(await db.query<{ scope: string }>('SELECT scope FROM secret_attempts')).toEqual([{ scope: 'check' }])
})

it('leaves nothing behind of an hour at 50 writes a second, nor of a day', async () => {
  const write = 10 * minuteMs
  for (let ms = 0; ms < hourMs; ms += write) {
    const now = addMs(start, ms)
    await db.query(
      `INSERT INTO session_nonce (part, session_id, nonce) SELECT $1, 'a session', $2 || n FROM generate_series(1, 30000) n`,
      [partitionAt(nonceRing, now), `${ms} `],
    )
    await db.query(
      `INSERT INTO kept_answer (part, wallet_id, key, fingerprint, at) SELECT $1, '0000000000', $2 || n, '', $3 FROM generate_series(1, 30000) n`,
      [partitionAt(keptAnswers, now), `${ms} `, now],
    )
    await forgetServed(db, now)
    expect(await rowsOf('session_nonce')).toBeLessThanOrEqual(90_000n)
  }
  expect(await rowsOf('kept_answer')).toBe(180_000n)
  for (let ms = hourMs; ms < 2 * hourMs; ms += write) await forgetServed(db, addMs(start, ms))
  expect(await rowsOf('session_nonce')).toBe(0n)
  for (let day = 1; day <= 10; day++) await forgetServed(db, addMs(start, day * dayMs))
  expect(await rowsOf('kept_answer')).toBe(0n)
})
