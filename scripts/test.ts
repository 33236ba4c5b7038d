/**
 * Everything that has to be green: types, lint, house rules, texts, generated docs, tests, the build with
 * its budgets, and the journeys in a real browser on the real product.
 * Run: npm test · npm test -- transfers (the tests of one feature) · npm test -- --long (every random test at its full size).
 */
import { execFileSync } from 'node:child_process'
import { buildStep, readingSteps } from './run/checks.ts'
import { root } from './run/command.ts'
import { runSteps, type Step } from './run/steps.ts'
import { runTests } from './run/vitest.ts'

const isLong = process.argv.includes('--long')
if (isLong) process.env.LONG = '1'
const filters = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path && (filters.length === 0 || filters.some((filter) => path.includes(filter))))
const journeys = files.filter((path) => path.endsWith('.spec.ts'))
const tests = files.filter((path) => !path.endsWith('.spec.ts'))

const testing: Step = { name: 'tests', run: () => runTests('tests', tests) }
const chromium: Step = {
  name: 'journeys in Chromium',
  run: () => runTests('e2e', journeys, { config: 'e2e/vitest.config.ts' }),
}
const groups = [
  filters.length === 0 ? readingSteps : [],
  filters.length === 0 || journeys.length > 0 ? [buildStep] : [],
]
/** Two at a time: a journey mostly waits for blocks, so it has a processor to spare. */
const lanes = [[tests.length > 0 ? [testing] : []], [journeys.length > 0 ? [chromium] : []]]
if ([groups, ...lanes].flat(2).length === 0) {
  process.stderr.write(`No test's path contains ${filters.join(' or ')}.\n`)
  process.exit(1)
}

const answers = await runSteps(groups)
answers.push(...(await Promise.all(lanes.map((lane) => runSteps(lane)))).flat())
const broken = answers.filter(({ ok }) => !ok)
const sumOf = (kind: 'passed' | 'failed') => answers.reduce((sum, { counts }) => sum + counts[kind], 0)
// A step that failed without a failing test (types, lint, a budget) counts as one.
const failed = sumOf('failed') + broken.filter(({ counts }) => counts.failed === 0).length
process.stdout.write(`\nsteps  ${answers.length - broken.length} in order, ${broken.length} not\n`)
process.stdout.write(`${(performance.now() / 1000).toFixed(0)} s\n${sumOf('passed')} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
