/**
 * Settles one day of many orders over all lines on PostgreSQL 18, and compares it with the raw write of the same rows.
 * npm run bench-settlement · npm run bench-settlement -- 100000 (orders; 1,000,000 unless said)
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDemoTrades } from '#features/market/demo-trader.job.ts'
import { addMs, dayMs, minuteMs } from '#kit/clock.ts'
import { migrate } from '#kit/migrate.store.ts'
import { openDb } from '#kit/open-db.store.ts'
import { seededDice } from '#kit/random.ts'
import { startPostgres } from '#kit/test-postgres.ts'
import type { DayStep } from '#ledger/days/day-step.ts'
import { settleDays } from '#ledger/days/settle.job.ts'
import { daySteps } from '#server/settlement.ts'
import { processorTime } from './bench/machine.ts'
import { multiply, sampleWorld } from './bench/settlement-world.ts'

const wanted = Number(process.argv.slice(2).find((arg) => /^\d+$/.test(arg)) ?? 1_000_000)
const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
type Timed<T> = { readonly answer: T; readonly ms: number }
const timed = async <T>(work: () => Promise<T>): Promise<Timed<T>> => {
  const began = performance.now()
  const answer = await work()
  return { answer, ms: performance.now() - began }
}
/** With the processor time of this process and the server: what else the machine does is not in it. */
const weighed = async <T>(work: () => Promise<T>): Promise<Timed<T> & { readonly cpu: number }> => {
  const before = processorTime(port)
  const done = await timed(work)
  return { ...done, cpu: (processorTime(port) - before) / 1000 }
}

/** What settlement writes beside the books, and what tells its rows apart. */
const others = [
  { name: 'investment_order', key: 'id' },
  { name: 'wallet_team', key: 'serial' },
  { name: 'wallet_star', key: 'wallet_id' },
] as const

