import pg from 'pg'
import { isOwnMachine } from '#kit/own-machine.ts'
import type { Db } from '#kit/store/db.ts'
import { connectMs, poolDb, type Servers } from './db-pool.store.ts'
import { takeRoleSql } from './db-role.store.ts'

export type PostgresOptions = {
  readonly connectionsMax?: number
  /** In milliseconds. 0: no timeout. */
  readonly statementMs?: number
  /** For short, frequent index queries: plans once and avoids table scans. */
  readonly steadyPlans?: boolean
  readonly asOwner?: boolean
  /** Time to retry an unreachable server, in milliseconds. */
  readonly patienceMs?: number
}

/** By default the server plans every call or, worse, keeps a full-scan plan from an almost empty table. */
const steady =
  ' -c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off'

/** Added to the statement timeout, for a dead server. */
const silenceMs = 5_000

/** One PostgreSQL server, or several with one primary: postgresql://user:password@first:5432,second:5432/name. Sessions use UTC. */
export function postgresDb(
  url: string,
  { connectionsMax = 20, statementMs = 0, steadyPlans = false, asOwner = false, patienceMs = 0 }: PostgresOptions = {},
): Db {
  const urls = serverUrls(url)
  const servers = serversOf(urls.length)
  class Client extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: urls[servers.place()] as string, connectionTimeoutMillis: connectMs })
    }
  }
  return poolDb({
    servers,
    patienceMs,
    client: {
      Client,
      max: connectionsMax,
      pipeline: true,
      options: `-c TimeZone=UTC -c DateStyle=ISO -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=3 -c tcp_keepalives_count=3 -c jit=off${steadyPlans ? steady : ''}`,
      ...(statementMs > 0 ? { statement_timeout: statementMs, query_timeout: statementMs + silenceMs } : {}),
      verify: (client: pg.ClientBase, done: (error?: Error) => void) =>
        void expectWritable(client)
          .then(() => (asOwner ? undefined : client.query(takeRoleSql)))
          .then(() => done(), done),
    } as pg.PoolConfig,
  })
}

/** A standby may have old data and takes no writes. */
async function expectWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ away: boolean }>('SELECT pg_is_in_recovery() AS away')
  if (rows[0]?.away) throw new Error('this server is a standby')
}

function serversOf(count: number): Servers {
  let place = 0
  return {
    count,
    place: () => place,
    leave: (left) => {
      if (left === place) place = (place + 1) % count
    },
  }
}

/** One URL per server. @throws if it is not a PostgreSQL URL. */
export function serverUrls(url: string): string[] {
  const [, scheme, login = '', hosts = '', rest = ''] = /^(postgres(?:ql)?:\/\/)([^@/]*@)?([^/?]*)(.*)$/.exec(url) ?? []
  const urls = hosts.split(',').map((host) => `${scheme}${login}${host}${rest}`)
  if (!scheme || !urls.every((each) => URL.parse(each))) throw new Error('this is no address of a PostgreSQL database')
  return urls
}

/** True if every server is local or verified by TLS. */
export const hasPrivateLine = (url: string): boolean =>
  serverUrls(url).every((each) => {
    const { hostname, searchParams } = new URL(each)
    const host = searchParams.get('host') ?? decodeURIComponent(hostname)
    // A path is a Unix socket. Other `sslmode` values skip the certificate or host name.
    return host.startsWith('/') || isOwnMachine(host) || searchParams.get('sslmode') === 'verify-full'
  })
