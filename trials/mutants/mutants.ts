/** npm run trial mutants [-- --mutants 260 --seed 20261127 --room ledger,otc] */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '#engine/test/test-postgres.ts'
import { seededDice } from '#kit/text/random.ts'
import { binary, root, runNode } from '#scripts/run/command.ts'
import { kindOfTest } from '#scripts/run/test-kinds.ts'
import { readCode } from '#scripts/tidy/source.ts'
import { scratchCopy } from '../examples/scratch-copy.ts'
import { type Mutant, mutantsOf, mutated } from './mutate.ts'

const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '260' },
    seed: { type: 'string', default: '20261127' },
    room: { type: 'string', default: '' },
    workers: { type: 'string', default: '2' },
  },
})
const wanted = Number(values.mutants)
/** Maximum test files per mutant. Tests named after the file come first. */
const testsMost = 4

const say = (line: string) => process.stdout.write(`${line}\n`)
const known = execFileSync('git', ['ls-files', '*.ts'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const testsOf = new Map<string, string[]>()
for (const test of known.filter((path) => ['rules', 'db'].includes(kindOfTest(path)?.name ?? '')))
  for (const { to, isType } of readCode({ path: test, text: read(test) }).imports)
    if (!isType) testsOf.set(to, [...(testsOf.get(to) ?? []), test])

const rooms = /^(?:kit|ledger|identity|chat|market|custody|days|products|team|proofs|otc|features)\//
const isRuleOrStore = (path: string): boolean =>
  rooms.test(path) &&
  values.room.split(',').some((room) => path.startsWith(room)) &&
  !/(?:^|\/)test-|\.(?:test|spec|contract|api|job|server|d)\.ts$|\.tsx$/.test(path) &&
  testsOf.has(path)

function ownTests(path: string): string[] {
  const name = path.replace(/(?:\.store)?\.ts$/, '.')
  const tests = testsOf.get(path) ?? []
  return tests
    .toSorted((one, other) => Number(other.startsWith(name)) - Number(one.startsWith(name)))
    .slice(0, testsMost)
}

type Planted = Mutant & { readonly path: string }
const dice = seededDice(Number(values.seed))
const everything: Planted[] = known
  .filter(isRuleOrStore)
  .flatMap((path) => mutantsOf(path, read(path)).map((mutant) => ({ ...mutant, path })))
const sample: Planted[] = []
for (const pool = [...everything]; sample.length < wanted && pool.length > 0; )
  sample.push(...pool.splice(dice.below(pool.length), 1))

say(`${sample.length} of ${everything.length} faults, seed ${values.seed}`)
const server = await startPostgres()
const env = { TEST_DATABASE_URL: server.url }
const alive: string[] = []
const found = new Map<string, { killed: number; all: number }>()
const next = sample.values()
const tests = [...new Set(sample.flatMap(({ path }) => ownTests(path)))]
const whole = await runNode([binary('vitest'), 'run', '--maxWorkers=2', ...tests], { env })
if (!whole.ok) throw new Error(`the tests are not in order without a fault\n${whole.output.slice(-4_000)}`)
async function work(): Promise<void> {
  const copy = scratchCopy()
  for (const { path, ...mutant } of next) {
    writeFileSync(join(copy.folder, path), mutated(read(path), mutant))
    const args = [binary('vitest'), 'run', '--bail=1', '--maxWorkers=1', '--testTimeout=60000', ...ownTests(path)]
    // A mutant may loop forever.
    const { ok } = await runNode(args, { cwd: copy.folder, env, withinMs: 120_000 })
    writeFileSync(join(copy.folder, path), read(path))
    const room = path.split('/')[0] ?? ''
    const count = found.get(room) ?? { killed: 0, all: 0 }
    found.set(room, { killed: count.killed + (ok ? 0 : 1), all: count.all + 1 })
    if (!ok) continue
    const line = read(path).slice(0, mutant.start).split('\n').length
    alive.push(`${path}:${line}: ${mutant.was.slice(0, 60)} → ${mutant.becomes.slice(0, 60) || 'nothing'}`)
    say(alive.at(-1) ?? '')
  }
  copy.remove()
}
await Promise.all(Array.from({ length: Number(values.workers) }, work))
await server.stop()
for (const [room, { killed, all }] of [...found].toSorted()) say(`${room.padEnd(10)} ${killed} of ${all}`)
const killed = sample.length - alive.length
say(`${killed} of ${sample.length} faults found, ${((100 * killed) / sample.length).toFixed(0)} %`)
