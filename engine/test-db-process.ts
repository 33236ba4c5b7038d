import { setTimeout as wait } from 'node:timers/promises'
import { randomHex } from '#kit/random.ts'
import { openDb } from './open-db.store.ts'

/**
 * A process of its own with the database of a folder, for tests that need two: writes rows until it is killed, opens a transaction and
 * stays in it, or only serves the others. Says "ready" when it has begun.
 */
const [dataDir = '', what] = process.argv.slice(2)
const db = await openDb({ dataDir })

if (what === 'hold')
  await db.transaction(async (tx) => {
    await tx.query('INSERT INTO note (text) VALUES ($1)', ['never committed'])
    process.stdout.write('ready\n')
    await wait(600_000)
  })
else if (what === 'serve') {
  process.stdout.write('ready\n')
  await wait(600_000)
} else {
  process.stdout.write('ready\n')
  for (;;) {
    const text = randomHex(8)
    await db.query('INSERT INTO note (text) VALUES ($1)', [text])
    process.stdout.write(`${text}\n`)
  }
}
