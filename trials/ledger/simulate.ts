/** npm run trial simulate [-- 200000 42 (operations, seed)] */

import { testDb } from '#engine/test/test-db.ts'
import { randomBelow } from '#kit/text/random.ts'
import { wallClock } from '#kit/time/clock.ts'
import { simulate } from '#ledger/test/test-simulation.ts'

const operations = Number(process.argv[2] ?? 1_000_000)
const seed = Number(process.argv[3] ?? randomBelow(2 ** 31))
const say = (line: string) => process.stdout.write(`${line}\n`)

say(`seed ${seed}, ${operations} operations`)
const db = await testDb()
const startedAt = wallClock.now().getTime()
const outcome = await simulate(db, { seed, operations })
const seconds = (wallClock.now().getTime() - startedAt) / 1000
await db.close()

for (const [answer, count] of Object.entries(outcome.answers)) say(`${answer.padEnd(14)} ${count}`)
for (const line of outcome.differences.slice(0, 20)) say(line)
for (const { rule, count, example } of outcome.findings) say(`the books: not "${rule}" (${count}), e.g. ${example}`)
say(
  `${outcome.operations} operations in ${seconds.toFixed(1)} s: ${outcome.differences.length} differences, ${outcome.findings.length} findings`,
)
process.exitCode = outcome.differences.length || outcome.findings.length ? 1 : 0
