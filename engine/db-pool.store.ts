import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { wallClock } from '#kit/clock.ts'
import type { Db, DbIdentity, Sql, Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import { Refusal } from '#kit/failure.ts'
import { newsOf } from './db-news.store.ts'
import { encodeParam, parserOf } from './db-values.server.ts'

/** What a pool needs to know: how to reach the database. */
export type PoolConfig = {
  readonly client: pg.PoolConfig
  /** Where several servers may hold the database, one of which takes writes at a time. */
  readonly servers?: Servers
  /** How long a server that cannot be reached is tried again, in milliseconds. */
  readonly patienceMs?: number
}

/** The servers of one database, and which of them is asked. */
export type Servers = {
  readonly count: number
  /** The one that is asked now. */
  place(): number
  /** Goes on to the next server, unless somebody did since this place was asked. */
  leave(place: number): void
}

/**
 * How long a connection may be under way, and how long a caller waits for a free one. A machine that is switched off answers
 * nothing at all, so both need an end.
 */
export const connectMs = 5_000
const queueMs = 30_000
/** After so long without a word a connection is asked whether anybody is there. */
const keepAliveMs = 10_000

/** Serialization failure and deadlock: nothing was changed, and the same work may succeed next time. */
const retryable = new Set(['40001', '40P01'])
const triesMax = 6
/** How long until a server that could not be reached is tried again. */
const reviveMs = 50

/**
 * Nobody serves the database, or its connection broke under a question. A transaction was undone, unless it broke while it was being
 * committed: then nobody knows, and only the same idempotency key makes another try safe.
 */
export class DbUnreachable extends Error {
  constructor(cause: unknown) {
    super('the database cannot be reached', { cause })
    this.name = 'DbUnreachable'
  }
}
/** A PostgreSQL server that is stopped, starts, has no connection left, is a primary no more and only reads, or takes longer than it may. */
const serverIsAway = /^(08...|57P0[123]|57014|53300|25006)$/
/** What the client says where the server says nothing: a question, or the way to a connection, took too long. */
const tookTooLong = /^(Query read timeout|timeout exceeded when trying to connect|timeout expired)$/

/** The transaction the current code runs in. A statement beside it could wait for a lock that the transaction holds, for ever. */
const open = new AsyncLocalStorage<{ over: boolean }>()

/** @throws inside a transaction: what needs a connection of its own would wait for the one the transaction holds. */
export function expectNoTransaction(): void {
  const current = open.getStore()
  expect(!current || current.over, 'inside a transaction only its tx is asked, never the database')
}

/** A pool of connections to PostgreSQL. */
export function poolDb(config: PoolConfig): Db {
  // A new one after every break: what was remembered about the database before is remembered no more, for it may have gone back in time.
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
  // A connection that breaks while nobody uses it is replaced at the next use.
  pool.on('error', forget)
  pool.on('connect', hearWarnings)

  const news = newsOf({
    connect: async () => {
      const { Client = pg.Client } = config.client as { Client?: typeof pg.Client }
      const client = new Client({ keepAlive: true, keepAliveInitialDelayMillis: keepAliveMs, ...config.client })
      // A process that has nothing else to do ends.
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
    // The pool listens for errors of idle connections only; one that breaks in use says so before it fails its query.
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
      // A transaction that could not even be rolled back takes its connection with it, and a server that is away takes all of them.
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
    transaction: async (work, { lockMs } = {}) => {
      for (let tries = 1; ; tries++)
        try {
          return await withClient((client) => transact(client, work, identity, lockMs))
        } catch (error) {
          if (!retryable.has(sqlState(error)) || tries === triesMax) throw error
          await wait(tries * 5)
        }
    },
    hear: news.hear,
    close: async () => {
      await news.close()
      await pool.end()
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
  for (let tries = 1; ; tries++) {
    const place = servers?.place() ?? 0
    try {
      return await pool.connect()
    } catch (error) {
      // Nothing was sent yet, so trying again is safe.
      if (error instanceof pg.DatabaseError && !isAway(error)) throw error
      servers?.leave(place)
      if (servers && tries < servers.count) continue
      if (wallClock.now().getTime() >= giveUpAt) throw new DbUnreachable(error)
      await wait(reviveMs)
    }
  }
}

/** How often each text was asked, and the name of those a server keeps prepared. */
const askedTexts = new Map<string, { times: number; name: string | undefined }>()
/** A text that is asked this often is prepared: to read and plan it again would cost the server more than to run it. */
const preparedFrom = 4
/** How many texts are counted, so that texts made anew for each question never fill the memory. A connection keeps a plan for each prepared text. */
const textsMax = 1_000

/** The name under which the server prepares a text; none for a text that was asked only a few times. */
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
  // A script of several statements, which takes no parameters, answers with several results.
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
  // Both in one question.
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
    // Whoever does not answer is not asked to undo: the connection ends, and with it the transaction.
    if (!isAway(error)) await client.query('ROLLBACK').catch(ignore)
    throw error
  }
}

/** The server gave up waiting for its standby: what it wrote may not be there once the standby has taken over. */
class UnknownCommit extends Error {}

/** What the server last warned of on a connection, about its standby. */
const warnings = new WeakMap<pg.ClientBase, string>()

/** Hears, for as long as a connection lives, that a commit was not waited for. */
function hearWarnings(client: pg.ClientBase): void {
  client.on('notice', ({ severity, message = '' }) => {
    if (severity === 'WARNING' && message.includes('synchronous replication')) warnings.set(client, message)
  })
}

/** @throws UnknownCommit when what was just committed may be lost. */
function expectKept(client: pg.ClientBase): void {
  const warning = warnings.get(client)
  if (warning === undefined) return
  warnings.delete(client)
  throw new UnknownCommit(warning)
}

/** The SQLSTATE of a database error ("23505"), or '' for any other error. */
export const sqlState = (error: unknown): string => (error instanceof pg.DatabaseError ? (error.code ?? '') : '')
