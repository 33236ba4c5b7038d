/**
 * npm run trial bench-calls [-- options]: embedded, a call's name, --connections 64, --seconds 3, --people 2000, --wallets 1000000 --postings
 * 10000000 --records 50, --statements, --floors, --profile <folder>, --write small (or large, embedded): stores the output in
 * docs/performance.md under that name.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { migrate } from '#engine/migrate.store.ts'
import { openDbAsOwner } from '#engine/open-db.store.ts'
import { startOwnPostgres } from '#engine/own-postgres/own-postgres.store.ts'
import { freePort } from '#engine/own-postgres/postgres-cluster.server.ts'
import { postgresDb } from '#engine/postgres-db.store.ts'
import { startPostgres, type TestPostgres } from '#engine/test/test-postgres.ts'
import { getTerms } from '#features/investing/investing.contract.ts'
import { codeAt } from '#identity/authenticator/authenticator.ts'
import { expect } from '#kit/expect.ts'
import type { Db } from '#kit/store/db.ts'
import { randomBelow } from '#kit/text/random.ts'
import { wallClock } from '#kit/time/clock.ts'
import { fetchRequestToken } from '#kit/wire/contracts/app.contract.ts'
import { appKey } from '#kit/wire/signing/headers.ts'
import { putBetween } from '#scripts/run/between-markers.ts'
import { root } from '#scripts/run/command.ts'
import { callWire, type Line } from '#server/test/test-wire.ts'
import { keepBusy, type Went } from './calls/connections.ts'
import { seedCrowd } from './calls/crowd.ts'
import { bareServer, leastTransfers } from './calls/floors.ts'
import { benchPassword, newPeople, openCompany, type Person } from './calls/people.ts'
import { benchAgent, readRequest, writeRequest } from './calls/requests.ts'
import { figure, processorOf, table } from './machine.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    connections: { type: 'string', default: '1,16,64,256' },
    seconds: { type: 'string', default: '3' },
    people: { type: 'string', default: '2000' },
    floors: { type: 'boolean', default: false },
    /** Counts each statement as a round trip and lists those with the most server time. */
    statements: { type: 'boolean', default: false },
    /** Each user may withdraw once in 30 s, so each run needs this many users. */
    withdrawers: { type: 'string' },
    wallets: { type: 'string', default: '0' },
    postings: { type: 'string', default: '0' },
    records: { type: 'string', default: '50' },
    profile: { type: 'string' },
    write: { type: 'string' },
  },
})
const seconds = Number(values.seconds)
const isEmbedded = positionals.includes('embedded')
const wanted = positionals.filter((word) => word !== 'embedded')
const say = (line: string) => process.stdout.write(`${line}\n`)

if (process.env.BENCH_BARE) {
  await bareServer(Number(process.env.BENCH_BARE))
  process.send?.('ready')
  await new Promise(() => {})
}

const dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-bench-'))
const postgres: TestPostgres | undefined = isEmbedded
  ? undefined
  : await startPostgres({ durable: true, counts: values.statements })
const fill = async (ownerUrl: string) => {
  const db = postgresDb(ownerUrl, { asOwner: true })
  await migrate(db).finally(() => db.close())
}
const own = isEmbedded ? await startOwnPostgres(dataDir, { fill }) : undefined
const owner = await openDbAsOwner({ dataDir, databaseUrl: postgres?.url })
await migrate(owner)
if (postgres) await owner.query('CREATE ROLE app LOGIN IN ROLE glasshouse')
await openCompany(owner)
const payers = await newPeople(owner, dataDir, Number(values.people), false)
const withdrawing = Number(values.withdrawers ?? (wanted.includes('withdraw') ? 3_000 : 200))
const withdrawers = await newPeople(owner, dataDir, withdrawing, true)
if (Number(values.wallets) > 0) {
  const began = performance.now()
  const crowd = { wallets: Number(values.wallets), postings: Number(values.postings), records: Number(values.records) }
  await seedCrowd(owner, payers, crowd)
  // Writes the data to disk before the calls start.
  if (postgres) await owner.exec('CHECKPOINT')
  say(`${values.wallets} wallets and ${values.postings} postings in ${figure((performance.now() - began) / 1000)} s`)
}
await owner.exec('ANALYZE')
if (postgres && values.statements) await owner.exec('CREATE EXTENSION pg_stat_statements')
say(`${payers.length + withdrawers.length} people`)

