import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#kit/store/db.ts'
import { DbUnreachable } from './db-pool.store.ts'
import { sqlState } from './sql-state.server.ts'
import { asOwner, testDb } from './test/test-db.ts'

describe('transactions', () => {
  let db: Db
  beforeAll(async () => {
    db = await testDb()
    await asOwner(db, 'CREATE TABLE note (id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL UNIQUE)')
    await db.query('INSERT INTO note (text) VALUES ($1)', ['first'])
  })
  afterAll(() => db.close())
  const texts = async () =>
    (await db.query<{ text: string }>('SELECT text FROM note ORDER BY id')).map(({ text }) => text)

  it('leave nothing behind when they throw, and say why', async () => {
    const before = await texts()
    const work = db.transaction(async (tx) => {
      await tx.query("INSERT INTO note (text) VALUES ('gone')")
      throw new Error('on purpose')
    })
    await expect(work).rejects.toThrow('on purpose')
    const broken = db.transaction((tx) => tx.query("INSERT INTO note (text) VALUES ('first')"))
    expect(await broken.catch(sqlState)).toBe('23505')
    expect(await texts()).toEqual(before)
  })

  it('refuse a statement beside them, which would wait for ever', async () => {
    await expect(db.transaction(() => db.query('SELECT 1'))).rejects.toThrow('only its tx is asked')
    await expect(db.transaction(() => db.transaction(async () => 1))).rejects.toThrow('only its tx is asked')
    let kept: { query(text: string): Promise<unknown> } | undefined
    await db.transaction(async (tx) => {
      kept = tx
    })
    await expect(async () => kept?.query('SELECT 1')).rejects.toThrow('while its transaction is open')
  })

  it('refuse to commit what a swallowed error has undone', async () => {
    const work = db.transaction(async (tx) => {
      await tx.query("INSERT INTO note (text) VALUES ('lost')")
      await tx.query('SELECT nonsense').catch(() => undefined)
    })
    await expect(work).rejects.toThrow('no statement of a transaction failed unnoticed')
    expect(await texts()).not.toContain('lost')
  })

  it('are asked several things without waiting: each is answered in its turn, and one that fails keeps nothing of them', async () => {
    const insert = (text: string) => `INSERT INTO note (text) VALUES ('${text}')`
    const warnings: string[] = []
    const hear = ({ message }: Error) => void warnings.push(message)
    process.on('warning', hear)
    const counts = await db.transaction(async (tx) => {
      const count = async () =>
        Number((await tx.query<{ count: bigint }>('SELECT count(*) AS count FROM note'))[0]?.count)
      const [before, , between, , after] = await Promise.all([
        count(),
        tx.query(insert('one')),
        count(),
        tx.query(insert('two')),
        count(),
      ])
      return [between - before, after - before]
    })
    expect(counts).toEqual([1, 2])
    const kept = await texts()
    for (let turn = 0; turn < 6; turn += 1) {
      const work = db.transaction((tx) =>
        Promise.all([tx.query(insert('three')), tx.query(insert('first')), tx.query('SELECT $1::int8 AS four', [4])]),
      )
      expect(await work.catch(sqlState)).toBe('23505')
    }
    expect(await texts()).toEqual(kept)
    expect(await db.query('SELECT $1::int8 AS four', [4])).toEqual([{ four: 4n }])
    process.off('warning', hear)
    expect(warnings).toEqual([])
  })

  it('wait for a lock no longer than they may, and the next one waits again', async () => {
    const [isHeld, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const lock = "SELECT text FROM note WHERE text = 'first' FOR UPDATE"
    const holding = db.transaction(async (tx) => {
      await tx.query(lock)
      isHeld.resolve()
      await letGo.promise
    })
    await isHeld.promise
    const impatient = db.transaction((tx) => tx.query(lock), { lockMs: 20 })
    expect(await impatient.catch(sqlState)).toBe('55P03')
    const patient = db.transaction((tx) => tx.query(lock))
    letGo.resolve()
    await holding
    expect(await patient).toEqual([{ text: 'first' }])
  })

  it('tell that the server is away where it was a primary and is one no more, and leave its connection', async () => {
    const identity = db.identity
    const wrote = db.query("DO $$ BEGIN RAISE EXCEPTION 'only reads' USING ERRCODE = '25006'; END $$")
    await expect(wrote).rejects.toBeInstanceOf(DbUnreachable)
    // A new identity invalidates caches about the database.
    expect(db.identity).not.toBe(identity)
    expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('are tried again after a serialization failure', async () => {
    let attempts = 0
    await db.transaction(async (tx) => {
      attempts += 1
      if (attempts < 3) await tx.query("DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$")
    })
    expect(attempts).toBe(3)
  })
})
