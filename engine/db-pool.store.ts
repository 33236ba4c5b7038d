import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect } from '#kit/expect.ts'
import { Refusal } from '#kit/failure.ts'
import { countPool } from '#kit/monitor/metrics.server.ts'
import type { Db, DbIdentity, Sql, Tx } from '#kit/store/db.ts'
import { wallClock } from '#kit/time/clock.ts'
import { newsOf } from './db-news.store.ts'
import { encodeParam, parserOf } from './db-values.server.ts'
import { sqlState } from './sql-state.server.ts'
import { retryTransaction } from './transaction-retry.server.ts'

export type PoolConfig = {
  readonly client: pg.PoolConfig
  /** For several servers with one primary at a time. */
  readonly servers?: Servers
  readonly patienceMs?: number
}

export type Servers = {
  readonly count: number
  /** Index of the current server. */
  place(): number
  /** Switches to the next server, unless another caller already did. */
  leave(place: number): void
}

/** Timeouts for connecting and for waiting in the pool. A powered-off machine never responds, so both are needed. */
export const connectMs = 5_000
const queueMs = 30_000
const keepAliveMs = 10_000

/** Delay before retrying an unreachable server. */
const reviveMs = 50

/**
 * The database is unreachable, or a connection broke during a query. If it broke during COMMIT the outcome is unknown. Only the same
 * idempotency key makes a retry safe.
 */
export class DbUnreachable extends Error {
  constructor(cause: unknown) {
    super('the database cannot be reached', { cause })
    this.name = 'DbUnreachable'
  }
}
/** SQLSTATEs of a server that is stopped, starting, out of connections, read-only since a failover, or timed out. */
const serverIsAway = /^(08...|57P0[123]|57014|53300|25006)$/
/** The client's own timeout messages. */
const tookTooLong = /^(Query read timeout|timeout exceeded when trying to connect|timeout expired)$/

/** Tracks the open transaction, because a parallel statement could wait forever for its locks. */
const open = new AsyncLocalStorage<{ over: boolean }>()

/** @throws inside a transaction, because a second connection could wait for the first. */
export function expectNoTransaction(): void {
  const current = open.getStore()
  expect(!current || current.over, 'inside a transaction only its tx is asked, never the database')
}

export function poolDb(config: PoolConfig): Db {
  // Replaced after every break, because data may be older after a failover.
  let identity: DbIdentity = {}
  const forget = () => {
    identity = {}
  }
  const pool = new pg.Pool({
    max: 10,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: queueMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    types: { getTypeParser: ((type: number) => parserOf(type)) as never },
    ...config.client,
  })
  const discount = countPool(pool)
  pool.on('error', forget)
  pool.on('connect', hearWarnings)

  const news = newsOf({
    connect: async () => {
      const { Client = pg.Client } = config.client as { Client?: typeof pg.Client }
      const client = new Client({ keepAlive: true, keepAliveInitialDelayMillis: keepAliveMs, ...config.client })
      // Lets an idle process exit.
      client.once('connect', () => (client as pg.Client & { unref(): void }).unref())
      client.on('error', ignore)
      await client.connect()
      return client
    },
    onFailure: () => config.servers?.leave(config.servers.place()),
  })

  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    expectNoTransaction()
    const client = await connect(pool, config)
    let isBroken = false
    // The pool handles errors of idle connections only. In use, the error event precedes the failed query.
    const onError = () => {
      isBroken = true
    }
    client.on('error', onError)
    try {
      return await work(client)
    } catch (error) {
      if (error instanceof Refusal || !(isBroken || isAway(error))) throw error
      isBroken = true
      forget()
      throw new DbUnreachable(error)
    } finally {
      client.off('error', onError)
      // Discards the connection if the rollback failed, or all connections if the server is gone.
      client.release(isBroken || client.getTransactionStatus() !== 'I')
    }
  }

  return {
    get identity() {
      return identity
    },
    inTransaction: false,
    query: (text, params, name) =>
      withClient(async (client) => {
        const rows = await run(client, text, params, name)
        expectKept(client)
        return rows
      }) as never,
    exec: (script) => withClient(async (client) => void (await client.query(script))),
    transaction: (work, { lockMs } = {}) =>
      retryTransaction(() => withClient((client) => transact(client, work, identity, lockMs))),
    hear: news.hear,
    close: async () => {
      await news.close()
      await pool.end()
      discount()
    },
  }
}

