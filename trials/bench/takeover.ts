/**
 * npm run trial bench-takeover [-- 5 (rounds)]. The failed worker is killed, which the same machine detects, or frozen, as another machine
 * sees a failure.
 */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '#engine/test/test-postgres.ts'
import { addressForProduct, partsOf } from './parts.ts'
import { threeChains } from './three-chains.ts'

const rounds = Number(process.argv[2] ?? 5)
const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
/** Excludes rare jobs and jobs that first wait for a comparison. */
const often = (job: string) => /^(watch|compare|prepare|certify|read the price|tell)/.test(job)

const world = await threeChains()
const postgres = await startPostgres({ durable: true })
const parts = partsOf({ ...world, databaseUrl: await addressForProduct(postgres.url) })
type Worker = { readonly child: ChildProcess; readonly firstTurns: Map<string, number> }
async function startWorker(): Promise<Worker> {
  const firstTurns = new Map<string, number>()
  const child = await parts.start('worker', (job) => {
    if (!firstTurns.has(job)) firstTurns.set(job, performance.now())
  })
  return { child, firstTurns }
}
const longest: Record<string, number[]> = { SIGKILL: [], SIGSTOP: [] }
try {
  await parts.start('signer')
  await parts.start('api')
  let working = await startWorker()
  await wait(15_000)
  for (let round = 0; round < 2 * rounds; round += 1) {
    const next = await startWorker()
    await wait(3_000)
    const jobs = [...working.firstTurns.keys()]
    const signal = round % 2 === 0 ? 'SIGKILL' : 'SIGSTOP'
    const gone = performance.now()
    working.child.kill(signal)
    while (!jobs.filter(often).every((job) => next.firstTurns.has(job)) && performance.now() - gone < 60_000)
      await wait(50)
    const after = jobs
      .map((job) => ({ job, ms: (next.firstTurns.get(job) ?? Number.NaN) - gone }))
      .filter(({ job }) => often(job))
    const last = after.reduce((one, other) => (other.ms <= one.ms ? one : other))
    longest[signal]?.push(last.ms)
    say(`${signal}: ${after.length} jobs at the other; the last, '${last.job}', after ${seconds(last.ms)}`)
    working.child.kill('SIGKILL')
    await wait(12_000)
    working = next
  }
  for (const [signal, all] of Object.entries(longest))
    say(`${signal}: at most ${seconds(Math.max(...all))} in ${all.length} goes`)
} finally {
  parts.close()
  await world.close()
  await postgres.stop()
}
process.exit()
