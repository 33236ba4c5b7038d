import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { addMs, dayMs } from '../time/clock.ts'
import type { Db } from './db.ts'
import { clearSpent } from './partitions.store.ts'
import { keptMs, partitionAt, type RotatingPartitions, spentPartition } from './partitions.ts'

const ring: RotatingPartitions = { table: 'test_ring', widthMs: dayMs, partitions: 5 }
const start = new Date('2026-11-22T23:59:59.999Z')
let db: Db
beforeAll(async () => {
  db = await testDb()
  await db.exec(`SET ROLE NONE; CREATE TABLE test_ring (part smallint NOT NULL, at timestamptz NOT NULL) PARTITION BY LIST (part);
    ${[0, 1, 2, 3, 4].map((part) => `CREATE TABLE test_ring_${part} PARTITION OF test_ring FOR VALUES IN (${part});`).join('\n')}
    GRANT TRUNCATE ON test_ring_0, test_ring_1, test_ring_2, test_ring_3, test_ring_4 TO glasshouse; SET ROLE glasshouse`)
})
afterAll(() => db.close())
const put = (at: Date) => db.query('INSERT INTO test_ring (part, at) VALUES ($1, $2)', [partitionAt(ring, at), at])
const left = async () => (await db.query<{ at: Date }>('SELECT at FROM test_ring ORDER BY at')).map(({ at }) => at)

it('keeps every row for as long as it must, however the days fall, and none for more than a turn', async () => {
  for (let day = 0; day < 12; day++) {
    const now = addMs(start, day * dayMs)
    await put(now)
    await clearSpent(db, ring, now)
    const rows = await left()
    expect(rows.filter((at) => at >= addMs(now, -keptMs(ring)))).toHaveLength(Math.min(day + 1, 3))
    expect(rows.every((at) => at > addMs(now, -ring.partitions * dayMs))).toBe(true)
  }
})

it('clears a partition in one step, without a look at its rows', async () => {
  const spent = spentPartition(ring, start)
  await db.query('INSERT INTO test_ring (part, at) SELECT $1, $2 FROM generate_series(1, 50000)', [
    spent,
    addMs(start, -3 * dayMs),
  ])
  const file = async () =>
    (await db.query<{ file: bigint }>(`SELECT pg_relation_filenode('test_ring_${spent}') AS file`))[0]?.file
  const before = await file()
  await clearSpent(db, ring, start)
  const after = await file()
  expect(after).not.toBe(before)
  expect(await db.query(`SELECT 1 FROM test_ring_${spent} LIMIT 1`)).toEqual([])
  await clearSpent(db, ring, start)
  expect(await file()).toBe(after)
})
