import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run/command.ts'

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
const ofLines = [...ofMoney, 'scripts/refusals.node.test.ts']

/** One thing that can be added to the product. */
export type Kind = {
  /** Code files that adding one may touch; texts and what is generated do not count. */
  readonly files: number
  readonly tests: readonly string[]
  /** Of those files, the tests with these words in their names: the ones that go over all of its kind. */
  readonly named?: string
  /** Whether code or schema is generated from it; the other pages about it are made by `npm run docs`, and nothing here reads them. */
  readonly generates?: boolean
}

/** The longest examples come first, so that both copies are done at about the same time. */
export const kinds = {
  'power-line': { files: 3, tests: ofLines },
  'pool-line': { files: 4, tests: ofLines },
  coin: { files: 2, tests: ofMoney },
  'evm-chain': { files: 2, tests: ofMoney },
  screen: { files: 2, tests: ['web/live-reads.test.ts'] },
  language: { files: 1, tests: ['ui/boot.test.ts', 'features/news/notice.test.ts'], generates: false },
  setting: {
    files: 1,
    tests: ['server/ops/settings.db.test.ts', 'server/way-out.node.test.ts'],
    named: 'any module declares|every setting',
    generates: false,
  },
  verb: {
    files: 1,
    tests: ['server/ops/command-line.db.test.ts', 'server/ops/operators.db.test.ts'],
    named: 'every verb',
    generates: false,
  },
} satisfies Readonly<Record<string, Kind>>
export type KindName = keyof typeof kinds
export const kindNames = Object.keys(kinds) as readonly KindName[]

/** The text of docs/examples/<name>.patch. @throws when there is none */
export const patchOf = (name: KindName): string => readFileSync(join(root, 'docs', 'examples', `${name}.patch`), 'utf8')

/** An example with a fault, and the step that must refuse it: `npm run examples -- --broken`. */
export type Broken = {
  readonly what: string
  readonly kind: KindName
  /** What stands in the patch, and what stands there instead. */
  readonly change: readonly [written: string, wrong: string]
  readonly refusedBy: string
  /** What it says then, so that nothing else was refused. */
  readonly says: string
}
export const brokenOnes: readonly Broken[] = [
  {
    what: 'a language without its texts',
    kind: 'language',
    change: ['Run: npm run texts -- --begin', ''],
    refusedBy: 'texts',
    says: 'fr.po: is missing',
  },
  {
    what: 'a setting whose first value is of another type',
    kind: 'setting',
    change: ['initial: 40', "initial: 'forty'"],
    refusedBy: 'types of server',
    says: "Type 'string' is not assignable to type 'number'",
  },
  {
    what: 'a screen that says what nobody wrote',
    kind: 'screen',
    change: ["t('about.text')", "t('about.words')"],
    refusedBy: 'types of web',
    says: 'about.words',
  },
  {
    what: 'a screen with a side',
    kind: 'screen',
    change: ['px-6', 'pl-6'],
    refusedBy: 'tidy',
    says: "class 'pl-6' has a side",
  },
  {
    what: 'a verb that is named as if it changed something, and asks for no operator',
    kind: 'verb',
    change: ["words: 'incident show'", "words: 'incident count'"],
    refusedBy: 'tests',
    says: 'incident count',
  },
  {
    what: 'a coin whose market has the number of another',
    kind: 'coin',
    change: ['number: 5, demo: { base', 'number: 4, demo: { base'],
    refusedBy: 'tests',
    says: 'duplicate key',
  },
]
