/**
 * Applies each example of docs/examples to a scratch copy and checks that adding such a thing touches as few files as it says: types, house
 * rules, texts, and the tests that go over all coins, lines and settings.
 * Run: npm run examples · npm run examples -- coin · npm run examples -- --long (the whole suite on each)
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { binary, root, runNode } from './run/command.ts'

/** Tests that go over everything the books, the products and the chains know: who adds to them is held to these. */
const ofMoney = [
  'ledger/movements.test.ts',
  'ledger/constitution.store.test.ts',
  'ledger/order-lines.store.test.ts',
  'products/registry.test.ts',
  'products/gates/quiz.test.ts',
  'features/balances/record-types.test.ts',
  'outside/chains/networks.test.ts',
]
/** And over all calls: a line brings refusals of its own. */
const ofLines = [...ofMoney, 'scripts/refusals.test.ts']

type Kind = {
  /** Code files that adding one may touch; texts and what is generated do not count. */
  readonly files: number
  readonly tests: readonly string[]
  /** Of those files, the tests with these words in their names: the ones that go over all of its kind. */
  readonly named?: string
  /** Whether code or schema is generated from it; the pages about it are made by `npm run docs`, and nothing here reads them. */
  readonly generates?: boolean
}
const kinds: Readonly<Record<string, Kind>> = {
  coin: { files: 2, tests: ofMoney },
  'power-line': { files: 3, tests: ofLines },
  'pool-line': { files: 4, tests: ofLines },
  'evm-chain': { files: 2, tests: ofMoney },
  language: { files: 1, tests: ['ui/boot.test.ts', 'features/news/notice.test.ts'], generates: false },
  screen: { files: 2, tests: ['web/live-reads.test.ts'] },
  setting: {
    files: 1,
    tests: ['server/ops/settings.test.ts', 'server/way-out.test.ts'],
    named: 'any module declares|every setting',
    generates: false,
  },
  verb: {
    files: 1,
    tests: ['server/ops/command-line.test.ts', 'server/ops/operators.test.ts'],
    named: 'every verb',
    generates: false,
  },
}
const generated =
  /\.po$|^(locales\/keys\.ts|db\/schema\.sql|docs\/|ledger\/schema\/3-movements\.rules\.sql|market\/schema\/4-pairs\.rules\.sql|web\/areas\.ts|ARCHITECTURE\.md)/

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
/** What the compiler knew of the project as it was, for the next time. */
const projects = ['server', 'web']
const remembered = (project: string): string =>
  join(root, 'node_modules', '.cache', 'glasshouse', `types-${project}.json`)
const long = process.argv.includes('--long')
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

const patchOf = (name: string): string => join(root, 'docs', 'examples', `${name}.patch`)

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'core.autocrlf=false', ...args], { cwd: folder, encoding: 'utf8' })

/** What a patch touches, and the commands it names after "Run: npm run texts -- …". */
function readPatch(name: string): {
  readonly code: readonly string[]
  readonly runs: readonly string[][]
} {
  const text = readFileSync(patchOf(name), 'utf8')
  const touched = [...text.matchAll(/^diff --git a\/\S+ b\/(\S+)$/gm)].map(([, file = '']) => file)
  const runs = [...text.matchAll(/^Run: npm run (\w+)(?: -- (.*))?$/gm)].map(([, verb = '', args = '']) => [
    `scripts/${verb}.ts`,
    ...args.split(' ').filter(Boolean),
  ])
  return { code: touched.filter((file) => !generated.test(file)), runs }
}

/** Checks one example in a copy. @returns what is wrong with it, or how many code files it touches. */
async function tryOut(
  folder: string,
  name: string,
  { files, tests, named, generates = true }: Kind,
): Promise<{ problem: string } | { code: number }> {
  if (!existsSync(patchOf(name))) return { problem: 'is missing' }
  const { code, runs } = readPatch(name)
  if (code.length > files) return { problem: `touches ${code.length} code files, ${files} at most: ${code.join(', ')}` }
  try {
    git(folder, 'apply', patchOf(name))
  } catch (error) {
    return { problem: `does not apply: ${error instanceof Error ? error.message : error}` }
  }
  const steps: Step[] = [
    ...runs.map((args) => ({ name: args.join(' '), args })),
    script('texts'),
    ...(generates ? [script('docs')] : []),
    types('server'),
    types('web'),
    script('tidy'),
    { name: 'tests', args: [vitest, 'run', ...(long ? [] : [...tests, ...(named ? ['-t', named] : [])])] },
  ]
  for (const step of steps) {
    const { ok, output } = await runNode(step.args, { cwd: folder })
    if (!ok) return { problem: `${step.name} failed\n${output}` }
  }
  return { code: code.length }
}

/**
 * The copy as it was before the last example, with what the compiler knows of the project as it is: it checks again only what an example
 * touches.
 */
function restore(folder: string): void {
  git(folder, 'checkout', '-q', '--', '.')
  git(folder, 'clean', '-qfd', '-e', 'node_modules')
  for (const project of projects) cpSync(remembered(project), join(folder, `types-${project}.json`))
}

/** Lets the compiler read the project as it is, in a copy, and keeps what it learns for the next time. */
async function remember(folder: string): Promise<void> {
  mkdirSync(dirname(remembered('')), { recursive: true })
  for (const project of projects) {
    const info = join(folder, `types-${project}.json`)
    if (existsSync(remembered(project))) cpSync(remembered(project), info)
    const { ok, output } = await runNode(types(project).args, { cwd: folder })
    if (!ok) throw new Error(`the project itself has wrong types\n${output}`)
    cpSync(info, remembered(project))
  }
}

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const left = Object.entries(kinds).filter(([name]) => wanted.length === 0 || wanted.includes(name))
const asked = left.length
const began = performance.now()
const secondsSince = (from: number): string => ((performance.now() - from) / 1000).toFixed(0)
let held = 0

/** Works through what is left, in a copy of its own: two at once use both processors. */
async function work(folder: string): Promise<void> {
  for (let next = left.shift(); next; next = left.shift()) {
    const [name, kind] = next
    const from = performance.now()
    restore(folder)
    const answer = await tryOut(folder, name, kind)
    if ('code' in answer) held += 1
    const said = 'code' in answer ? `${answer.code} of ${kind.files} code files` : answer.problem
    process.stdout.write(`${name}: ${said} (${secondsSince(from)} s)\n`)
  }
}

const [one, other] = [scratchCopy(), scratchCopy()]
await remember(one)
await Promise.all([work(one), work(other)])
for (const folder of [one, other]) rmSync(folder, { recursive: true, force: true })
process.stdout.write(`${held} of ${asked} examples hold (${secondsSince(began)} s)\n`)
process.exitCode = held === asked ? 0 : 1
