/** npm run trial bench-dead-node [-- 10 2 (minutes stalled; minutes before and after)] */
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '#engine/test/test-postgres.ts'
import { minuteMs } from '#kit/time/clock.ts'
import { table } from './machine.ts'
import { addressForProduct, partsOf } from './parts.ts'
import { threeChains } from './three-chains.ts'

const [dead = 10, alive = 2] = process.argv.slice(2).map(Number)
const say = (line: string) => process.stdout.write(`${line}\n`)

const world = await threeChains()
const postgres = await startPostgres({ durable: true })
const parts = partsOf({ ...world, databaseUrl: await addressForProduct(postgres.url) })
const phases = [
  { name: 'before', minutes: alive, turns: new Map<string, number>() },
  { name: 'bsc dead', minutes: dead, turns: new Map<string, number>() },
  { name: 'after', minutes: alive, turns: new Map<string, number>() },
]
let now: Map<string, number> | undefined
const onTurn = (job: string): void => void now?.set(job, (now.get(job) ?? 0) + 1)
try {
  for (const name of ['signer', 'api'] as const) await parts.start(name)
  for (const name of ['worker', 'days'] as const) await parts.start(name, onTurn)
  await wait(minuteMs / 2)
  for (const { name, minutes, turns } of phases) {
    if (name === 'bsc dead') world.gate.hang()
    if (name === 'after') world.gate.answerAgain()
    now = turns
    await wait(minutes * minuteMs)
    say(`${name}: ${minutes} minutes over`)
  }
  now = undefined
  const jobs = [...new Set(phases.flatMap(({ turns }) => [...turns.keys()]))].sort()
  const rows = jobs.map((job) => [
    job,
    ...phases.map(({ turns, minutes }) => ((turns.get(job) ?? 0) / minutes).toFixed(1)),
  ])
  say(table(['turns a minute', ...phases.map(({ name }) => name)], rows))
} finally {
  parts.close()
  await world.close()
  await postgres.stop()
}
process.exit()