const port = await freePort()
const databaseUrl = postgres ? Object.assign(new URL(postgres.url), { username: 'app' }).href : ''
const env = {
  ...process.env,
  PORT: `${port}`,
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  BEHIND_PROXY: '1',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
}
const log = openSync(join(dataDir, 'api.log'), 'a')
const api = await child(new URL('../../server/processes/api-process.ts', import.meta.url), env, values.profile)
const barePort = await freePort()
const bare = await child(new URL(import.meta.url), { ...process.env, BENCH_BARE: `${barePort}` })

function child(file: URL, childEnv: NodeJS.ProcessEnv, profiled?: string): Promise<ChildProcess> {
  const execArgv = [...process.execArgv, ...(profiled ? ['--cpu-prof', `--cpu-prof-dir=${profiled}`] : [])]
  const made = fork(fileURLToPath(file), [], { env: childEnv, execArgv, stdio: ['ignore', log, log, 'ipc'] })
  return new Promise((resolve, reject) => {
    made.once('message', () => resolve(made))
    made.once('exit', (code) => reject(new Error(`ended with code ${code}, see ${dataDir}/api.log`)))
  })
}

const line: Line = {
  target: `http://127.0.0.1:${port}`,
  now: () => wallClock.now(),
  userAgent: benchAgent,
  origin: `http://127.0.0.1:${port}`,
  deviceId: 'bench',
  requestToken: undefined,
  session: undefined,
  walletToken: undefined,
}
const { requestToken } = await callWire(line, fetchRequestToken, { appKey })
line.requestToken = requestToken
const terms = await callWire(line, getTerms, { productId: 1 })

let turn = 0
const next = (people: readonly Person[]): Person => {
  const person = people[turn++ % people.length]
  expect(person, 'there are people')
  return person
}
const other = (people: readonly Person[], person: Person): Person => {
  const found = people[randomBelow(people.length)] as Person
  return found === person ? other(people, person) : found
}
const read =
  (path: string, more = '', isSigned = false) =>
  () =>
    readRequest(
      path,
      requestToken,
      isSigned ? next(payers) : payers[turn++ % payers.length] && { ...next(payers), token: '' },
      more,
    )
const write =
  (path: string, input: (person: Person) => Record<string, unknown>, people = payers) =>
  () => {
    const person = next(people)
    return writeRequest(path, requestToken, person, input(person))
  }
const [receiver] = payers

const calls: Readonly<Record<string, (connection: number) => string>> = {
  config: read('/main/config'),
  market: read('/main/market'),
  home: read('/main/home'),
  products: read('/invest/products'),
  assets: read('/wallet/assets', '', true),
  records: read('/wallet/logs', '', true),
  pages: () => readRequest('/wallet/logs', requestToken, next(payers), `&cursor=${10n ** 17n + BigInt(turn)}`),
  orders: read('/invest/orders', '', true),
  transfer: write('/wallet/conver', (person) => ({
    target: other(payers, person).walletId,
    coin: 'USDT',
    number: '1.5',
  })),
  hot: write('/wallet/conver', (person) => ({
    target: (person === receiver ? other(payers, person) : (receiver as Person)).walletId,
    coin: 'USDT',
    number: '1.5',
  })),
  trade: write('/exchange/trade', () => ({
    exchange_id: 1,
    direction: (turn >> 4) % 2 ? 'buy' : 'sell',
    number: '10',
    least: '0.0001',
  })),
  buy: write('/invest/buy', () => ({ id: 1, number: '100', period: 7, reinvest: false, card: terms.card.hash })),
  withdraw: write(
    '/wallet/withdraw',
    (person) => ({ series: 'eth', coin: 'USDT', number: '20', code: codeAt(person.google, wallClock.now()) }),
    withdrawers,
  ),
  // Uses different users, because a new password proof ends the previous one.
  check: write('/wallet/check', () => ({ paysword: benchPassword }), withdrawers),
}

const writtenBytes = async (db: Db): Promise<number> =>
  Number((await db.query<{ bytes: string }>('SELECT wal_bytes::text AS bytes FROM pg_stat_wal'))[0]?.bytes)
const databasePort = postgres ? new URL(postgres.url).port : undefined

