/**
 * npm run trial bench [-- 5 (rounds, default 3)] · --dry writes nothing · --busy notes other load · --months=24 sets the months of data.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#engine/migrate.store.ts'
import { openDbAsOwner } from '#engine/open-db.store.ts'
import { startPostgres } from '#engine/test/test-postgres.ts'
import { wallClock } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import type { Entry } from '#ledger/posting/entry.ts'
import { ledgerOf, ledgerWith } from '#ledger/posting/ledger.store.ts'
import { putBetween } from '#scripts/run/between-markers.ts'
import { root } from '#scripts/run/command.ts'
import { type BulkSample, prepareRaw, settleOnce } from './bulk.ts'
import { addMonths, benchWallets, fillLog, fillWallets, type Load, measure } from './load.ts'
import { figure, median, processorTime, table } from './machine.ts'
import { preparePgbench, runPgbench } from './pgbench.ts'

/** `cpu`: microseconds per entry. */
type Sample = { readonly perSecond: number; readonly cpu: number; readonly p50: number; readonly p99: number }
type Contender = {
  readonly name: string
  readonly load: Load
  readonly inFlight: number
  readonly send: (entry: Entry) => Promise<unknown>
}

const rounds = Number(process.argv.slice(2).find((arg) => /^\d+$/.test(arg)) ?? 3)
const isBusy = process.argv.includes('--busy')
const months = Number(process.argv.find((arg) => arg.startsWith('--months='))?.slice('--months='.length) ?? 1)
const seconds = 3
const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = mkdtempSync(join(tmpdir(), 'glasshouse-bench-'))
const postgres = await startPostgres({ durable: true })
const { port } = new URL(postgres.url)
const server = await openDbAsOwner({ dataDir: folder, databaseUrl: postgres.url })
await migrate(server)
await addMonths(server, months)
await fillWallets(server)
preparePgbench(postgres.url)

const sampled = async (work: () => Promise<Omit<Sample, 'cpu'>>): Promise<Sample> => {
  const before = processorTime(port)
  const began = performance.now()
  const speed = await work()
  const count = (speed.perSecond * (performance.now() - began)) / 1000
  return { ...speed, cpu: (processorTime(port) - before) / count }
}
const pgbench = () =>
  sampled(async () => ({ perSecond: await runPgbench(postgres.url, seconds), p50: Number.NaN, p99: Number.NaN }))
const ours = ({ load, inFlight, send }: Contender, seed: number) =>
  sampled(() => measure(send, { load, inFlight, seconds, seed }))

const single = ledgerWith(server, 16, 1).submit
const grouped = ledgerOf(server).submit
const contenders: Contender[] = [
  { name: 'PostgreSQL, grouped, uniform', load: 'uniform', inFlight: 256, send: grouped },
  { name: 'PostgreSQL, grouped, hot', load: 'hot', inFlight: 256, send: grouped },
  { name: 'PostgreSQL, grouped, exchanges of three postings', load: 'exchange', inFlight: 256, send: grouped },
  { name: 'PostgreSQL, one under way', load: 'uniform', inFlight: 1, send: grouped },
  { name: 'PostgreSQL, not grouped, uniform', load: 'uniform', inFlight: 64, send: single },
  { name: 'PostgreSQL, not grouped, hot', load: 'hot', inFlight: 64, send: single },
]

// Warm-up: compiles code and recycles WAL files.
for (const contender of contenders.filter(({ inFlight }) => inFlight === 256)) await ours(contender, 0)
await fillLog(server)
await server.query('CHECKPOINT')

// Other load also slows the neighboring runs, so the ratio stays valid.
type Pair = { readonly sample: Sample; readonly times: number; readonly lessCpu: number }
const pairs = new Map<string, Pair[]>(contenders.map(({ name }) => [name, []]))
const anchors: Sample[] = []
const loads: number[] = []
for (let round = 1; round <= rounds; round++) {
  let before = await pgbench()
  anchors.push(before)
  for (const contender of contenders) {
    const sample = await ours(contender, round)
    const after = await pgbench()
    anchors.push(after)
    const pair = {
      sample,
      times: (2 * sample.perSecond) / (before.perSecond + after.perSecond),
      lessCpu: (before.cpu + after.cpu) / 2 / sample.cpu,
    }
    pairs.get(contender.name)?.push(pair)
    before = after
    loads.push(loadavg()[0] ?? 0)
    say(
      `${round}  ${contender.name.padEnd(50)} ${figure(sample.perSecond).padStart(7)}/s  ${figure(pair.times, 1)} ×  p99 ${figure(sample.p99, 1)} ms  CPU ${figure(sample.cpu)} µs, ${figure(pair.lessCpu, 1)} × less`,
    )
  }
}

