/**
 * npm run trial bench-settlement [-- 100000 (orders, default 1,000,000) --no-kills]. Kills the process 20 times and compares the ledgers.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migrate } from '#engine/migrate.store.ts'
import { openDbAsOwner } from '#engine/open-db.store.ts'
import { startPostgres } from '#engine/test/test-postgres.ts'
import type { Db } from '#kit/store/db.ts'
import { seededDice } from '#kit/text/random.ts'
import { addMs, dayMs, minuteMs } from '#kit/time/clock.ts'
import { makeDemoTrades } from '#market/demo/demo-trader.job.ts'
import { settle } from '#server/loops/settlement.ts'
import { processorTime } from '../machine.ts'
import type { SettleReport } from './settle-process.ts'
import { booksOf, prepareRaw, standOf } from './settlement-raw.ts'
import { multiply, sampleWorld } from './settlement-world.ts'

const args = process.argv.slice(2)
const wanted = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 1_000_000)
const kills = args.includes('--no-kills') ? 0 : 20
/** Small days need warm processes, like real workers. */
const warms = wanted <= 100_000
const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

type Timed<T> = { readonly answer: T; readonly ms: number; readonly cpu: number }
/** Includes CPU time of this process, its children and the server. */
async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const [before, began] = [processorTime(port), performance.now()]
  const answer = await work()
  return { answer, ms: performance.now() - began, cpu: (processorTime(port) - before) / 1000 }
}

const folder = mkdtempSync(join(tmpdir(), 'glasshouse-bench-'))
const postgres = await startPostgres({ durable: true })
const { port } = new URL(postgres.url)
const urlOf = (name: string) => new URL(`/${name}`, postgres.url).href
const open = (name: string) => openDbAsOwner({ dataDir: folder, databaseUrl: urlOf(name) })
const server = await openDbAsOwner({ dataDir: folder, databaseUrl: postgres.url })
const copy = async (name: string) => {
  await server.query(`CREATE DATABASE ${name} TEMPLATE base STRATEGY file_copy`)
  await server.query('CHECKPOINT')
}
const program = fileURLToPath(new URL('./settle-process.ts', import.meta.url))
const start = (name: string, ...moments: Date[]) =>
  spawn(process.execPath, [program, urlOf(name), ...moments.map((moment) => moment.toISOString())], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: folder,
  })

const readyOf = (child: ChildProcess) => once(child.stdout as Readable, 'data')

async function reportOf(child: ChildProcess): Promise<SettleReport> {
  const gone = once(child, 'exit')
  child.stdin?.end('go')
  const said = child.stdout ? await text(child.stdout) : ''
  const [code] = await gone
  if (code !== 0) throw new Error(`the process that settles ended with ${code}`)
  return JSON.parse(said)
}

/** Returns the longest time that a customer's account was unavailable. */
function customer(db: Db, wallets: number) {
  const state = { over: false }
  const dice = seededDice(3)
  const done = (async () => {
    let longest = 0
    while (!state.over) {
      const owner = `wallet:${String(dice.below(wallets)).padStart(10, '0')}`
      const began = performance.now()
      await db.transaction((tx) =>
        tx.query('SELECT id FROM books.account WHERE owner = $1 ORDER BY id FOR NO KEY UPDATE', [owner]),
      )
      longest = Math.max(longest, performance.now() - began)
      await wait(20)
    }
    return longest
  })()
  return () => {
    state.over = true
    return done
  }
}

async function killed(name: string, until: Date, lastsMs: number): Promise<void> {
  const dice = seededDice(5)
  for (let kill = 1; kill <= kills; kill += 1) {
    const child = start(name, until)
    const gone = once(child, 'exit')
    // Random delay, so that kills hit every step.
    await wait(500 + dice.below(Math.ceil((2 * lastsMs) / kills)))
    child.kill('SIGKILL')
    await gone
  }
  await reportOf(start(name, until))
}

