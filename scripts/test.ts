/**
 * Runs all checks, tests and browser tests. npm test [-- transfers (one feature) | --changed (tests of uncommitted changes, without browser
 * tests) | --repeat 20 transfers (finds flaky tests) | --all (random tests at full size) | -u (updates snapshots)].
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildStep, readingSteps } from './run/checks.ts'
import { root } from './run/command.ts'
import { testsReached } from './run/reach.ts'
import { isWorld, testsWithTurn } from './run/shares.ts'
import { runSteps, type Step } from './run/steps.ts'
import { runTests } from './run/vitest.ts'

const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    repeat: { type: 'string', default: '1' },
    update: { type: 'boolean', short: 'u', default: false },
  },
})
if (values.all) process.env.TEST_ALL = '1'
const update = values.update ? ['--update'] : []

const git = (...args: readonly string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const known = git('ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts')
const isNamed = (path: string): boolean => filters.length === 0 || filters.some((filter) => path.includes(filter))
const isJourney = (path: string): boolean => path.endsWith('.spec.ts')
const uncommitted = () => [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '-o', '--exclude-standard')]
const files = values.changed
  ? testsReached(
      known.filter((path) => isNamed(path) && !isJourney(path)),
      uncommitted(),
    )
  : known.filter(isNamed)
const journeys = files.filter(isJourney)
const tests = files.filter((path) => !isJourney(path))
if (files.length === 0) {
  const why = values.changed
    ? 'No test reaches what is not committed.'
    : `No test's path contains ${filters.join(' or ')}.`
  process.stderr.write(`${why}\n`)
  process.exit(values.changed ? 0 : 1)
}

const isWhole = filters.length === 0 && !values.changed
const [commit = ''] = git('rev-parse', 'HEAD')
process.env.TEST_COMMIT = commit
const turns = isWhole ? withTurn() : files
process.env.TEST_TURNS = turns.join(',')
const left = isWhole && !values.all ? tests.filter((path) => isWorld(path) && !turns.includes(path)) : []
if (left.length > 0)
  process.stdout.write(`Left out, since no change reaches them (npm test -- --all runs them): ${left.join(', ')}\n`)
const repeats = Math.max(1, Number(values.repeat) || 1)
const times = (step: Step): Step[] => Array.from({ length: repeats }, () => step)
const testing: Step = {
  name: 'tests',
  run: () => runTests('tests', [...tests.filter((path) => !left.includes(path)), ...update]),
}
const chromium: Step = {
  name: 'journeys in Chromium',
  run: () => runTests('journeys', [...journeys, ...update]),
}
/** Lanes run in parallel, and steps of a lane sequentially. Browser tests need little CPU. */
const lanes: readonly (readonly Step[])[] = [
  isWhole ? readingSteps : [],
  tests.length > 0 ? times(testing) : [],
  journeys.length > 0 ? [buildStep, ...times(chromium)] : [],
]
const answers = (await Promise.all(lanes.map((lane) => runSteps(lane.map((step) => [step]))))).flat()
const broken = answers.filter(({ ok }) => !ok)
const sumOf = (kind: 'passed' | 'failed') => answers.reduce((sum, { counts }) => sum + counts[kind], 0)
// A failed step without a failing test counts as one failure.
const failed = sumOf('failed') + broken.filter(({ counts }) => counts.failed === 0).length
const coreSeconds = coreSecondsOfChildren()
process.stdout.write(`\nsteps  ${answers.length - broken.length} in order, ${broken.length} not\n`)
if (coreSeconds !== undefined) process.stdout.write(`${coreSeconds.toFixed(0)} core-seconds\n`)
process.stdout.write(`${(performance.now() / 1000).toFixed(0)} s\n${sumOf('passed')} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1

function withTurn(): string[] {
  const [isShallow] = git('rev-parse', '--is-shallow-repository')
  // A shallow clone has no previous commit.
  const last = isShallow === 'true' ? [] : git('diff-tree', '--no-commit-id', '--name-only', '-r', '--root', 'HEAD')
  const turns = testsWithTurn(files, [...last, ...uncommitted()], commit)
  if (turns.length > 0) process.stdout.write(`These do more than in every run: ${turns.join(', ')}\n`)
  return turns
}

/** Undefined outside Linux. */
function coreSecondsOfChildren(): number | undefined {
  if (process.platform !== 'linux') return undefined
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0] = fields.slice(13, 15).map(Number)
  return (user + system) / 100
}
