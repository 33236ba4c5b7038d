/** npm run trial bench-restarts [-- --rounds 20] */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDbAsOwner } from '#engine/open-db.store.ts'
import { freePort } from '#engine/own-postgres/postgres-cluster.server.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { wallClock } from '#kit/time/clock.ts'
import { fetchRequestToken } from '#kit/wire/contracts/app.contract.ts'
import { appKey } from '#kit/wire/signing/headers.ts'
import { monitorOf, readConfig } from '#server/processes/config.ts'
import { programs } from '#server/processes/programs.ts'
import { takeDataFolder } from '#server/processes/run-file.ts'
import { createSupervisor } from '#server/processes/supervisor.ts'
import { callWire } from '#server/test/test-wire.ts'
import { keepPace, type Paced } from './calls/pace.ts'
import { newPeople } from './calls/people.ts'
import { benchAgent, writeRequest } from './calls/requests.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, rate: { type: 'string', default: '100' } },
})
const [rounds, rate] = [Number(values.rounds), Number(values.rate)]
const say = (line: string) => process.stdout.write(`${line}\n`)
const [quietMs, betweenMs, holdMs] = [30_000, 2_000, 30_000]

async function proxyTo(port: number, isReady: () => Promise<boolean>) {
  let isOpen = false
  const looking = setInterval(async () => {
    isOpen = await isReady()
  }, 200)
  const server = createServer(async (asked, answered) => {
    const body = await buffer(asked)
    const until = performance.now() + holdMs
    for (;;) {
      try {
        if (!isOpen) throw Object.assign(new Error('not ready'), { code: 'ECONNREFUSED' })
        const answer = await send(port, asked, body)
        const { connection: _, ...headers } = answer.headers
        answered.writeHead(answer.statusCode ?? 502, headers)
        answer.pipe(answered)
        return
      } catch (error) {
        const isRefused = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
        if (!isRefused || performance.now() > until) {
          answered.writeHead(502).end(JSON.stringify({ msg: `proxy ${(error as NodeJS.ErrnoException).code}` }))
          return
        }
        await wait(50)
      }
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      clearInterval(looking)
      server.close()
    },
  }
}

function send(port: number, asked: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  const { method, url: path, headers } = asked
  return new Promise((resolve, reject) => {
    const out = request({ host: '127.0.0.1', port, method, path, headers: { ...headers, connection: 'close' } })
    out.once('response', resolve).once('error', reject).end(body)
  })
}

const p99 = (all: readonly Paced[]): number => {
  const sorted = all.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}

const folder = mkdtempSync(join(tmpdir(), 'glasshouse-restarts-'))
const [port, monitorPort] = [await freePort(), 20_000 + (process.pid % 20_000)]
const environment = {
  PORT: `${port}`,
  DATA_DIR: join(folder, 'data'),
  DEMO_WORLD: '0',
  BEHIND_PROXY: '1',
  LOG_LEVEL: 'warn',
  MONITOR_PORT: `${monitorPort}`,
}
Object.assign(process.env, environment)
const config = readConfig(process.env)
await takeDataFolder(config.dataDir)
const supervisor = createSupervisor(programs(config), { logDir: join(folder, 'log'), say: () => {}, firstPauseMs: 50 })
async function isReady(part: 'api' | 'worker' | 'days' | 'signer' | 'postgres'): Promise<boolean> {
  const at = monitorOf(config, part)
  const answer = await fetch(`http://${at?.host}:${at?.port}/readyz`).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.status === 200
}

const proxy = await proxyTo(port, () => isReady('api'))
try {
  await supervisor.start()
  const owner = await openDbAsOwner(config)
  const people = await newPeople(owner, config.dataDir, 400, false)
  const { requestToken } = await callWire(
    {
      target: `http://127.0.0.1:${port}`,
      now: wallClock.now,
      userAgent: benchAgent,
      origin: `http://127.0.0.1:${port}`,
      deviceId: 'bench',
      requestToken: undefined,
      session: undefined,
      walletToken: undefined,
    },
    fetchRequestToken,
    { appKey },
  )
  let turn = 0
  const write = (): string => {
    const [payer, payee] = [people[turn % people.length], people[(turn + 1) % people.length]]
    turn += 1
    if (!payer || !payee) throw new Error('there are people')
    return writeRequest(makeTransfer.path, requestToken, payer, { target: payee.walletId, coin: 'USDT', number: '1.5' })
  }
  const written = async () =>
    Number((await owner.query<{ count: bigint }>('SELECT count(*) AS count FROM transfer'))[0]?.count ?? 0)

  async function under(work: () => Promise<void>): Promise<{ readonly all: readonly Paced[]; readonly lost: number }> {
    const before = await written()
    const stop = await keepPace(proxy.port, write, rate)
    await work()
    const all = await stop()
    const successes = all.filter(({ msg }) => msg === 'success').length
    return { all, lost: successes - ((await written()) - before) }
  }

  const quiet = await under(() => wait(quietMs))
  say(`no restarts: ${quiet.all.length} transfers, p99 ${p99(quiet.all).toFixed(1)} ms`)
  for (const part of ['api', 'worker', 'days', 'signer', 'postgres'] as const) {
    const backMs: number[] = []
    const { all, lost } = await under(async () => {
      for (let round = 0; round < rounds; round += 1) {
        const pid = supervisor.pidOf(part)
        const since = performance.now()
        if (pid !== undefined) process.kill(pid, 'SIGTERM')
        while (supervisor.pidOf(part) === pid || !(await isReady(part))) await wait(20)
        backMs.push(performance.now() - since)
        await wait(betweenMs)
      }
    })
    const wrong = Map.groupBy(
      all.filter(({ msg }) => msg !== 'success'),
      ({ msg }) => msg,
    )
    const said = [...wrong].map(([msg, { length }]) => `${length} ${msg}`).join(', ') || 'none'
    const back = `${(Math.max(...backMs) / 1000).toFixed(1)} s`
    say(
      `${part}: ${rounds} restarts, back after at most ${back}, ${all.length} transfers, ${lost} lost, not successful: ${said}, p99 ${p99(all).toFixed(1)} ms`,
    )
  }
  await owner.close()
} finally {
  await supervisor.stop()
  proxy.close()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