const folder = mkdtempSync(join(tmpdir(), 'glasshouse-bench-'))
const postgres = await startPostgres({ durable: true })
const { port } = new URL(postgres.url)
const db = await openDb({ dataDir: folder, databaseUrl: postgres.url })
try {
  await migrate(db)
  const sample = await timed(() => sampleWorld(db))
  say(`samples bought and settled in ${seconds(sample.ms)}`)
  const made = await timed(() => multiply(sample.answer, wanted))
  say(`${made.answer.orders} orders of ${made.answer.wallets} wallets in ${seconds(made.ms)}`)
  await db.query('VACUUM ANALYZE')
  const { clock } = sample.answer
  const nextDay = async () => {
    clock.set(addMs(clock.now(), dayMs))
    await makeDemoTrades(db, clock.now())
  }
  // The first day writes everybody's team for the first time: the day after is like every other.
  await nextDay()
  const first = await timed(() => settleDays(db, addMs(clock.now(), minuteMs), daySteps(clock.now())))
  say(`a first day in ${seconds(first.ms)}`)
  await nextDay()
  await db.query('VACUUM ANALYZE')
  await db.query('CHECKPOINT')

  const spent = new Map<string, { ms: number; pieces: number; done: number; longest: number }>()
  const watched = daySteps(clock.now()).map(
    (step): DayStep => ({
      ...step,
      chunk: async (tx, of) => {
        const { answer, ms } = await timed(() => step.chunk(tx, of))
        const name = `${step.name} ${of.part}`.trim()
        const sum = spent.get(name) ?? { ms: 0, pieces: 0, done: 0, longest: 0 }
        spent.set(name, {
          ms: sum.ms + ms,
          pieces: sum.pieces + 1,
          done: sum.done + answer.done,
          longest: Math.max(sum.longest, ms),
        })
        return answer
      },
    }),
  )
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 50)
  // Somebody wants something all the time: how long is a wallet's row not to be had?
  let waiting = true
  let longestWait = 0
  const dice = seededDice(3)
  const user = (async () => {
    while (waiting) {
      const owner = `wallet:${String(dice.below(made.answer.wallets)).padStart(10, '0')}`
      const { ms } = await timed(() =>
        db.transaction((tx) =>
          tx.query('SELECT id FROM account WHERE lane = 0 AND owner = $1 ORDER BY id FOR NO KEY UPDATE', [owner]),
        ),
      )
      longestWait = Math.max(longestWait, ms)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()

  const [before] = await db.query<{ last: bigint; events: bigint; change: string }>(
    'SELECT (SELECT max(id) FROM posting) AS last, (SELECT max(id) FROM order_event) AS events, pg_current_xact_id()::text AS change',
  )
  const settled = await weighed(() => settleDays(db, addMs(clock.now(), minuteMs), watched))
  waiting = false
  await user
  clearInterval(watch)
  for (const [name, { ms, pieces, done, longest }] of [...spent].sort(([, a], [, b]) => b.ms - a.ms).slice(0, 40))
    say(
      `${name.padEnd(28)} ${seconds(ms).padStart(10)} ${String(done).padStart(9)} things in ${pieces} pieces, the longest ${longest.toFixed(0)} ms`,
    )
  say(
    `settled in ${seconds(settled.ms)}; peak memory ${(peak / 2 ** 20).toFixed(0)} MiB; longest wait ${longestWait.toFixed(0)} ms`,
  )

  // The same rows, written by nothing but INSERT .. SELECT into tables with the same indexes, and the same accounts updated.
  await db.query('CREATE TABLE raw_posting (LIKE posting INCLUDING INDEXES INCLUDING CONSTRAINTS INCLUDING DEFAULTS)')
  await db.query('CREATE TABLE raw_event (LIKE order_event INCLUDING INDEXES INCLUDING DEFAULTS)')
  await db.query(
    'CREATE TABLE raw_account (LIKE account INCLUDING INDEXES INCLUDING CONSTRAINTS INCLUDING DEFAULTS) WITH (fillfactor = 90)',
  )
  // With the room a new account keeps for its next balance: what it is updated with here costs no more than in the books.
  await db.query(`INSERT INTO raw_account SELECT * FROM account`)
  await db.query(`UPDATE raw_account SET room = repeat('-', 64)`)
  await db.query('VACUUM FULL raw_account')
  await db.query(
    `CREATE TABLE raw_balance AS SELECT DISTINCT ON (account) account, balance FROM (
       SELECT debit AS account, id, debit_balance AS balance FROM posting WHERE id > ${before?.last}
       UNION ALL SELECT credit, id, credit_balance FROM posting WHERE id > ${before?.last}) leg ORDER BY account, id DESC`,
  )
  // Rows of orders and teams that changed.
  for (const { name, key } of others) {
    await db.query(`CREATE TABLE raw_${name} (LIKE ${name} INCLUDING INDEXES INCLUDING CONSTRAINTS INCLUDING DEFAULTS)`)
    await db.query(`INSERT INTO raw_${name} SELECT * FROM ${name}`)
    await db.query(
      `CREATE TABLE changed_${name} AS SELECT r.ctid AS place FROM raw_${name} r JOIN ${name} n ON n.${key} = r.${key} WHERE n.xmin::text::int8 >= $1::int8`,
      [before?.change],
    )
  }
  await db.query('VACUUM ANALYZE')
  await db.query('CHECKPOINT')
  const postings = await weighed(() =>
    db.query(`INSERT INTO raw_posting SELECT * FROM posting WHERE id > ${before?.last} ORDER BY id`),
  )
  const events = await weighed(() =>
    db.query(`INSERT INTO raw_event SELECT * FROM order_event WHERE id > ${before?.events ?? 0} ORDER BY id`),
  )
  const accounts = await weighed(() =>
    db.query(
      'UPDATE raw_account a SET balance = b.balance, room = NULL FROM raw_balance b WHERE a.lane = 0 AND a.id = b.account',
    ),
  )
  const [counts] = await db.query<{ postings: bigint; accounts: bigint; events: bigint }>(
    'SELECT (SELECT count(*) FROM raw_posting) AS postings, (SELECT count(*) FROM raw_balance) AS accounts, (SELECT count(*) FROM raw_event) AS events',
  )
  let raw = postings.ms + events.ms + accounts.ms
  let rawCpu = postings.cpu + events.cpu + accounts.cpu
  say(
    `raw: ${counts?.postings} postings ${seconds(postings.ms)}, ${counts?.events} events ${seconds(events.ms)}, ${counts?.accounts} accounts ${seconds(accounts.ms)}`,
  )
  for (const { name, key } of others) {
    const { answer, ms, cpu } = await weighed(() =>
      db.query(
        `UPDATE raw_${name} r SET ${key} = r.${key} FROM changed_${name} c WHERE r.ctid = c.place RETURNING 1 AS one`,
      ),
    )
    say(`     ${answer.length} changed in ${name} ${seconds(ms)}`)
    raw += ms
    rawCpu += cpu
  }
  say(`     all of it ${seconds(raw)}`)
  say(
    `${(settled.ms / raw).toFixed(2)} x the raw write, ${(settled.cpu / rawCpu).toFixed(2)} x its processor time; ${((settled.ms * 1000) / made.answer.orders).toFixed(1)} µs an order`,
  )
} finally {
  await db.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