type Statement = { readonly calls: number; readonly us: number; readonly inside: boolean; readonly text: string }
const listed = 20
/** Includes statements in functions and triggers. */
async function statementsOf(db: Db, calls: number): Promise<number> {
  const rows = await db.query<Statement>(
    `SELECT calls::float8 / $1 AS calls, total_exec_time * 1000 / $1 AS us, NOT toplevel AS inside,
       regexp_replace(query, '\\s+', ' ', 'g') AS text
     FROM pg_stat_statements ORDER BY total_exec_time DESC`,
    [calls],
  )
  for (const { calls, us, inside, text } of rows.slice(0, listed))
    say(`    ${figure(calls, 3)} × ${figure(us)} µs ${inside ? '… ' : ''}${text.slice(0, 120)}`)
  return rows.reduce((sum, row) => sum + (row.inside ? 0 : row.calls), 0)
}

async function go(
  name: string,
  connections: number,
  work: () => Promise<Went>,
  pid: number | undefined,
): Promise<string[]> {
  const writtenBefore = await writtenBytes(owner)
  const isCounted = postgres && values.statements
  if (isCounted) await owner.query('SELECT pg_stat_statements_reset()')
  const before = processorOf(pid, databasePort)
  const went = await work()
  const after = processorOf(pid, databasePort)
  const written = (await writtenBytes(owner)) - writtenBefore
  const statements = isCounted ? figure(await statementsOf(owner, went.calls), 2) : '–'
  const each = (total: number, digits = 2) => figure(total / went.calls, digits)
  const wrong = [...went.answers].filter(([msg]) => msg !== 'success').map(([msg, count]) => `${count} ${msg}`)
  const row = [
    name,
    `${connections}`,
    figure(went.perSecond),
    figure(went.p50, 1),
    figure(went.p99, 1),
    each((after.process - before.process) / 1000),
    each((after.database - before.database) / 1000),
    each(written, 0),
    statements,
    wrong.join(', '),
  ]
  say(`  ${row.join('  ')}`)
  return row
}

const rows: string[][] = []
try {
  for (const connections of values.connections.split(',').map(Number)) {
    if (values.floors || wanted.length === 0) {
      const [get, post] = ['/main/config', '/wallet/conver'] as const
      rows.push(
        await go(
          'bare GET',
          connections,
          () => keepBusy(barePort, () => readRequest(get, requestToken), connections, seconds),
          bare.pid,
        ),
      )
      rows.push(
        await go(
          'bare POST',
          connections,
          () =>
            keepBusy(
              barePort,
              () => writeRequest(post, requestToken, next(payers), { target: 'x' }),
              connections,
              seconds,
            ),
          bare.pid,
        ),
      )
      if (postgres)
        rows.push(
          await go(
            'least transaction',
            connections,
            () => leastTransfers(owner, payers, connections, seconds),
            process.pid,
          ),
        )
    }
    for (const [name, bytes] of Object.entries(calls))
      if (wanted.length === 0 || wanted.includes(name))
        rows.push(await go(name, connections, () => keepBusy(port, bytes, connections, seconds), api.pid))
  }
  const head = [
    'call',
    'connections',
    'a second',
    'p50 ms',
    'p99 ms',
    'API ms',
    'database ms',
    'log bytes',
    'statements',
    'refused',
  ]
  const machine = `${cpus()[0]?.model}, ${cpus().length} cores`
  say(`\n${machine}\n${table(head, rows)}`)
  if (values.write) {
    const page = join(root, 'docs', 'performance.md')
    const asked = process.argv.slice(2).join(' ')
    const text = `\`npm run trial bench-calls -- ${asked}\` on ${wallClock.now().toISOString().slice(0, 10)}: ${machine}\n\n${table(head, rows)}`
    writeFileSync(page, putBetween(readFileSync(page, 'utf8'), `calls-${values.write}`, text))
  }
} finally {
  if (values.profile) {
    const ended = new Promise((resolve) => api.once('exit', resolve))
    api.disconnect()
    await ended
  }
  api.kill('SIGKILL')
  bare.kill('SIGKILL')
  await owner.close()
  await postgres?.stop()
  await own?.end('SIGINT')
  if (!process.env.KEEP) rmSync(dataDir, { recursive: true, force: true })
}
process.exit()
