import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '#engine/migrate.store.ts'
import { openDb, openDbAsOwner } from '#engine/open-db.store.ts'
import { startOwnPostgres } from '#engine/own-postgres/own-postgres.store.ts'
import type { Served } from '#engine/own-postgres/postgres-cluster.server.ts'
import { ownUrls } from '#engine/own-postgres/postgres-login.server.ts'
import { postgresDb } from '#engine/postgres-db.store.ts'
import type { Db } from '#kit/store/db.ts'
import { until } from '#kit/test/test-until.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { audit } from '#ledger/audit.store.ts'
import { available, outside } from '#ledger/posting/chart.ts'
import { ledgerOf } from '#ledger/posting/ledger.store.ts'
import { type TestFolder, testFolder } from '#outside/chains/test/test-folder.ts'
import { removeRunFile, writeRunFile } from '../processes/run-file.ts'
import { copyExternal } from './external-database.ts'
import { makeBackup } from './make-backup.ts'
import type { Manifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'

const fill = async (url: string): Promise<void> => {
  const db = postgresDb(url, { asOwner: true })
  await migrate(db).finally(() => db.close())
}
const at = new Date('2026-11-29T10:00:00Z')
const wallet = available('BACKUP0001' as WalletId)
const deposit = (db: Db, key: string) =>
  ledgerOf(db).submit({ key, at, postings: [{ from: outside('bsc'), to: wallet, asset: 'USDT', units: 1n, code: 2 }] })
const keysOf = async (db: Db, upTo = 2n ** 62n): Promise<string[]> =>
  (await db.query<{ key: string }>('SELECT key FROM entry WHERE id <= $1 ORDER BY id', [upTo])).map(({ key }) => key)

describe('a backup of the embedded database', () => {
  let folder: TestFolder
  let dataDir: string
  let archive: string
  let server: Served
  let db: Db
  let owner: Db
  beforeAll(async () => {
    folder = testFolder('backup-')
    dataDir = join(folder.path, 'data')
    archive = join(folder.path, 'archive')
    mkdirSync(join(dataDir, 'signer'), { recursive: true })
    for (const name of ['signer/keystore.json', 'signer/journal.ndjson', 'signer/passphrase', 'server-secret'])
      writeFileSync(join(dataDir, name), `${name}\n`, { mode: 0o600 })
    await serve()
  })
  afterAll(async () => {
    await stop()
    folder.remove()
  })
  const serve = async () => {
    server = await startOwnPostgres(dataDir, { fill, walArchive: archive })
    writeRunFile(dataDir, [])
    db = await openDb({ dataDir })
    owner = await openDbAsOwner({ dataDir })
  }
  const stop = async () => {
    await db.close()
    await owner.close()
    await server.end('SIGINT')
    removeRunFile(dataDir)
  }
  const backUp = (walArchive?: string) =>
    makeBackup(
      { dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined, walArchive, environment: {} },
      join(folder.path, 'backups'),
    )
  let restores = 0
  const restore = async (copy: string, recovery: Partial<Parameters<typeof restoreBackup>[2]> = {}) => {
    restores += 1
    const to = join(folder.path, `restored-${restores}`)
    await restoreBackup(copy, to, { wal: [], ...recovery })
    const restored = await startOwnPostgres(to, { fill: () => Promise.reject(new Error('it is filled')) })
    const reader = await openDb({ dataDir: to })
    const found = { keys: await keysOf(reader), findings: await audit(reader), to }
    await reader.close()
    await restored.end('SIGINT')
    return found
  }
  const manifestOf = (copy: string) => JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8')) as Manifest
  const askOwner = async <Row>(sql: string) => (await owner.query<Row>(sql))[0] as Row

  it('has every entry that was acknowledged before it ended, while entries are written', async () => {
    let isOver = false
    let written = 0
    const writing = (async () => {
      for (; !isOver; written += 1) expect(await deposit(db, `during:${written}`)).toBe('posted')
    })()
    await until('entries are written', () => written > 20)
    const before = written
    const copy = await backUp()
    isOver = true
    await writing
    const manifest = manifestOf(copy)
    const wanted = await keysOf(db, BigInt(manifest.newestEntry))
    expect(wanted.length).toBeGreaterThan(before)
    const { keys, findings, to } = await restore(copy)
    expect(keys.slice(0, wanted.length)).toEqual(wanted)
    expect(findings).toEqual([])
    expect(readFileSync(join(to, 'server-secret'), 'utf8')).toBe('server-secret\n')
    expect(readdirSync(join(to, 'signer')).sort()).toEqual(['journal.ndjson', 'keystore.json'])
    expect(manifest).toMatchObject({ database: 'embedded', postgres: expect.stringMatching(/^18/) })
    for (const path of [...manifest.folders, ...manifest.files.map((file) => file.path), 'manifest.json'])
      expect(statSync(join(copy, path)).mode & 0o077, path).toBe(0)
    expect(existsSync(`${to}.restoring`)).toBe(false)
  })

  it('is made of a stopped product too, which then starts again', async () => {
    await stop()
    const copy = await backUp(archive)
    expect(existsSync(join(dataDir, 'run.json'))).toBe(false)
    await serve()
    expect((await restore(copy)).keys).toEqual(await keysOf(db))
  })

  it('goes back to any time with the WAL archive, to exactly the entries up to then', async () => {
    const copy = await backUp()
    for (let each = 0; each < 5; each += 1) await deposit(db, `kept:${each}`)
    const kept = await keysOf(db)
    const { time } = await askOwner<{ time: string }>(
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS time`,
    )
    for (let each = 0; each < 5; each += 1) await deposit(db, `later:${each}`)
    const { segment } = await askOwner<{ segment: string }>('SELECT pg_walfile_name(pg_switch_wal() - 1) AS segment')
    await until('the segment is archived', () => existsSync(join(archive, segment)))
    expect((await restore(copy, { until: time, wal: [archive] })).keys).toEqual(kept)
    expect((await restore(copy, { wal: [archive] })).keys).toEqual(await keysOf(db))
    await deposit(db, 'not archived yet')
    const unarchived = { wal: [archive, join(dataDir, 'postgres', 'pg_wal')] }
    expect((await restore(copy, unarchived)).keys).toEqual(await keysOf(db))
    await expect(restore(copy, { until: '2100-01-01T00:00:00Z', wal: [archive] })).rejects.toThrow(
      'The WAL ends before',
    )
    const early = { until: '2020-01-01T00:00:00Z', wal: [archive] }
    await expect(restore(copy, early)).rejects.toThrow('The backup was made after')
  })

  it('is refused where a file is damaged or missing, and where the data folder is not empty', async () => {
    const copy = await backUp()
    const to = join(folder.path, 'refused')
    mkdirSync(to)
    writeFileSync(join(to, 'mine'), 'mine')
    await expect(restoreBackup(copy, to, { wal: [] })).rejects.toThrow('is not empty')
    expect(readdirSync(to)).toEqual(['mine'])
    const [file] = manifestOf(copy).files.filter(({ path }) => path.startsWith('database/base/'))
    appendFileSync(join(copy, file?.path ?? ''), 'x')
    await expect(restoreBackup(copy, `${to}-2`, { wal: [] })).rejects.toThrow('is damaged')
    await expect(restoreBackup(folder.path, `${to}-2`, { wal: [] })).rejects.toThrow('is not a backup')
    for (const path of ['signer/../../outside', '/etc/passwd', 'secrets/./x', 'signer\\..\\x']) {
      const strange = { ...manifestOf(copy), files: [{ path, bytes: 0, sha256: '' }] }
      writeFileSync(join(copy, 'manifest.json'), JSON.stringify(strange))
      await expect(restoreBackup(copy, `${to}-2`, { wal: [] })).rejects.toThrow('which is not in the backup')
    }
    expect(existsSync(`${to}-2`)).toBe(false)
  })

  it('leaves no data folder where a restore is killed, and is restored by the next one', async () => {
    const copy = await backUp()
    const to = join(folder.path, 'killed')
    const program = fileURLToPath(new URL('../../scripts/restore.ts', import.meta.url))
    const child = spawn(process.execPath, [program, copy], { env: { PATH: process.env.PATH, DATA_DIR: to } })
    const gone = once(child, 'exit')
    await until('the WAL is replayed', () => existsSync(join(`${to}.restoring`, 'postgres', 'postmaster.pid')))
    child.kill('SIGKILL')
    expect(await gone).toEqual([null, 'SIGKILL'])
    expect(existsSync(to)).toBe(false)
    await restoreBackup(copy, to, { wal: [] })
    expect([existsSync(to), existsSync(`${to}.restoring`)]).toEqual([true, false])
  })

  it('of a server elsewhere is made by pg_basebackup, and restores the signer and the secret only', async () => {
    const programs = join(folder.path, 'programs')
    mkdirSync(programs)
    const stub = '#!/bin/sh\n/bin/mkdir "$4"\necho 18 > "$4/PG_VERSION"\n'
    writeFileSync(join(programs, 'pg_basebackup'), stub, { mode: 0o700 })
    const { owner: databaseUrl } = ownUrls(dataDir)
    const outside = { dataDir, databaseUrl, databaseOwnerUrl: undefined, walArchive: undefined }
    const copy = await makeBackup({ ...outside, environment: { PATH: programs } }, join(folder.path, 'elsewhere'))
    expect(readdirSync(join(copy, 'database'))).toEqual(['PG_VERSION'])
    const to = join(folder.path, 'from-elsewhere')
    const { manifest, newestEntry } = await restoreBackup(copy, to, { wal: [] })
    expect([manifest.database, newestEntry]).toEqual(['external', undefined])
    expect(readdirSync(to).sort()).toEqual(['server-secret', 'signer'])
  })

  it('never overwrites another file of the archive', async () => {
    const { next } = await askOwner<{ next: string }>('SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS next')
    writeFileSync(join(archive, next), 'another server')
    await deposit(db, 'archived')
    await askOwner('SELECT pg_switch_wal()')
    await until('archiving fails', async () => {
      const { failed } = await askOwner<{ failed: string }>('SELECT last_failed_wal AS failed FROM pg_stat_archiver')
      return failed === next
    })
    expect(readFileSync(join(archive, next), 'utf8')).toBe('another server')
  })
})

it('a server elsewhere is copied by pg_basebackup, without its password among the arguments', () => {
  const folder = testFolder('basebackup-')
  const url = 'postgresql://ada:s%40fe@one:5432,two:5432/name?sslmode=verify-full'
  expect(() => copyExternal(url, folder.path, { PATH: folder.path })).toThrow('install the client programs')
  writeFileSync(join(folder.path, 'pg_basebackup'), '#!/bin/sh\nprintf "%s|" "$PGPASSWORD" "$@" >&2\nexit 1\n', {
    mode: 0o700,
  })
  expect(() => copyExternal(url, '/to', { PATH: folder.path })).toThrow(
    'pg_basebackup failed: s@fe|--dbname|postgresql://ada@one:5432,two:5432/name?sslmode=verify-full|--pgdata|/to|',
  )
  folder.remove()
})
