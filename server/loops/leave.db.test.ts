import { expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { until } from '#kit/test/test-until.ts'
import { handTime } from '../test/test-time.ts'
import { guarded, guardedDb, leavable } from './leave.ts'
import { runJobs } from './run-jobs.ts'

const never = new Promise<never>(() => {})

it('a run that a silent node holds is left: the others go on, and it is tried again', async () => {
  const stop = new AbortController()
  const port = guarded({ head: () => never as Promise<number> })
  const seen: string[] = []
  const stuck: string[] = []
  const jobs = [
    {
      name: 'watch',
      everyMs: 1,
      run: async () => {
        seen.push('watch')
        await port.head()
      },
    },
    {
      name: 'levels',
      everyMs: 0,
      run: async () => {
        seen.push('levels')
        if (seen.filter((name) => name === 'watch').length === 3) stop.abort()
      },
    },
  ]
  const onStuck = (job: string) => stuck.push(job)
  const time = handTime()
  const over = runJobs(jobs, { signal: stop.signal, onError: () => {}, onStuck, longestMs: 10, tickMs: 1, time })
  await until('it was tried three times', () => {
    time.advance(1)
    return stop.signal.aborted
  })
  await over
  expect(seen.filter((name) => name === 'watch').length).toBe(3)
  expect(seen.filter((name) => name === 'levels').length).toBeGreaterThanOrEqual(3)
  expect(new Set(stuck)).toEqual(new Set(['watch']))
})

it('a run that was left writes nothing any more, and the transaction it was in is undone', async () => {
  const whole = await testDb()
  const db = guardedDb(whole)
  const leaving = new AbortController()
  const steps: string[] = []
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const work = async () => {
    await db.query(`INSERT INTO worker_lease VALUES ('before', 'a', now())`)
    await db.transaction(async (tx) => {
      await tx.query(`INSERT INTO worker_lease VALUES ('inside', 'a', now())`)
      steps.push('inside')
      await held
      await tx.query(`INSERT INTO worker_lease VALUES ('later', 'a', now())`).catch((error) => {
        steps.push('refused')
        throw error
      })
    })
  }
  const run = leavable(leaving.signal, work)
  await until('it is inside its transaction', () => steps.includes('inside'))
  leaving.abort(new Error('left'))
  await expect(run).rejects.toThrow('left')
  goOn()
  await until('its write was refused', () => steps.includes('refused'))
  expect(await whole.query('SELECT name FROM worker_lease')).toEqual([{ name: 'before' }])
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  await whole.close()
})