const ignore = () => undefined

const isAway = (error: unknown): boolean =>
  error instanceof UnknownCommit ||
  serverIsAway.test(sqlState(error)) ||
  (error instanceof Error && tookTooLong.test(error.message))

async function connect(pool: pg.Pool, { servers, patienceMs = 0 }: PoolConfig): Promise<pg.PoolClient> {
  const giveUpAt = wallClock.now().getTime() + patienceMs
  for (let attempts = 1; ; attempts++) {
    const place = servers?.place() ?? 0
    try {
      return await pool.connect()
    } catch (error) {
      // Nothing was sent yet, so a retry is safe.
      if (error instanceof pg.DatabaseError && !isAway(error)) throw error
      servers?.leave(place)
      if (servers && attempts < servers.count) continue
      if (wallClock.now().getTime() >= giveUpAt) throw new DbUnreachable(error)
      await wait(reviveMs)
    }
  }
}

const askedTexts = new Map<string, { times: number; name: string | undefined }>()
/** After this many uses a query is prepared, because parsing and planning cost more than running it. */
const preparedFrom = 4
/** Bounds memory for generated query texts. Each connection stores a plan per prepared text. */
const textsMax = 1_000

/** Undefined for rare texts. */
function nameFor(text: string): string | undefined {
  const asked = askedTexts.get(text)
  if (asked?.name) return asked.name
  if (!asked) {
    if (askedTexts.size < textsMax) askedTexts.set(text, { times: 1, name: undefined })
    return undefined
  }
  asked.times += 1
  if (asked.times >= preparedFrom) asked.name = `text_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  return asked.name
}

async function run(client: pg.PoolClient, text: string, params: readonly unknown[] = [], name?: string) {
  const kept = name ?? (params.length > 0 ? nameFor(text) : undefined)
  const result = await client.query({ text, values: params.map(encodeParam), ...(kept ? { name: kept } : {}) })
  // A multi-statement script without parameters returns several results.
  return (Array.isArray(result) ? [] : result.rows) as Record<string, unknown>[]
}

async function transact<T>(
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<T>,
  identity: DbIdentity,
  lockMs: number | undefined,
): Promise<T> {
  const state = { over: false }
  const query: Sql['query'] = (text, params, name) => {
    expect(!state.over, 'a tx is used only while its transaction is open')
    return run(client, text, params, name) as never
  }
  await client.query(lockMs === undefined ? 'BEGIN' : `BEGIN; SET LOCAL lock_timeout = ${Math.round(lockMs)}`)
  try {
    const result = await open.run(state, () => work({ identity, inTransaction: true, query }))
    state.over = true
    const { command } = await client.query('COMMIT')
    expectKept(client)
    expect(command === 'COMMIT', 'no statement of a transaction failed unnoticed')
    return result
  } catch (error) {
    state.over = true
    // If the connection is dead, skip ROLLBACK. Closing it aborts the transaction.
    if (!isAway(error)) await client.query('ROLLBACK').catch(ignore)
    throw error
  }
}

/** The server stopped waiting for its standby, so a failover may lose the commit. */
class UnknownCommit extends Error {}

/** Latest warning per connection. */
const warnings = new WeakMap<pg.ClientBase, string>()

function hearWarnings(client: pg.ClientBase): void {
  client.on('notice', ({ severity, message = '' }) => {
    if (severity === 'WARNING' && message.includes('synchronous replication')) warnings.set(client, message)
  })
}

/** @throws UnknownCommit if the commit may be lost. */
function expectKept(client: pg.ClientBase): void {
  const warning = warnings.get(client)
  if (warning === undefined) return
  warnings.delete(client)
  throw new UnknownCommit(warning)
}
