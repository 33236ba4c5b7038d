/** npm run trial bench-team [-- 20000 (wallets, default 1,000,000) chain (all in one line)] */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DayStep } from '#days/day-step.ts'
import { takeSnapshot } from '#days/snapshot.store.ts'
import { migrate } from '#engine/migrate.store.ts'
import { openDbAsOwner } from '#engine/open-db.store.ts'
import { startPostgres } from '#engine/test/test-postgres.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import { addDays } from '#kit/time/clock.ts'
import { starSteps, teamRewardSteps } from '#team/team.job.ts'
import { measureMemory } from './team-memory.ts'
import { benchDay, makeTeamWorld, type TreeShape } from './team-world.ts'

const args = process.argv.slice(2)
const wallets = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 1_000_000)
const shape: TreeShape = args.includes('chain') ? 'chain' : 'grown'
const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

/** MiB since the last call on Linux, elsewhere since the start. */
function peakMemory(): number {
  try {
    const held = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))
    writeFileSync('/proc/self/clear_refs', '5')
    return Number(held?.[1] ?? 0) / 1024
  } catch {
    return process.resourceUsage().maxRSS / 1024
  }
}

/** Milliseconds; Linux only. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

/** CPU milliseconds per statement prefix. */
type Spent = Map<string, { ms: number; times: number }>
const watched = (tx: Tx, session: number, spent: Spent): Tx => ({
  ...tx,
  query: async (text, params, name) => {
    const before = cpuOf(session)
    const rows = await tx.query(text, params, name)
    const what = text.replace(/\s+/g, ' ').trim().slice(0, 110)
    const sum = spent.get(what) ?? { ms: 0, times: 0 }
    spent.set(what, { ms: sum.ms + cpuOf(session) - before, times: sum.times + 1 })
    return rows as never
  },
})

async function run(db: Db, step: DayStep, day = benchDay): Promise<void> {
  const spent: Spent = new Map()
  let [all, longest, pieces, done, database] = [0, 0, 0, 0, 0]
  peakMemory()
  const own = process.cpuUsage()
  for (const part of step.parts)
    for (let after = '', finished = false; !finished; pieces += 1) {
      const began = performance.now()
      const piece = await db.transaction(async (tx) => {
        const [session] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
        const pid = session?.pid ?? 0
        const before = cpuOf(pid)
        const made = await step.chunk(watched(tx, pid, spent), { day, part, after, limit: 10_000 })
        database += cpuOf(pid) - before
        return made
      })
      const ms = performance.now() - began
      ;({ last: after, finished } = piece)
      done += piece.done
      all += ms
      longest = Math.max(longest, ms)
    }
  const { user, system } = process.cpuUsage(own)
  const used = (user + system) / 1000
  say(
    `${step.name} ${day}: ${seconds(all)} (processor: ${seconds(used)} here, ${seconds(database)} the database, ${(((used + database) * 1000) / wallets).toFixed(2)} µs a wallet); ${done} things in ${pieces} pieces, the longest ${longest.toFixed(0)} ms; peak memory ${peakMemory().toFixed(0)} MiB`,
  )
  for (const [what, { ms, times }] of [...spent].sort(([, a], [, b]) => b.ms - a.ms).slice(0, 8))
    if (ms > 20)
      say(`    ${ms.toFixed(0).padStart(6)} ms of the database's processor ${String(times).padStart(5)} ×  ${what}`)
}

async function sumInSql(db: Db): Promise<void> {
  await db.exec(`CREATE TABLE bench_own AS
    SELECT w.serial, coalesce(s.serial, 0)::int4 AS sponsor, coalesce(sum(o.value_units), 0)::int8 AS units
    FROM wallet w LEFT JOIN wallet s ON s.id = w.sponsor_id LEFT JOIN investment_order o ON o.wallet_id = w.id GROUP BY 1, 2 ORDER BY 1;
    CREATE FUNCTION bench_sums() RETURNS int8 LANGUAGE plpgsql AS $$
    DECLARE parents int4[]; sums int8[]; above int4;
    BEGIN
      SELECT array_agg(sponsor), array_agg(units) INTO parents, sums FROM (SELECT * FROM bench_own ORDER BY serial) o;
      FOR place IN REVERSE cardinality(parents)..1 LOOP
        above := parents[place];
        IF above > 0 THEN sums[above] := sums[above] + sums[place]; END IF;
      END LOOP;
      RETURN sums[1];
    END $$`)
  await db.transaction(async (tx) => {
    const [session] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const [began, before] = [performance.now(), cpuOf(session?.pid ?? 0)]
    await tx.query('SELECT bench_sums()')
    say(
      `one sum of every team in plain SQL: ${seconds(performance.now() - began)} (processor: ${seconds(cpuOf(session?.pid ?? 0) - before)})`,
    )
  })
}

for (const shape of ['grown', 'chain'] as const)
  for (const { name, ms, processor } of measureMemory(wallets, shape))
    say(`in memory, ${shape}: ${name}: ${ms.toFixed(0)} ms (processor: ${processor.toFixed(0)} ms)`)

const folder = mkdtempSync(join(tmpdir(), 'glasshouse-bench-'))
const postgres = await startPostgres({ durable: true })
const db = await openDbAsOwner({ dataDir: folder, databaseUrl: postgres.url })
try {
  await migrate(db)
  const began = performance.now()
  await makeTeamWorld(db, wallets, shape)
  say(`${wallets} wallets, ${shape}, made in ${seconds(performance.now() - began)}`)
  await sumInSql(db)
  for (const step of teamRewardSteps) await run(db, step)
  for (const step of starSteps) await run(db, step)
  const next = addDays(benchDay, 1)
  await db.query(`UPDATE investment_order SET value_units = value_units + 100000000 WHERE id % 100 = 1`)
  await db.transaction((tx) => takeSnapshot(tx, next))
  for (const step of starSteps) await run(db, step, next)
} finally {
  await db.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
