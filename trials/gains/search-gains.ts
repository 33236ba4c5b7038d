/**
 * npm run trial search-gains [-- 10000 1 4000 (runs, seed, first run)]. One attacker with four wallets, ten honest holders, and an oracle
 * with the cards' promises. An unexplained gain prints its steps and exits with 1.
 */
import { wallClock } from '#kit/time/clock.ts'
import { search } from './test-gains-search.ts'

const runs = Number(process.argv[2] ?? 10_000)
const seed = Number(process.argv[3] ?? 1)
const first = Number(process.argv[4] ?? 0)
const say = (line: string) => process.stdout.write(`${line}\n`)
const startedAt = wallClock.now().getTime()
const seconds = () => ((wallClock.now().getTime() - startedAt) / 1000).toFixed(0)

say(`${runs} runs, seed ${seed}`)
const found = await search({
  seed,
  first,
  runs,
  onRun: (done, gains) => {
    if (done % 100 === 0) say(`${done} of ${runs} runs, ${seconds()} s, ${gains} unexplained gains`)
  },
  onGain: ({ run, outcome }) => {
    say(`run ${run.seed}: ${outcome.faults.join('; ')}`)
    for (const line of outcome.notes) say(`  ${line}`)
  },
})
for (const [answer, count] of [...found.answers].sort()) say(`${answer.padEnd(60)} ${count}`)
say(`${found.calls} calls in ${runs} runs, ${seconds()} s: ${found.gains} unexplained gains`)
process.exitCode = found.gains === 0 ? 0 : 1
