/** npm run trial bench-idle [-- 60 (seconds) statements (lists them by frequency)] */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { freePort } from '#engine/own-postgres/postgres-cluster.server.ts'
import { startPostgres } from '#engine/test/test-postgres.ts'

const seconds = Number(process.argv[2] ?? 60)
const settleMs = 45_000

const isListed = process.argv.includes('statements')

let log = ''
const postgres = await startPostgres({
  durable: true,
  onLog: (text) => {
    log += text
  },
})
const dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-idle-'))
const env = {
  ...process.env,
  PORT: `${await freePort()}`,
  DATA_DIR: dataDir,
  DATABASE_URL: postgres.url,
  LOG_LEVEL: 'warn',
}
const product = fork(fileURLToPath(new URL('../../scripts/start.ts', import.meta.url)), { env })
try {
  await new Promise<void>((resolve, reject) => {
    product.once('message', () => resolve())
    product.once('exit', (code) => reject(new Error(`the product ended with code ${code}`)))
  })
  await wait(settleMs)
  const client = new pg.Client(postgres.url)
  await client.connect()
  if (isListed) {
    await client.query("ALTER SYSTEM SET log_statement = 'all'")
    await client.query('SELECT pg_reload_conf()')
    await wait(1_000)
  }
  log = ''
  const before = await count(client)
  await wait(seconds * 1000)
  const after = await count(client)
  await client.end()
  const rate = (name: keyof typeof before) => ((after[name] - before[name]) / seconds).toFixed(1)
  process.stdout.write(
    `idle for ${seconds} s: ${rate('transactions')} transactions a second, ${rate('rows')} rows written a second, ${rate('log')} bytes of the log a second\n`,
  )
  if (isListed) process.stdout.write(`${statementsOf(log)}\n`)
} finally {
  const ended = new Promise((resolve) => product.once('exit', resolve))
  product.kill('SIGTERM')
  await ended
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** The count itself is one transaction. */
async function count(client: pg.Client): Promise<{ transactions: number; rows: number; log: number }> {
  const { rows } = await client.query<{ transactions: string; rows: string; log: string }>(
    `SELECT sum(xact_commit + xact_rollback)::text AS transactions, sum(tup_inserted + tup_updated + tup_deleted)::text AS rows,
       pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS log
     FROM pg_stat_database WHERE datname IS NOT NULL`,
  )
  const [row] = rows
  return { transactions: Number(row?.transactions), rows: Number(row?.rows), log: Number(row?.log) }
}

/** Grouped by prefix. Each transaction counts once. */
function statementsOf(text: string): string {
  const counts = new Map<string, number>()
  for (const [, said = ''] of text.matchAll(/LOG: {2}(?:statement|execute [^:]*): ((?:.|\n\t)*)/g)) {
    const name = said.replaceAll(/\s+/g, ' ').slice(0, 140)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const often = [...counts].toSorted(([, one], [, other]) => other - one)
  return often.map(([name, times]) => `${(times / seconds).toFixed(2).padStart(7)}  ${name}`).join('\n')
}
