import { afterAll, beforeAll, expect, it } from 'vitest'
import { registry } from '#kit/monitor/metrics.server.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import { watchBusiness } from './business.ts'
import { databaseChecks } from './checks.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
  watchBusiness(world)
})
afterAll(() => world.close())

/** By series. */
async function samples(): Promise<ReadonlyMap<string, number>> {
  const lines = (await registry.metrics()).split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}
const get = async (url: string) => (await world.app.inject({ url })).json() as { msg: string }

it('reads every figure of the database', async () => {
  const found = await samples()
  for (const name of [
    'mail_oldest_seconds',
    'days_unsettled',
    'database_lock_waits',
    'ledger_postings',
    'wal_archive_failing',
  ])
    expect(found.get(`glasshouse_${name}`)).toBeGreaterThanOrEqual(0)
  expect(found.get('glasshouse_database_connections{state="waiting"}')).toBe(0)
})

it('counts refusals by key and calls by route, unknown paths together', async () => {
  const before = (await samples()).get('glasshouse_refusals_total{key="request.not_found"}') ?? 0
  expect((await get('/api/nothing')).msg).toBe('request.not_found')
  expect((await get('/api/nothing/else')).msg).toBe('request.not_found')
  const after = await samples()
  expect(after.get('glasshouse_refusals_total{key="request.not_found"}')).toBe(before + 2)
  expect(after.get('glasshouse_call_duration_seconds_count{call="GET unknown",code="200"}')).toBeGreaterThanOrEqual(2)
  expect([...after.keys()].filter((series) => series.includes('/nothing'))).toEqual([])
})

it('is ready with a migrated database', async () => {
  const checks = databaseChecks(world.db)
  for (const check of Object.values(checks)) await check()
  const lacking = databaseChecks({ ...world.db, query: async () => [] as never })
  await expect(lacking.migrations?.()).rejects.toThrow(/^the database lacks \d+ migrations, first kit\/schema\//)
})
