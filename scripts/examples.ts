/**
 * Applies each example of docs/examples to a scratch copy and checks that adding such a thing touches as few files as it says: types, house
 * rules, texts, and the tests that go over all coins, lines and settings.
 * Run: npm run examples · npm run examples -- coin · npm run examples -- --long (the whole suite on each)
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { binary, root, runNode } from './run/command.ts'

/** Code files that adding one may touch; texts and what is generated do not count. */
const most: Readonly<Record<string, number>> = {
  coin: 2,
  'power-line': 3,
  'pool-line': 4,
  'evm-chain': 2,
  language: 1,
  screen: 2,
  setting: 1,
  verb: 1,
}
const generated =
  /^(locales\/|db\/schema\.sql|docs\/|ledger\/schema\/3-movements\.rules\.sql|web\/areas\.ts|ARCHITECTURE\.md)/

/** Tests that go over everything there is of a kind: who adds one is held to them. */
const overAll = [
  'ledger/movements.test.ts',
  'ledger/constitution.store.test.ts',
  'ledger/order-lines.store.test.ts',
  'products/registry.test.ts',
  'products/gates/quiz.test.ts',
  'features/balances/record-types.test.ts',
  'outside/chains/networks.test.ts',
  'server/ops/settings.test.ts',
  'server/ops/command-line.test.ts',
  'server/way-out.test.ts',
  'scripts/refusals.test.ts',
]

type Step = { readonly name: string; readonly args: readonly string[] }
const script = (name: string, ...args: string[]): Step => ({ name, args: [`scripts/${name}.ts`, ...args] })
const types = (project: string): Step => ({
  name: `types of ${project}`,
  args: [
    binary('typescript', 'tsc'),
    '-p',
    `tsconfig.${project}.json`,
    '--incremental',
    '--tsBuildInfoFile',
    `types-${project}.json`,
  ],
})
const vitest = binary('vitest', 'vitest')

/** A copy of everything git knows or would add, with the installed packages. */
function scratchCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-example-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const path of files.split('\n').filter(Boolean)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  git(folder, 'init', '-q')
  git(folder, 'add', '-A')
  return folder
}

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'core.autocrlf=false', ...args], { cwd: folder, encoding: 'utf8' })

/** What a patch touches, and the commands it names after "Run: npm run texts -- …". */
function readPatch(name: string): {
  readonly path: string
  readonly code: readonly string[]
  readonly runs: readonly string[][]
} {
  const path = join(root, 'docs', 'examples', `${name}.patch`)
  const text = readFileSync(path, 'utf8')
  const touched = [...text.matchAll(/^diff --git a\/\S+ b\/(\S+)$/gm)].map(([, file = '']) => file)
  const runs = [...text.matchAll(/^Run: npm run (\w+)(?: -- (.*))?$/gm)].map(([, verb = '', args = '']) => [
    `scripts/${verb}.ts`,
    ...args.split(' ').filter(Boolean),
  ])
  return { path, code: touched.filter((file) => !generated.test(file)), runs }
}

async function tryOut(folder: string, name: string): Promise<string | undefined> {
  const { path, code, runs } = readPatch(name)
  const limit = most[name] ?? 0
  if (code.length > limit) return `touches ${code.length} code files, ${limit} at most: ${code.join(', ')}`
  try {
    git(folder, 'apply', path)
  } catch (error) {
    return `does not apply: ${error instanceof Error ? error.message : error}`
  }
  const tests = process.argv.includes('--long') ? [] : overAll
  const steps: Step[] = [
    ...runs.map((args) => ({ name: args.join(' '), args })),
    script('texts'),
    script('docs'),
    types('server'),
    types('web'),
    script('tidy'),
    script('texts', '--check'),
    { name: 'tests over all', args: [vitest, 'run', ...tests] },
  ]
  for (const step of steps) {
    const { ok, output } = await runNode(step.args, { cwd: folder })
    if (!ok) return `${step.name} failed\n${output}`
  }
  return undefined
}

/** The copy as it was; what the compiler remembers of it stays. */
function restore(folder: string): void {
  git(folder, 'checkout', '-q', '--', '.')
  git(folder, 'clean', '-qfd', '-e', 'types-*.json', '-e', 'node_modules')
}

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const names = Object.keys(most).filter((name) => wanted.length === 0 || wanted.includes(name))
const there = readdirSync(join(root, 'docs', 'examples')).map((file) => file.replace(/\.patch$/, ''))
const folder = scratchCopy()
const began = performance.now()
let failed = 0
for (const name of names) {
  const from = performance.now()
  const problem = there.includes(name) ? await tryOut(folder, name) : 'is missing'
  if (problem) failed += 1
  restore(folder)
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  process.stdout.write(
    problem ? `${name}: ${problem}\n` : `${name}: ${readPatch(name).code.length} code files (${seconds} s)\n`,
  )
}
rmSync(folder, { recursive: true, force: true })
process.stdout.write(
  `${names.length - failed} of ${names.length} examples hold (${((performance.now() - began) / 1000).toFixed(0)} s)\n`,
)
process.exitCode = failed ? 1 : 0
