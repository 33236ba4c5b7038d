import { describe, expect, it } from 'vitest'
import { asOwner, testDb } from './test-db.ts'

describe('the database', () => {
  it('is fresh and migrated for every test that asks', async () => {
    const [a, b] = await Promise.all([testDb(), testDb()])
    await asOwner(a, 'CREATE TABLE mine (id int8)')
    await expect(b.query('SELECT * FROM mine')).rejects.toThrow('does not exist')
    expect(
      await a.query('SELECT count(*) AS migrations FROM migration WHERE name = $1', ['kit/schema/0-roles.sql']),
    ).toEqual([{ migrations: 1n }])
    await Promise.all([a.close(), b.close()])
  })

  it('plans as the API does: over an index, however small the table is', async () => {
    const db = await testDb({ steadyPlans: true })
    const [mode] = await db.query<{ plan_cache_mode: string }>('SHOW plan_cache_mode')
    expect(mode?.plan_cache_mode).toBe('force_generic_plan')
    const plan = await db.query('EXPLAIN SELECT serial FROM wallet WHERE id = $1', ['ANA0000000'])
    expect(JSON.stringify(plan)).toContain('Index Scan')
    await db.close()
  })
})
