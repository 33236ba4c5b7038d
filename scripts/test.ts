/**
 * Everything that has to be green: types, lint, house rules, texts, generated docs, tests on both databases, the build with
 * its budgets, and the journeys in a real browser on the real product.
 * Run: npm test · npm test -- transfers (the tests of one feature) · npm test -- --long (every random test at its full size) ·
 * npm test -- --counts (also writes the counts to README.md).
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildStep, readingSteps } from './run/checks.ts'
import { root } from './run/command.ts'
import { type CountsByKind, total } from './run/count.ts'
import { putBetween } from './run/marked.ts'
import { runSteps, type Step } from './run/steps.ts'
import { testTable } from './run/test-table.ts'
import { runTests } from './run/vitest.ts'

if (process.argv.includes('--long')) process.env.LONG = '1'
const filters = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path && (filters.length === 0 || filters.some((filter) => path.includes(filter))))
const journeys = files.filter((path) => path.endsWith('.spec.ts'))
const tests = files.filter((path) => !path.endsWith('.spec.ts'))
/** What brings the embedded database with it has nothing to ask of another. */
const bringsItsOwn = (path: string) => readFileSync(join(root, path), 'utf8').includes('serveEmbeddedDb')
const onDatabase = tests.filter((path) => /\.(store|server|api|job)\.test\.ts$/.test(path) && !bringsItsOwn(path))

const embedded: Step = { name: 'tests, embedded database', run: () => runTests('embedded', tests) }
const postgres: Step = {
  name: 'store and API tests again, PostgreSQL 18',
  run: () => runTests('postgres', onDatabase, { postgres: true }),
}
const chromium: Step = {
  name: 'journeys in Chromium',
  run: () => runTests('e2e', journeys, { config: 'e2e/vitest.config.ts' }),
}
const groups = [
  filters.length === 0 ? readingSteps : [],
  filters.length === 0 || journeys.length > 0 ? [buildStep] : [],
]
/** Two at a time: a journey mostly waits for blocks, so it has a processor to spare. */
const lanes = [
  [tests.length > 0 ? [embedded] : []],
  [journeys.length > 0 ? [chromium] : [], onDatabase.length > 0 ? [postgres] : []],
]
if ([groups, ...lanes].flat(2).length === 0) {
  process.stderr.write(`No test's path contains ${filters.join(' or ')}.\n`)
  process.exit(1)
}

const answers = await runSteps(groups)
answers.push(...(await Promise.all(lanes.map((lane) => runSteps(lane)))).flat())
const countsOf = ({ name }: Step): CountsByKind => answers.find((answer) => answer.name === name)?.counts ?? {}
const first = { ...countsOf(embedded), ...countsOf(chromium) }
const onPostgres = countsOf(postgres)

process.stdout.write('\n')
for (const [kind, { passed, failed }] of Object.entries(first))
  process.stdout.write(`${kind.padEnd(22)} ${passed} passed, ${failed} failed\n`)
for (const [kind, { passed, failed }] of Object.entries(onPostgres))
  process.stdout.write(`${`${kind} on PostgreSQL`.padEnd(22)} ${passed} passed, ${failed} failed\n`)
const broken = answers.filter(({ ok }) => !ok)
process.stdout.write(`steps${' '.repeat(17)} ${answers.length - broken.length} in order, ${broken.length} not\n`)

const readme = join(root, 'README.md')
const table = testTable({ first, onPostgres })
if (filters.length === 0 && broken.length === 0 && !readFileSync(readme, 'utf8').includes(table)) {
  if (process.argv.includes('--counts')) writeFileSync(readme, putBetween(readFileSync(readme, 'utf8'), 'tests', table))
  else process.stdout.write("README.md has other counts of tests: 'npm test -- --counts' writes these\n")
}

const sum = [total(first), total(onPostgres)]
const passed = sum.reduce((all, each) => all + each.passed, 0)
// A step that failed without a failing test (types, lint, a budget) counts as one.
const failedTests = sum.reduce((all, each) => all + each.failed, 0)
const failed = failedTests + broken.filter(({ counts }) => total(counts).failed === 0).length
process.stdout.write(`\n${(performance.now() / 1000).toFixed(0)} s\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 && broken.length === 0 ? 0 : 1
