import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { embeddedDb, serveEmbeddedDb } from './embedded-db.server.ts'
import { openEngine, syncs } from './embedded-db-engine.server.ts'
import { simpleQuery } from './embedded-db-wire.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'glasshouse-db-'))
/** Making a database takes seconds, copying one does not. */
const made = newFolder()
let folder: string
beforeAll(async () => {
  await (await openEngine(join(made, 'db'))).close()
})
beforeEach(() => {
  folder = newFolder()
  cpSync(made, folder, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
afterAll(() => rmSync(made, { recursive: true, force: true }))

const makeNotes = 'CREATE TABLE note (id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL UNIQUE)'
const program = fileURLToPath(new URL('./test-db-process.ts', import.meta.url))

/** Another process on the same folder. What it says after "ready" is kept. */
async function other(what: 'write' | 'hold'): Promise<{ child: ChildProcess; said: string[] }> {
  const child = spawn(process.execPath, [program, folder, what], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said: string[] = []
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the other process ended')))
    createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }).on('line', (line) => {
      if (line === 'ready') resolve()
      else said.push(line)
    })
  })
  return { child, said }
}
const kill = async (child: ChildProcess) => {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

describe('the embedded database on disk', () => {
  it('waits for the disk at every commit, once for each', async () => {
    const engine = await openEngine(join(folder, 'db'))
    const ask = (sql: string) => Buffer.from(engine.run(simpleQuery(sql))).toString('latin1')
    ask('CREATE TABLE t (id int8 PRIMARY KEY)')
    const before = syncs.count
    for (let id = 0; id < 100; id++) expect(ask(`INSERT INTO t VALUES (${id})`)).toContain('INSERT 0 1')
    expect(syncs.count - before).toBeGreaterThanOrEqual(100)
    expect(ask('SHOW fsync')).toContain('on')
    expect(ask('SHOW wal_sync_method')).toContain('fsync')
    await engine.close()
  })

  it('is shared by every process, whoever came first, and survives the death of the one that serves', async () => {
    const mine = embeddedDb({ dataDir: folder })
    await mine.exec(makeNotes)
    await mine.close()

    const { child, said } = await other('write')
    const client = embeddedDb({ dataDir: folder })
    while (said.length < 20) await client.query('SELECT 1')
    await kill(child)
    const acknowledged = [...said]
    // The dead process served: this one takes over, with nothing to clean up.
    const rows = await client.query<{ text: string }>('SELECT text FROM note')
    const kept = new Set(rows.map(({ text }) => text))
    expect(acknowledged.filter((text) => !kept.has(text))).toEqual([])
    await client.close()
  })

  it('rolls back a process that dies in a transaction, and lets the next one in', async () => {
    const server = await serveEmbeddedDb({ dataDir: folder })
    await server.exec(makeNotes)
    const { child } = await other('hold')
    const waiting = server.query('SELECT text FROM note')
    await kill(child)
    expect(await waiting).toEqual([])
    await server.close()
  })

  it('is served by one process at a time', async () => {
    const server = await serveEmbeddedDb({ dataDir: folder })
    await expect(serveEmbeddedDb({ dataDir: folder })).rejects.toThrow('another process serves')
    await server.close()
    const again = await serveEmbeddedDb({ dataDir: folder })
    expect(await again.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await again.close()
  })

  it('is made where there is none, and finds room for its socket in a folder with a long name', async () => {
    const dataDir = join(folder, 'a-folder-whose-name-is-much-too-long-for-a-socket'.repeat(3))
    const db = embeddedDb({ dataDir })
    expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await db.close()
  })

  it('gives a transaction the engine to itself, in the order they came', async () => {
    const db = embeddedDb({ dataDir: folder })
    await db.exec(makeNotes)
    const add = (name: string) =>
      db.transaction(async (tx) => {
        await tx.query('INSERT INTO note (text) VALUES ($1)', [`${name} begins`])
        await tx.query('SELECT 1')
        await tx.query('INSERT INTO note (text) VALUES ($1)', [`${name} ends`])
      })
    await Promise.all(['a', 'b', 'c', 'd'].map(add))
    const rows = await db.query<{ text: string }>('SELECT text FROM note ORDER BY id')
    const written = rows.map(({ text }) => text)
    for (const [place, text] of written.entries())
      if (place % 2) expect(text).toBe(written[place - 1]?.replace('begins', 'ends'))
    expect(written).toHaveLength(8)
    await db.close()
  })
})
