import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { expect, it } from 'vitest'
import type { Db } from '#kit/store/db.ts'
import { newsOf } from './db-news.store.ts'
import { testDb } from './test/test-db.ts'

function hearing(db: Pick<Db, 'hear'>) {
  const heard: (string | undefined)[] = []
  let wake = () => {}
  const end = db.hear((table) => {
    heard.push(table)
    wake()
  })
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise<void>((resolve) => (wake = resolve))
  }
  return { heard, end, until }
}

const move = 'UPDATE demo_clock SET offset_ms = offset_ms + 1'

it('whoever listens hears of a change when it is committed, once for a transaction, and of none that was undone', async () => {
  const db = await testDb()
  const { heard, end, until } = hearing(db)
  const other = hearing(db)
  await until(() => heard.length === 1)
  expect(heard).toEqual([undefined])
  await db
    .transaction(async (tx) => {
      await tx.query(move)
      throw new Error('undone')
    })
    .catch(() => {})
  await db.transaction(async (tx) => {
    await tx.query(move)
    await tx.query(move)
    await tx.query('SELECT 1')
    expect(heard.length).toBe(1)
  })
  await until(() => heard.length === 2)
  await other.until(() => other.heard.at(-1) === 'demo_clock')
  end()
  await db.query(move)
  await other.until(() => other.heard.filter((table) => table).length === 2)
  expect(heard).toEqual([undefined, 'demo_clock'])
  await db.close()
})

it('a connection that broke is made again, and what it may have missed is looked for', async () => {
  const made: EventEmitter[] = []
  let failures = 0
  const connect = async () => {
    if (made.length === 1 && failures === 0) throw new Error('nobody answers')
    const client = Object.assign(new EventEmitter(), { query: async () => {}, end: async () => {} })
    made.push(client)
    return client as unknown as pg.Client
  }
  const onFailure = () => {
    failures += 1
  }
  const { hear, close } = newsOf({ connect, onFailure, againMs: 1 })
  const { heard, until } = hearing({ hear })
  await until(() => heard.length === 1)
  made[0]?.emit('error', new Error('it broke'))
  made[0]?.emit('end')
  await until(() => heard.length === 2)
  made[0]?.emit('notification', { payload: 'too late' })
  made[1]?.emit('notification', { payload: 'mail' })
  await until(() => heard.at(-1) === 'mail')
  expect({ heard, failures, made: made.length }).toEqual({
    heard: [undefined, undefined, 'mail'],
    failures: 1,
    made: 2,
  })
  await close()
})
