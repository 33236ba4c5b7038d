import { testDb } from '#engine/test-db.ts'
const db = await testDb()
const r = await db.query(`EXPLAIN SELECT * FROM own_month WHERE lane = 0 AND holder = 'x'`)
for (const x of r) process.stdout.write(Object.values(x)[0] + '\n')
await db.close()
