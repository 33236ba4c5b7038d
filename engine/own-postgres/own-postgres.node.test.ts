import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../migrate.store.ts'
import { openDb, openDbAsOwner } from '../open-db.store.ts'
import { postgresDb } from '../postgres-db.store.ts'
import { withConnection } from './one-connection.server.ts'
import { startOwnPostgres } from './own-postgres.store.ts'
import { hasOwnDatabase, ownUrls, psqlCommand, readLogin } from './postgres-login.server.ts'

const made: string[] = []
const newFolder = (name = 'glasshouse-own-'): string => {
  const folder = mkdtempSync(join(tmpdir(), name))
  made.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

const makeNotes = 'CREATE TABLE note (text text PRIMARY KEY)'
const fill = (ownerUrl: string): Promise<void> =>
  withConnection(ownerUrl, async (client) => {
    await client.query(`${makeNotes}; GRANT SELECT, INSERT ON note TO glasshouse; INSERT INTO note VALUES ('first')`)
  })
const notes = async (dataDir: string): Promise<string[]> => {
  const db = await openDb({ dataDir })
  const rows = await db.query<{ text: string }>('SELECT text FROM note ORDER BY text')
  await db.close()
  return rows.map(({ text }) => text)
}

describe('the PostgreSQL server of a data folder', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = newFolder()
  })

  it('is made once, closed to others, and signs the product in as somebody who owns nothing', async () => {
    const first = await startOwnPostgres(dataDir, { fill })
    expect(await notes(dataDir)).toEqual(['first'])
    const db = await openDb({ dataDir })
    expect(await db.query('SELECT session_user::text AS signed, current_user::text AS works')).toEqual([
      { signed: 'glasshouse_app', works: 'glasshouse' },
    ])
    await expect(db.query('CREATE TABLE mine (id int8)')).rejects.toThrow('permission denied')
    await expect(db.query('SET ROLE glasshouse_owner')).rejects.toThrow('permission denied')
    expect(await db.query("SELECT current_setting('fsync') AS a, current_setting('full_page_writes') AS b")).toEqual([
      { a: 'on', b: 'on' },
    ])
    await db.close()
    expect(psqlCommand(dataDir)).toContain('psql -h ')
    if (process.platform !== 'win32')
      for (const name of ['postgres', 'postgres-login.json'])
        expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0)
    const wrong = ownUrls(dataDir, { ...readLogin(dataDir), product: { user: 'glasshouse_app', password: 'guessed' } })
    await expect(withConnection(wrong.product, async () => undefined)).rejects.toThrow('password authentication failed')
    await first.end('SIGINT')

    const second = await startOwnPostgres(dataDir, { fill: () => Promise.reject(new Error('it is filled once')) })
    expect(await notes(dataDir)).toEqual(['first'])
    await second.end('SIGINT')
  })

  it('brings a migrated database to its owner and to the product', async () => {
    const server = await startOwnPostgres(dataDir, {
      fill: async (url) => {
        const db = postgresDb(url, { asOwner: true })
        await migrate(db).finally(() => db.close())
      },
    })
    const owner = await openDbAsOwner({ dataDir })
    expect(await migrate(owner)).toEqual([])
    await owner.close()
    const db = await openDb({ dataDir })
    expect(await db.query('SELECT count(*) AS wallets FROM wallet')).toEqual([{ wallets: 0n }])
    await db.close()
    await server.end('SIGINT')
  })

  it('listens on a port of this machine where the path of a socket would be too long', async () => {
    const deep = join(dataDir, 'a'.repeat(100))
    const server = await startOwnPostgres(deep, { fill })
    expect(readLogin(deep).host).toBe('127.0.0.1')
    expect(await notes(deep)).toEqual(['first'])
    await server.end('SIGINT')
  })

  it('is filled anew where filling it was cut short', async () => {
    await expect(
      startOwnPostgres(dataDir, {
        fill: async (url) => {
          await fill(url)
          throw new Error('cut short')
        },
      }),
    ).rejects.toThrow('cut short')
    const server = await startOwnPostgres(dataDir, { fill })
    expect(await notes(dataDir)).toEqual(['first'])
    await server.end('SIGINT')
  })

  it('is not taken for made where a start was killed before its files had their name', async () => {
    const first = await startOwnPostgres(dataDir, { fill })
    await first.end('SIGINT')
    renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres.new'))
    expect(hasOwnDatabase(dataDir)).toBe(false)
    const server = await startOwnPostgres(dataDir, { fill })
    expect([hasOwnDatabase(dataDir), await notes(dataDir)]).toEqual([true, ['first']])
    await server.end('SIGINT')
  })

  it('takes the place of one that outlived the process that started it, which loses nothing', async () => {
    const program = fileURLToPath(new URL('./test-own-process.ts', import.meta.url))
    const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
    const db = await openDb({ dataDir })
    await db.query("INSERT INTO note VALUES ('second')")
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    await db.close()
    const server = await startOwnPostgres(dataDir, { fill })
    expect(await notes(dataDir)).toEqual(['first', 'second'])
    await server.end('SIGINT')
  })

  it('starts where the number of a killed server belongs to another program by now', async () => {
    const first = await startOwnPostgres(dataDir, { fill })
    const path = join(dataDir, 'postgres', 'postmaster.pid')
    const file = readFileSync(path, 'utf8')
    await first.end('SIGKILL')
    writeFileSync(path, file.replace(/^\d+/, `${process.ppid}`))
    const server = await startOwnPostgres(dataDir, { fill })
    expect(await notes(dataDir)).toEqual(['first'])
    await server.end('SIGINT')
  })

  it('is refused, in words, in a folder of a version that kept another kind of database', async () => {
    mkdirSync(join(dataDir, 'db'))
    writeFileSync(join(dataDir, 'db', 'PG_VERSION'), '17')
    await expect(startOwnPostgres(dataDir, { fill })).rejects.toThrow('a database of an earlier version')
    expect(readFileSync(join(dataDir, 'db', 'PG_VERSION'), 'utf8')).toBe('17')
  })
})
