import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#kit/store/db.ts'
import { digestOfScript, expectMigrated, migrate, schemaFiles } from './migrate.store.ts'
import { testDb } from './test/test-db.ts'

let db: Db
beforeEach(async () => {
  await db?.close()
  db = await testDb()
})
afterAll(() => db.close())

const files = schemaFiles()
const rules = files.find(({ isRules }) => isRules)?.name ?? ''
const tables = files.find(({ isRules }) => !isRules)?.name ?? ''
const digestOf = async (name: string) =>
  (await db.query<{ digest: string }>('SELECT digest FROM public.migration WHERE name = $1', [name]))[0]?.digest
const become = (version: string) =>
  db.transaction(async (tx) => {
    await tx.query('SET LOCAL ROLE NONE')
    await tx.query('UPDATE public.migration SET version = $1', [version])
    await tx.query(`UPDATE public.migration SET digest = 'of another version' WHERE name = $1`, [rules])
    await tx.query(`INSERT INTO public.migration (name, digest, version) VALUES ('db/migrations/next.sql', '', $1)`, [
      version,
    ])
  })
const forget = (name: string) =>
  db.transaction(async (tx) => {
    await tx.query('SET LOCAL ROLE NONE')
    await tx.query('DELETE FROM public.migration WHERE name = $1', [name])
  })

describe('a database that a newer version migrated', () => {
  beforeEach(() => become('1.10.0'))

  it('serves an older part, which leaves its rules alone', async () => {
    expect(await migrate(db, files, '1.9.3')).toEqual([])
    expect(await digestOf(rules)).toBe('of another version')
    await expectMigrated(db, files)
  })

  it('is refused by an older part whose own tables are gone', async () => {
    await forget(tables)
    await expect(migrate(db, files, '1.9.3')).rejects.toThrow(`the database lacks 1 migrations, first ${tables}`)
  })

  it.each(['1.10.0', '1.10.1', '2.0.0'])('is refused by version %s, which lacks its file', async (version) => {
    await expect(migrate(db, files, version)).rejects.toThrow('has db/migrations/next.sql, which this version does not')
  })
})

it('a newer version replaces rules, and notes itself', async () => {
  await become('1.9.3')
  await forget('db/migrations/next.sql')
  expect(await migrate(db, files, '1.10.0')).toEqual([rules])
  expect(await digestOf(rules)).not.toBe('of another version')
  expect(await migrate(db, files, '1.9.3')).toEqual([])
})

it('a reworded comment is no change of a table', () => {
  const [one, other] = ['-- Old words.\nCREATE TABLE a (\n  b int -- c\n);', '-- New.\nCREATE TABLE a ( b int );'].map(
    digestOfScript,
  )
  expect(one).toBe(other)
  expect(digestOfScript('CREATE TABLE a ( b text );')).not.toBe(other)
})
