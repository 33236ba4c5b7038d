import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { withConnection } from './one-connection.server.ts'

/** PostgreSQL's manual excludes their content. */
const emptied = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|backup_label.*|tablespace_map.*|backup_manifest.*|recovery\.signal|pg_internal\.init.*|pgsql_tmp.*|\.s\.PGSQL.*)$/
const segment = /^[0-9A-F]{24}$/

/** Copies a running server with its WAL. `readAtEnd` precedes the copy's last moment. */
export function copyDatabase<T>(ownerUrl: string, data: string, to: string, readAtEnd: () => Promise<T>): Promise<T> {
  return withConnection(ownerUrl, async (client) => {
    // Keeps the WAL until this connection ends.
    await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [`copy_${process.pid}`])
    await client.query("SELECT pg_backup_start('glasshouse', true)")
    await copyTree(data, to)
    const atEnd = await readAtEnd()
    const { label, last } = await endBackup(client)
    await writeFile(join(to, 'backup_label'), label, { mode: 0o600 })
    const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? ''
    await mkdir(join(to, 'pg_wal', 'archive_status'), { mode: 0o700 })
    for (const name of await readdir(join(data, 'pg_wal')))
      if (segment.test(name) && name >= first && name <= last)
        await copyFile(join(data, 'pg_wal', name), join(to, 'pg_wal', name))
    return atEnd
  })
}

async function endBackup(client: pg.Client): Promise<{ readonly label: string; readonly last: string }> {
  const { rows } = await client.query<{ label: string; last: string }>(
    'SELECT labelfile AS label, pg_walfile_name(lsn - 1) AS last FROM pg_backup_stop(false)',
  )
  const [ended] = rows
  if (!ended) throw new Error('PostgreSQL did not end the backup')
  return ended
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (leftOut.test(entry.name)) continue
    if (entry.isDirectory() && emptied.includes(entry.name)) await mkdir(target, { mode: 0o700 })
    else if (entry.isDirectory()) await copyTree(source, target)
    else if (entry.isFile()) await copyFile(source, target).catch(ignoreGone)
  }
}

/** Recovery needs no dropped table. */
function ignoreGone(error: unknown): void {
  if ((error as { code?: unknown }).code !== 'ENOENT') throw error
}