const rows = contenders.map(({ name }) => {
  const middle = (of: (pair: Pair) => number) => median((pairs.get(name) ?? []).map(of))
  return [
    name,
    figure(middle(({ sample }) => sample.perSecond)),
    `${figure(
      middle(({ sample }) => sample.p50),
      1,
    )} / ${figure(
      middle(({ sample }) => sample.p99),
      1,
    )}`,
    figure(
      middle(({ times }) => times),
      1,
    ),
    figure(middle(({ sample }) => sample.cpu)),
    figure(
      middle(({ lessCpu }) => lessCpu),
      1,
    ),
  ]
})
const anchor = [
  'pgbench TPC-B, 8 clients, prepared',
  figure(median(anchors.map(({ perSecond }) => perSecond))),
  '—',
  '1.0',
  figure(median(anchors.map(({ cpu }) => cpu))),
  '1.0',
]
const head = ['', 'entries/s', 'p50 / p99 ms', '× pgbench', 'CPU µs each', 'times less CPU']

// The first day also opens the accounts, so it is not measured.
await prepareRaw(server)
await settleOnce(server, 0)
const days: BulkSample[] = []
for (let day = 1; day <= 3 * rounds; day++) days.push(await settleOnce(server, day))
const each = (of: (sample: BulkSample) => number) => figure((median(days.map(of)) * 1000) / benchWallets)
const bulkRatio = median(days.map(({ ours, raw }) => ours / raw))
const bulk = `Many entries in one transaction, as settlement posts them: ${figure(benchWallets)} wallets get a day's power, an entry each (\`postMany\`, one
session), and right after that the very same rows are written with nothing else: INSERT … SELECT into a table with the same indexes, UPDATE of
the same accounts. Ours ${each(({ ours }) => ours)} µs each, raw ${each(({ raw }) => raw)} µs: **${figure(bulkRatio, 2)} times the raw write** (median of ${days.length} days).`

const findings = await audit(server)
for (const { rule, example } of findings) say(`the books: not "${rule}", e.g. ${example}`)
await server.close()
await postgres.stop()
rmSync(folder, { recursive: true, force: true })

const others = isBusy
  ? `**Others worked on this machine meanwhile** (load ${figure(Math.min(...loads), 1)} to ${figure(Math.max(...loads), 1)} on ${availableParallelism()} cores): compare the ratios, not the numbers, and expect better ones when it is quiet.`
  : 'Nothing else ran on this machine.'
const text = `\`npm run trial bench -- ${rounds}${isBusy ? ' --busy' : ''}\` on ${wallClock.now().toISOString().slice(0, 10)}: ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, PostgreSQL 18, both databases
waiting for the disk at every commit, ${figure(benchWallets)} wallets, 256 requests under way unless it says otherwise (64 where not grouped).
${others}
Every figure is the median of ${rounds} goes of ${seconds} s, and every ratio compares a go with the two of pgbench right before and after it.
An entry is one transfer, or one exchange: coin in, coin out and fee, all three or none. Hot: one wallet is on one side of every transfer.
CPU is that of the server and of the client together. The books were audited afterwards: ${findings.length ? `${findings.length} findings` : 'in order'}.

${table(head, [anchor, ...rows])}

${bulk}`
say(`\n${text}`)

const path = join(root, 'docs', 'performance.md')
const empty =
  '# Performance\n\nMeasured, with the command that measures it. Ratios are what to hold on to: they travel, seconds do not.\n\n## The ledger\n\n<!-- ledger -->\n<!-- /ledger -->\n'
if (!process.argv.includes('--dry'))
  writeFileSync(path, putBetween(existsSync(path) ? readFileSync(path, 'utf8') : empty, 'ledger', text))
process.exitCode = findings.length ? 1 : 0
