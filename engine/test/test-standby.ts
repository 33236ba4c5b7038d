import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { until } from '#kit/test/test-until.ts'
import { freePort } from '../own-postgres/postgres-cluster.server.ts'
import { copyCluster, makeTestCluster, postgresFolder, serveTestCluster } from './test-postgres.ts'

export type TestPair = {
  readonly url: string
  readonly primaryUrl: string
  cutOff(): Promise<void>
  /** Promotes the standby with the data it has. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

export async function startPair(): Promise<TestPair> {
  const folder = postgresFolder()
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const [port, otherPort] = [await freePort(), await freePort()]
  makeTestCluster(first, false)
  copyCluster(first, second)
  const primary = await serveTestCluster(first, { port })
  follow(second, port)
  const standby = await serveTestCluster(second, { port: otherPort })
  const followers = async () => (await ask(primary.url, 'SELECT 1 FROM pg_stat_replication')).length
  await until('the second server follows', async () => (await followers()) > 0)
  let isGone = false
  return {
    url: `postgres://postgres@127.0.0.1:${port},127.0.0.1:${otherPort}/postgres`,
    primaryUrl: primary.url,
    cutOff: async () => {
      await untilFollowed(primary.url)
      await ask(standby.url, "ALTER SYSTEM SET primary_conninfo = ''", 'SELECT pg_reload_conf()')
      await until('the second server is cut off', async () => (await followers()) === 0)
    },
    failOver: async () => {
      await primary.end('SIGQUIT')
      isGone = true
      await ask(standby.url, 'SELECT pg_promote()')
    },
    stop: async () => {
      if (!isGone) await primary.end('SIGINT')
      await standby.end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function follow(data: string, port: number): void {
  writeFileSync(join(data, 'standby.signal'), '')
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'\n`)
}

async function untilFollowed(url: string): Promise<void> {
  const behind = 'SELECT 1 FROM pg_stat_replication WHERE replay_lsn IS DISTINCT FROM pg_current_wal_insert_lsn()'
  await until('the second server has everything', async () => (await ask(url, behind)).length === 0)
}
async function ask(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let rows: unknown[] = []
  for (const statement of statements) rows = (await client.query(statement)).rows
  await client.end()
  return rows
}
