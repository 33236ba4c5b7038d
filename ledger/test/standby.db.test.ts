import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { DbUnreachable } from '#engine/db-pool.store.ts'
import { migrate } from '#engine/migrate.store.ts'
import { postgresDb } from '#engine/postgres-db.store.ts'
import { startPostgres } from '#engine/test/test-postgres.ts'
import { until } from '#kit/test/test-until.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { available, outside } from '../posting/chart.ts'
import type { Entry } from '../posting/entry.ts'
import { ledgerOf, post } from '../posting/ledger.store.ts'

const entry = (key: string): Entry => {
  const to = available('ANA0000000' as WalletId)
  return {
    key,
    at: new Date('2026-11-21T10:00:00Z'),
    postings: [{ from: outside('eth'), to, asset: 'USDT', units: 1n, code: 2 }],
  }
}

it('does not call posted what no standby has', async () => {
  const server = await startPostgres()
  const setUp = postgresDb(server.url)
  await migrate(setUp)
  // Each commit waits for a standby, which is away.
  await setUp.exec("ALTER SYSTEM SET synchronous_standby_names = 'away'")
  await setUp.exec("ALTER DATABASE postgres SET synchronous_commit = 'on'")
  await setUp.query('SELECT pg_reload_conf()')
  await setUp.close()
  const db = postgresDb(server.url, { statementMs: 1_000 })
  const operator = postgresDb(server.url, { asOwner: true })
  const posting = (key: string) => db.transaction((tx) => post(tx, entry(key)))

  // A cancelled wait commits normally, with only a warning.
  const warned = expect(posting('warned')).rejects.toBeInstanceOf(DbUnreachable)
  const endWait = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
  await until('a posting waits for a standby', async () => (await operator.query(endWait)).length > 0)
  await warned
  await expect(posting('waiting')).rejects.toBeInstanceOf(DbUnreachable)

  await operator.query('ALTER SYSTEM RESET synchronous_standby_names')
  await operator.query('SELECT pg_reload_conf()')
  await operator.close()
  for (const key of ['warned', 'waiting']) expect(await ledgerOf(db).submit(entry(key))).toBe('replayed')
  await db.close()
  await server.stop()
})

it('does not wait for a machine that takes connections and says nothing', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as { port: number }
  const db = postgresDb(`postgres://postgres@127.0.0.1:${port}/postgres`)
  await expect(db.query('SELECT 1')).rejects.toBeInstanceOf(DbUnreachable)
  await db.close()
  silent.close()
})
