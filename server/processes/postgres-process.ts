/**
 * PostgreSQL server of a data folder. Run: node server/processes/postgres-process.ts --data <folder> Stops on a signal or when the parent's channel
 * closes. Killing it is safe for the files.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { hasDemoWorld, loadDemoWorld } from '#db/demo-world.server.ts'
import { countRows } from '#engine/copy-tables.store.ts'
import { migrate } from '#engine/migrate.store.ts'
import { startOwnPostgres } from '#engine/own-postgres/own-postgres.store.ts'
import { ownUrls } from '#engine/own-postgres/postgres-login.server.ts'
import { postgresDb } from '#engine/postgres-db.store.ts'
import { addressOf } from '#kit/monitor/monitor.server.ts'
import { runChild } from '#kit/run-child.server.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'data' },
    monitor: { type: 'string' },
    'wal-archive': { type: 'string' },
  },
})
const dataDir = resolve(values.data)
const stopWithinMs = 25_000

async function fill(ownerUrl: string): Promise<void> {
  const db = postgresDb(ownerUrl, { asOwner: true, connectionsMax: 2 })
  await migrate(db).finally(() => db.close())
  if (hasDemoWorld(dataDir)) await loadDemoWorld(ownerUrl)
  isFilled = true
}

let isFilled = false
await runChild(
  async (fail) => {
    const onLog = (text: string) => void process.stderr.write(text)
    const server = await startOwnPostgres(dataDir, { fill, walArchive: values['wal-archive'], onLog })
    if (isFilled) void countRows(ownUrls(dataDir).owner).catch(() => {})
    void server.ended.then(() => fail(new Error('the PostgreSQL server ended')))
    return { stop: () => server.end('SIGINT') }
  },
  { stopWithinMs, monitor: values.monitor ? addressOf(values.monitor) : undefined },
)