try {
  await server.query('CREATE DATABASE base')
  const base = await open('base')
  await migrate(base)
  const world = await timed(() => sampleWorld(base))
  const { clock } = world.answer
  say(`samples bought and settled in ${seconds(world.ms)}`)
  const made = await timed(() => multiply(world.answer, wanted))
  const { orders, wallets } = made.answer
  say(`${orders} orders of ${wallets} wallets in ${seconds(made.ms)}`)
  await base.query('VACUUM ANALYZE')
  const nextDay = async () => {
    clock.set(addMs(clock.now(), dayMs))
    await makeDemoTrades(base, clock.now())
  }
  // The first day writes all teams. Later days are typical.
  await nextDay()
  const first = await timed(() => settle(base, addMs(clock.now(), minuteMs)))
  say(`a first day in ${seconds(first.ms)}`)
  await nextDay()
  const moments = [addMs(clock.now(), minuteMs)]
  if (warms) {
    await nextDay()
    moments.unshift(addMs(clock.now(), minuteMs))
  }
  await base.query('VACUUM ANALYZE')
  await base.close()

  const books: string[] = []
  const settled: Timed<readonly SettleReport[]>[] = []
  let raw = { ms: 0, cpu: 0 }
  for (const workers of [1, 2]) {
    const name = `workers_${workers}`
    await copy(name)
    const db = await open(name)
    const processes = Array.from({ length: workers }, () => start(name, ...moments))
    if (warms) await Promise.all(processes.map(readyOf))
    const before = await standOf(db)
    const stop = customer(db, wallets)
    const day = await timed(() => Promise.all(processes.map(reportOf)))
    const longest = await stop()
    const ms = Math.max(...day.answer.map((report) => report.ms))
    settled.push({ ...day, ms })
    books.push(await booksOf(db))
    if (workers === 1)
      for (const { name: step, ms, done, longest: most } of [...(day.answer[0]?.steps ?? [])]
        .sort((one, other) => other.ms - one.ms)
        .slice(0, 24))
        say(
          `  ${step.padEnd(28)} ${seconds(ms).padStart(10)} ${String(done).padStart(9)} things, the longest piece ${most.toFixed(0)} ms`,
        )
    const peak = Math.max(...day.answer.map((report) => report.peak)) / 2 ** 20
    say(
      `${workers} at once: settled in ${seconds(ms)} (processor ${seconds(day.cpu)}), ${((ms * 1000) / orders).toFixed(1)} µs an order; peak memory ${peak.toFixed(0)} MiB; a customer waited ${longest.toFixed(0)} ms at most`,
    )
    if (workers === 1)
      for (const { name: rows, text: statement } of await prepareRaw(db, before)) {
        const write = await timed(() => db.query(statement))
        say(`  raw: ${rows.padEnd(28)} ${seconds(write.ms)} (processor ${seconds(write.cpu)})`)
        raw = { ms: raw.ms + write.ms, cpu: raw.cpu + write.cpu }
      }
    await db.close()
    await server.query(`DROP DATABASE ${name}`)
  }
  say(`the raw write of the same rows: ${seconds(raw.ms)} (processor ${seconds(raw.cpu)})`)
  for (const [place, { ms, cpu }] of settled.entries())
    say(
      `${place + 1} at once: ${(ms / raw.ms).toFixed(2)} x the raw write in one session, ${(cpu / raw.cpu).toFixed(2)} x its processor time`,
    )
  if (kills > 0) {
    await copy('killed')
    const [last, ...earlier] = moments as [Date, ...Date[]]
    for (const moment of earlier) await reportOf(start('killed', moment))
    await killed('killed', last, settled[0]?.ms ?? 0)
    const db = await open('killed')
    books.push(await booksOf(db))
    await db.close()
  }
  const same = new Set(books).size === 1
  say(
    `books of one, of two${kills > 0 ? `, of one killed ${kills} times` : ''}: ${same ? 'the same to the last unit' : `DIFFERENT ${books.join(' · ')}`}`,
  )
  if (!same) process.exitCode = 1
} finally {
  await server.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
