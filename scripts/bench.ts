/**
 * Measures the ledger side by side with PostgreSQL's own benchmark on the same server, and writes docs/performance.md.
 * Run on a machine that does nothing else: npm run bench · npm run bench -- 1 (rounds; 3 unless said) · add --dry to write nothing.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { wallClock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { migrate } from '#kit/migrate.store.ts'
import { openDb } from '#kit/open-db.store.ts'
import { startPostgres } from '#kit/test-postgres.ts'
import { audit } from '#ledger/audit.store.ts'
import { batcher } from '#ledger/batcher.store.ts'
import type { Entry } from '#ledger/entry.ts'
import { ledgerOf } from '#ledger/ledger.store.ts'
import { benchWallets, fillWallets, type Load, measure } from './bench/load.ts'
import { machineTime, median, table } from './bench/machine.ts'
import { hasPgbench, preparePgbench, runPgbench } from './bench/pgbench.ts'
import { root } from './run/command.ts'
import { putBetween } from './run/marked.ts'

type Sample = { readonly perSecond: number; readonly cpu: number; readonly p50?: number; readonly p99?: number }
type Contender = { readonly name: string; readonly run: (seed: number) => Promise<Sample> }

const rounds = Number(process.argv.slice(2).find((arg) => /^\d+$/.test(arg)) ?? 3)
const seconds = 4
const say = (line: string) => process.stdout.write(`${line}\n`)

/** A contender that sends transfers; the processor time is that of the whole machine, for one of them. */
const transfers = (
  name: string,
  load: Load,
  inFlight: number,
  send: (entry: Entry) => Promise<unknown>,
): Contender => ({
  name,
  run: async (seed) => {
    const before = machineTime()
    const speed = await measure(async (entry) => `${await send(entry)}`, { load, inFlight, seconds, seed })
    return { ...speed, cpu: (machineTime() - before) / (speed.perSecond * seconds) }
  },
})

const folder = mkdtempSync(join(tmpdir(), 'glasshouse-bench-'))
const postgres = await startPostgres({ durable: true })
const server = await openDb({ dataDir: folder, databaseUrl: postgres.url })
const embedded = await openDb({ dataDir: folder })
for (const db of [server, embedded]) {
  await migrate(db)
  await fillWallets(db)
}

const withPgbench = hasPgbench()
if (withPgbench) preparePgbench(postgres.url)
else say('pgbench is not installed: no ratios.')
const tpcB: Contender = {
  name: 'pgbench TPC-B, 8 clients, prepared',
  run: async () => {
    const before = machineTime()
    const perSecond = await runPgbench(postgres.url, seconds)
    return { perSecond, cpu: (machineTime() - before) / (perSecond * seconds) }
  },
}
/** Every entry a call of its own, sixteen connections. */
const single = batcher(server, 16, 1)
const contenders: Contender[] = [
  ...(withPgbench ? [tpcB] : []),
  transfers('PostgreSQL, grouped, uniform', 'uniform', 256, ledgerOf(server).submit),
  transfers('PostgreSQL, grouped, hot', 'hot', 256, ledgerOf(server).submit),
  transfers('PostgreSQL, one at a time, uniform', 'uniform', 64, single),
  transfers('PostgreSQL, one at a time, hot', 'hot', 64, single),
  transfers('embedded, grouped, uniform', 'uniform', 256, ledgerOf(embedded).submit),
  transfers('embedded, grouped, hot', 'hot', 256, ledgerOf(embedded).submit),
  transfers('embedded, one in flight', 'uniform', 1, ledgerOf(embedded).submit),
]

const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]))
for (let round = 1; round <= rounds; round++)
  for (const { name, run } of contenders) {
    const sample = await run(round)
    samples.get(name)?.push(sample)
    say(`${round}  ${name.padEnd(36)} ${sample.perSecond.toFixed(0)}/s`)
  }

const middle = (name: string, of: (sample: Sample) => number | undefined) =>
  median((samples.get(name) ?? []).flatMap((sample) => of(sample) ?? []))
const anchor = withPgbench ? middle(tpcB.name, ({ perSecond }) => perSecond) : Number.NaN
const anchorCpu = withPgbench ? middle(tpcB.name, ({ cpu }) => cpu) : Number.NaN
const number = (value: number, digits = 0) =>
  Number.isNaN(value)
    ? '—'
    : value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })
const rows = contenders.map(({ name }) => {
  const perSecond = middle(name, (sample) => sample.perSecond)
  const cpu = middle(name, (sample) => sample.cpu)
  const [p50, p99] = [middle(name, (sample) => sample.p50), middle(name, (sample) => sample.p99)]
  return [
    name,
    number(perSecond),
    Number.isNaN(p50) ? '—' : `${number(p50, 1)} / ${number(p99, 1)}`,
    number(perSecond / anchor, 1),
    number(cpu),
    number(anchorCpu / cpu, 1),
  ]
})
const head = ['', 'postings/s', 'p50 / p99 ms', '× pgbench', 'CPU µs each', 'times less CPU']

const findings = [...(await audit(server)), ...(await audit(embedded))]
for (const { rule, example } of findings) say(`the books: not "${rule}", e.g. ${example}`)
const close = async (db: Db) => db.close()
await Promise.all([server, embedded].map(close))
await postgres.stop()
rmSync(folder, { recursive: true, force: true })

const text = `\`npm run bench\` on ${wallClock.now().toISOString().slice(0, 10)}: ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, PostgreSQL 18, both databases
waiting for the disk at every commit, ${number(benchWallets)} wallets, 256 requests under way (64 one at a time), medians of ${rounds} rounds of ${seconds} s, the contenders
taking turns on one machine. A posting is one transfer; hot: one wallet is on one side of every transfer. CPU is that of the whole machine, client included.
The books were audited afterwards: ${findings.length ? `${findings.length} findings` : 'in order'}.

${table(head, rows)}`
say(`\n${text}`)

const path = join(root, 'docs', 'performance.md')
const empty =
  '# Performance\n\nMeasured, with the command that measures it. Ratios are what to hold on to: they travel, seconds do not.\n\n## The ledger\n\n<!-- ledger -->\n<!-- /ledger -->\n'
if (!process.argv.includes('--dry'))
  writeFileSync(path, putBetween(existsSync(path) ? readFileSync(path, 'utf8') : empty, 'ledger', text))
process.exitCode = findings.length ? 1 : 0
