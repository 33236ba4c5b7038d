import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDb } from '#engine/open-db.store.ts'
import { copyFolderDb, testFolderDb } from '#engine/test/test-db.ts'
import { investingWorld } from '#features/investing/test-world.ts'
import type { Db } from '#kit/store/db.ts'
import { until } from '#kit/test/test-until.ts'
import { advanceClock } from '#kit/time/clock.store.ts'
import { addDays, dayMs, dayOf, startOf, wallClock } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { testProducts } from '#products/terms/test-order.ts'
import { booksOf } from '#trials/bench/settlement/settlement-raw.ts'

const file = fileURLToPath(new URL('../../server/loops/days-process.ts', import.meta.url))
const today = dayOf(wallClock.now())
/** Days completed at the target time. */
const daysDue = 9
const folder = mkdtempSync(join(tmpdir(), 'glasshouse-days-'))

async function makeCompany(dataDir: string): Promise<Db> {
  const db = await testFolderDb(dataDir)
  const world = await investingWorld(undefined, { db, begins: wallClock.now() })
  const sold = testProducts.filter(({ line }) => line === 'dual' || line === 'lockup' || line === 'compound')
  const upline = await world.wallet()
  for (let holder = 0; holder < 6; holder += 1) {
    const walletId = await world.wallet(undefined, upline)
    for (const { id } of sold) await world.buy(walletId, { productId: id }).catch(() => undefined)
  }
  return db
}

let first: Db
let second: Db
beforeAll(async () => {
  first = await makeCompany(join(folder, 'one'))
  second = await copyFolderDb(join(folder, 'one'), join(folder, 'two'))
})
afterAll(async () => {
  await first.close()
  await second.close()
  rmSync(folder, { recursive: true, force: true })
})

const finishedDays = async (db: Db): Promise<number> =>
  (await db.query('SELECT FROM settlement_day WHERE finished_at IS NOT NULL')).length

async function settledBy(name: string, processes: number): Promise<{ books: string; left: number; faults: unknown }> {
  const dataDir = join(folder, name)
  const db = await openDb({ dataDir })
  const children: ChildProcess[] = []
  try {
    const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' }
    for (let count = 0; count < processes; count += 1) {
      const child = fork(file, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
      children.push(child)
      await new Promise<void>((resolve, reject) => {
        child.once('message', () => resolve())
        child.once('exit', (code) => reject(new Error(`it ended with code ${code}`)))
      })
    }
    const noon = startOf(addDays(today, daysDue)).getTime() + dayMs / 2
    await db.transaction((tx) => advanceClock(tx, noon - wallClock.now().getTime()))
    const begun = async () => (await db.query('SELECT FROM settlement_step WHERE done > 0 LIMIT 1')).length > 0
    await until('one of them has begun', begun)
    for (const child of children.slice(1)) child.kill('SIGKILL')
    const left = daysDue - (await finishedDays(db))
    await until('all days are finished', async () => (await finishedDays(db)) === daysDue)
    return { books: await booksOf(db), left, faults: await audit(db) }
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await db.close()
  }
}

it('of two processes of days one is killed in the middle: the other finishes, with the books of one', async () => {
  const one = await settledBy('one', 1)
  const two = await settledBy('two', 2)
  expect([one.left > 0, two.left > 0]).toEqual([true, true])
  expect(two.books).toBe(one.books)
  expect([one.faults, two.faults]).toEqual([[], []])
})
