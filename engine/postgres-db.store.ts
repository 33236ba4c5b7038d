import pg from 'pg'
import type { Db } from '#kit/db.ts'
import { isOwnMachine } from '#kit/own-machine.ts'
import { connectMs, poolDb, type Servers } from './db-pool.store.ts'
import { takeRoleSql } from './db-role.store.ts'

export type PostgresOptions = {
  readonly connectionsMax?: number
  /** The longest one statement may take, in milliseconds: for whoever serves people, who do not wait for ever. 0: as long as it takes. */
  readonly statementMs?: number
  /** For short questions over indexes, asked again and again: a plan is made once, and never reads a whole table where an index helps. */
  readonly steadyPlans?: boolean
  /** As whoever signed in, who may own the tables, instead of as the product: for what prepares a database. */
  readonly asOwner?: boolean
  /** How long a server that cannot be reached is tried again, in milliseconds: one that is about to be started again. */
  readonly patienceMs?: number
}

/**
 * How a plan is chosen that is good for any size of the tables. Left to itself, the server plans a question anew at each call or, worse, keeps a
 * plan from when a table was nearly empty, which reads all of it.
 */
const steady =
  ' -c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off'

/** Beyond what the server allows a statement, for the case that the server does not answer at all. */
const silenceMs = 5_000

/**
 * A PostgreSQL server, or several that hold one database, of which one takes writes: postgresql://user:password@first:5432,second:5432/name.
 * Every session counts time in UTC.
 */
export function postgresDb(
  url: string,
  { connectionsMax = 20, statementMs = 0, steadyPlans = false, asOwner = false, patienceMs = 0 }: PostgresOptions = {},
): Db {
  const urls = serverUrls(url)
  const servers = serversOf(urls.length)
  /** Each new connection goes to the server that is asked now. */
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
      // What a transaction asks without waiting is sent at once.
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

/** A standby answers questions, but what it says may be old, and it takes no writes. */
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

/**
 * An address for each server of a database.
 * @throws when it is no address of a PostgreSQL database.
 */
export function serverUrls(url: string): string[] {
  const [, scheme, login = '', hosts = '', rest = ''] = /^(postgres(?:ql)?:\/\/)([^@/]*@)?([^/?]*)(.*)$/.exec(url) ?? []
  const urls = hosts.split(',').map((host) => `${scheme}${login}${host}${rest}`)
  if (!scheme || !urls.every((each) => URL.parse(each))) throw new Error('this is no address of a PostgreSQL database')
  return urls
}

/** Whether nobody on the way reads or changes what is said to a database: each of its servers is on this machine, or shows by TLS who it is. */
export const hasPrivateLine = (url: string): boolean =>
  serverUrls(url).every((each) => {
    const { hostname, searchParams } = new URL(each)
    const host = searchParams.get('host') ?? decodeURIComponent(hostname)
    // A path is a Unix socket. The library's other modes check no certificate, or not the name in it.
    return host.startsWith('/') || isOwnMachine(host) || searchParams.get('sslmode') === 'verify-full'
  })
