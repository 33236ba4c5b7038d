import { describe, expect, it } from 'vitest'
import { asOwner, testDb } from './test-db.ts'

describe('the database', () => {
  it('is fresh and migrated for every test that asks', async () => {
    const [a, b] = await Promise.all([testDb(), testDb()])
    await asOwner(a, 'CREATE TABLE mine (id int8)')
    await expect(b.query('SELECT * FROM mine')).rejects.toThrow('does not exist')
    expect(
      await a.query('SELECT count(*) AS migrations FROM migration WHERE name LIKE $1', ['kit/schema/0-roles%']),
    ).toEqual([{ migrations: 1n }])
    await Promise.all([a.close(), b.close()])
  })
})
