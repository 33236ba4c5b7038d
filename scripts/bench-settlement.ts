/**
 * Settles one day of many orders over all lines on PostgreSQL 18, and compares it with the raw write of the same rows.
 * npm run bench-settlement · npm run bench-settlement -- 100000 (orders; 1,000,000 unless said)
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addMs, dayMs, minuteMs } from '#kit/clock.ts'
import { migrate } from '#kit/migrate.store.ts'
import { openDb } from '#kit/open-db.store.ts'
import { seededDice } from '#kit/random.ts'
import { startPostgres } from '#kit/test-postgres.ts'
import type { DayStep } from '#ledger/days/day-step.ts'
import { settleDays } from '#ledger/days/settle.job.ts'
import { daySteps } from '#server/settlement.ts'
import { multiply, sampleWorld } from './bench/settlement-world.ts'

const wanted = Number(process.argv.slice(2).find((arg) => /^\d+$/.test(arg)) ?? 1_000_000)
const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
const timed = async <T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> => {
  const began = performance.now()
  const answer = await work()
  return { answer, ms: performance.now() - began }
}

const folder = mkdtempSync(join(tmpdir(), 'glasshouse-bench-'))
const postgres = await startPostgres({ durable: true })
const db = await openDb({ dataDir: folder, databaseUrl: postgres.url })
try {
  await migrate(db)
  const sample = await timed(() => sampleWorld(db))
  say(`samples bought and settled in ${seconds(sample.ms)}`)
  const made = await timed(() => multiply(sample.answer, wanted))
  say(`${made.answer.orders} orders of ${made.answer.wallets} wallets in ${seconds(made.ms)}`)
  await db.query('VACUUM ANALYZE')
  await db.query('CHECKPOINT')
  const { clock } = sample.answer

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

  const [before] = await db.query<{ last: bigint; events: bigint }>(
    'SELECT (SELECT max(id) FROM posting) AS last, (SELECT max(id) FROM order_event) AS events',
  )
  clock.set(addMs(clock.now(), dayMs))
  const settled = await timed(() => settleDays(db, addMs(clock.now(), minuteMs), watched))
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
  await db.query('CREATE TABLE raw_account (LIKE account INCLUDING INDEXES INCLUDING CONSTRAINTS INCLUDING DEFAULTS)')
  await db.query('INSERT INTO raw_account SELECT * FROM account')
  await db.query(
    `CREATE TABLE raw_balance AS SELECT DISTINCT ON (account) account, balance FROM (
       SELECT debit AS account, id, debit_balance AS balance FROM posting WHERE id > ${before?.last}
       UNION ALL SELECT credit, id, credit_balance FROM posting WHERE id > ${before?.last}) leg ORDER BY account, id DESC`,
  )
  await db.query('VACUUM ANALYZE')
  await db.query('CHECKPOINT')
  const postings = await timed(() =>
    db.query(`INSERT INTO raw_posting SELECT * FROM posting WHERE id > ${before?.last} ORDER BY id`),
  )
  const events = await timed(() =>
    db.query(`INSERT INTO raw_event SELECT * FROM order_event WHERE id > ${before?.events ?? 0} ORDER BY id`),
  )
  const accounts = await timed(() =>
    db.query('UPDATE raw_account a SET balance = b.balance FROM raw_balance b WHERE a.lane = 0 AND a.id = b.account'),
  )
  const [counts] = await db.query<{ postings: bigint; accounts: bigint; events: bigint }>(
    'SELECT (SELECT count(*) FROM raw_posting) AS postings, (SELECT count(*) FROM raw_balance) AS accounts, (SELECT count(*) FROM raw_event) AS events',
  )
  const raw = postings.ms + events.ms + accounts.ms
  say(
    `raw: ${counts?.postings} postings ${seconds(postings.ms)}, ${counts?.events} events ${seconds(events.ms)}, ${counts?.accounts} accounts ${seconds(accounts.ms)}: ${seconds(raw)}`,
  )
  say(
    `${(settled.ms / raw).toFixed(2)} x the raw write; ${((settled.ms * 1000) / made.answer.orders).toFixed(1)} µs an order`,
  )
} finally {
  await db.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
