import { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#kit/db.ts'
import { keepingStatements } from './embedded-db-statements.ts'
import { memoryDb } from './memory-db.store.ts'

describe('statements that are asked for again', () => {
  let pglite: PGlite
  let db: Db
  const keptNow = async () => {
    const { rows } = await pglite.query<{ statement: string }>(
      `SELECT statement FROM pg_prepared_statements WHERE name LIKE 'kept %'`,
    )
    return rows.map(({ statement }) => statement)
  }
  beforeAll(async () => {
    pglite = await PGlite.create()
    db = memoryDb(pglite)
  })
  afterAll(() => db.close())
  beforeEach(() => pglite.exec('CREATE TABLE note (id int4 PRIMARY KEY, text text)'))
  afterEach(() => db.query('DROP TABLE note'))

  const add = (id: number, text = 'x') => db.query('INSERT INTO note (id, text) VALUES ($1, $2)', [id, text])
  const read = (id: number) => db.query<{ text: string }>('SELECT * FROM note WHERE id = $1', [id])

  it('are kept from the second time on, and answer as before', async () => {
    for (const id of [1, 2, 3]) await add(id, `text ${id}`)
    for (const id of [1, 2, 3]) expect(await read(id)).toEqual([{ id, text: `text ${id}` }])
    expect((await keptNow()).toSorted()).toEqual([
      'INSERT INTO note (id, text) VALUES ($1, $2)',
      'SELECT * FROM note WHERE id = $1',
    ])
    expect(await read(4)).toEqual([])
  })

  it('refuse with the same words, again and again, and go on', async () => {
    await add(1)
    const refusals = []
    for (let times = 0; times < 4; times += 1) refusals.push(await add(1).catch((error: Error) => error.message))
    expect(new Set(refusals)).toEqual(new Set(['duplicate key value violates unique constraint "note_pkey"']))
    await add(2)
    const bad = () => db.query('SELECT text FROM note WHERE id = $1', ['none']).catch((error: Error) => error.message)
    expect(new Set([await bad(), await bad(), await bad()]).size).toBe(1)
    expect(await read(2)).toEqual([{ id: 2, text: 'x' }])
  })

  it('that cannot be read at all are not kept', async () => {
    const ask = () => db.query('SELECT nothing FROM note WHERE id = $1', [1]).catch((error: Error) => error.message)
    expect(new Set([await ask(), await ask(), await ask()])).toEqual(new Set(['column "nothing" does not exist']))
    expect((await keptNow()).some((text) => text.includes('nothing'))).toBe(false)
  })

  it('belong to nobody: a transaction that is rolled back, and one that fails, leave them', async () => {
    for (const id of [1, 2]) await add(id)
    const failed = db.transaction(async (tx) => {
      await tx.query('INSERT INTO note (id, text) VALUES ($1, $2)', [3, 'y'])
      await tx.query('INSERT INTO note (id, text) VALUES ($1, $2)', [3, 'y'])
    })
    await expect(failed).rejects.toThrow('duplicate key')
    const aborted = db.transaction(async (tx) => {
      await tx.query('INSERT INTO note (id, text) VALUES ($1, $2)', [1, 'y']).catch(() => {})
      await tx.query('INSERT INTO note (id, text) VALUES ($1, $2)', [4, 'y'])
    })
    await expect(aborted).rejects.toThrow('current transaction is aborted')
    await add(3)
    expect((await db.query('SELECT id FROM note ORDER BY id')).map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it('see a table that has another form, whoever gave it one', async () => {
    for (const id of [1, 2]) await add(id)
    for (const id of [1, 2]) await read(id)
    await db.query('ALTER TABLE note ADD COLUMN more int4 DEFAULT 7')
    expect(await read(1)).toEqual([{ id: 1, text: 'x', more: 7 }])
    await read(1)
    // Past the server, which cannot know.
    await pglite.exec('ALTER TABLE note DROP COLUMN more')
    expect(await read(1)).toEqual([{ id: 1, text: 'x' }])
    expect(await read(2)).toEqual([{ id: 2, text: 'x' }])
  })

  it('are planned anew once they ran often, and are not too many', async () => {
    for (let id = 0; id < 450; id += 1) await add(id)
    const [row] = (
      await pglite.query<{ runs: string }>(
        `SELECT generic_plans + custom_plans AS runs FROM pg_prepared_statements WHERE statement LIKE 'INSERT INTO note%'`,
      )
    ).rows
    expect(Number(row?.runs)).toBeLessThanOrEqual(200)
    for (let nth = 0; nth < 450; nth += 1)
      for (let times = 0; times < 2; times += 1) await db.query(`SELECT ${nth} + $1::int4 AS sum`, [times])
    expect((await keptNow()).length).toBeLessThanOrEqual(400)
    expect(await read(449)).toEqual([{ id: 449, text: 'x' }])
  })
})

it('a group that is no single statement goes through as it is', () => {
  const groups: Uint8Array[] = []
  const engine = keepingStatements({
    run: (group) => {
      groups.push(group)
      return new Uint8Array()
    },
    inTransaction: () => false,
  })
  const odd = [
    Buffer.from('Q\0\0\0\x0eSELECT 1\0\0'),
    Buffer.from('S\0\0\0\x04'),
    Buffer.from('P\0\0\0\x0a\0one\0\0\0S\0\0\0\x04'),
  ]
  for (const group of [...odd, ...odd]) engine.run(group)
  expect(groups.map((group) => Buffer.from(group))).toEqual([...odd, ...odd])
})
