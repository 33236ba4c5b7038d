/**
 * npm run trial fuzz [-- 200000 7 (requests, seed)]. Responses must match the schema, without 5xx, bugs, traces or error keys without text.
 */
import { wallClock } from '#kit/time/clock.ts'
import { fuzzWorld } from './test-callers.ts'
import { fuzz } from './test-fuzz.ts'

const count = Number(process.argv[2] ?? 200_000)
const seed = Number(process.argv[3] ?? 20_261_122)
const say = (line: string) => process.stdout.write(`${line}\n`)

const startedAt = wallClock.now().getTime()
const app = await fuzzWorld()
const { faults, answers, neverDone } = await fuzz(app, count, seed, (done) => {
  if (done % 10_000 === 0) say(`${done} of ${count}`)
})
await app.close()
for (const fault of faults.slice(0, 50)) say(fault)
say('\n| standing | answers | success | most often |\n|---|---|---|---|')
for (const [standing, counts] of answers) {
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  const sum = sorted.reduce((all, [, times]) => all + times, 0)
  const often = sorted.slice(0, 6).map(([key, times]) => `${key} ${times}`)
  say(`| ${standing} | ${sum} | ${counts.get('success') ?? 0} | ${often.join(', ')} |`)
}
say(`\nNever done: ${neverDone.join(', ') || 'none'}`)
say(`${count} requests in ${((wallClock.now().getTime() - startedAt) / 1000).toFixed(0)} s, ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
