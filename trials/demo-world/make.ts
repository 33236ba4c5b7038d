/**
 * npm run trial demo-world [-- --check (exits with 1 if the stored one is outdated) | --again (repeats the days, exits with 1 if the
 * result differs)].
 */
import { writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { constants, zstdCompressSync } from 'node:zlib'
import { type DemoWorldFacts, factsFile, formDigest, readFacts, worldFile } from '#db/demo-world.server.ts'
import { dayOf, wallClock } from '#kit/time/clock.ts'
import { sourceDigest } from './contents.ts'
import { makeWorldCopy, worldDays } from './demo-world.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const [form, source] = [formDigest(), sourceDigest()]

if (process.argv.includes('--check')) {
  const kept = readFacts()
  const stale = [
    ...(kept?.form === form ? [] : ['it was made for another schema, so a new demo begins empty']),
    ...(kept?.source === source ? [] : ['it was made from another source']),
  ]
  for (const why of stale) say(`the world of the demo is stale: ${why}. Run: npm run trial demo-world`)
  process.exit(stale.length === 0 ? 0 : 1)
}

const again = process.argv.includes('--again') ? readFacts() : undefined
const seed = again?.seed ?? 20_261_121
const day = again?.day ?? dayOf(wallClock.now())
const since = performance.now()
const seconds = () => ((performance.now() - since) / 1000).toFixed(0)
const { answers, contents, months, dump } = await makeWorldCopy({
  seed,
  day,
  onDay: (lived, done) => {
    if (done % 10 === 0) say(`${lived} (${done} of ${worldDays} days, ${seconds()} s)`)
  },
})
for (const [answer, count] of [...answers].sort()) say(`${answer.padEnd(48)} ${count}`)
if (again) {
  const keys = Object.keys({ ...contents, ...again.contents }) as (keyof typeof contents)[]
  const other = keys.filter((key) => !isDeepStrictEqual(contents[key], again.contents[key]))
  say(
    other.length === 0
      ? `the same world, ${seconds()} s`
      : `another world than the one that is kept: ${other.join(', ')}`,
  )
  process.exit(other.length === 0 ? 0 : 1)
}
const { ZSTD_c_compressionLevel: level, ZSTD_c_windowLog: window } = constants
const small = zstdCompressSync(dump, { params: { [level]: 19, [window]: 26 } })
const facts: DemoWorldFacts = { day, seed, form, source, months, contents }
writeFileSync(worldFile, small)
writeFileSync(factsFile, `${JSON.stringify(facts, null, 1)}\n`)
say(`${dump.length} bytes of rows, ${small.length} kept, ${seconds()} s`)
