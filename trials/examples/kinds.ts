import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/run/command.ts'

/** These tests cover every asset, product and chain. */
const ofMoney = [
  'ledger/posting/movements.test.ts',
  'ledger/constitution.store.test.ts',
  'ledger/records/order-lines.store.test.ts',
  'products/registry.test.ts',
  'products/gates/quiz.test.ts',
  'features/balances/records/record-types.test.ts',
  'outside/chains/networks.test.ts',
]
const ofLines = [...ofMoney, 'scripts/docs/tables/refusals.node.test.ts']

export type Kind = {
  /** Maximum files touched, excluding texts and generated files. */
  readonly files: number
  readonly tests: readonly string[]
  readonly named?: string
  /** False skips the generation of code. */
  readonly generates?: boolean
}

/** Longest first, so both copies finish together. */
export const kinds = {
  'power-line': { files: 3, tests: ofLines },
  'pool-line': { files: 4, tests: ofLines },
  coin: { files: 2, tests: ofMoney },
  'evm-chain': { files: 2, tests: ofMoney },
  screen: { files: 2, tests: ['web/live/live-reads.test.ts'] },
  language: { files: 1, tests: ['ui/shell/boot.test.ts', 'features/news/notice.test.ts'], generates: false },
  setting: {
    files: 1,
    tests: ['server/ops/running/settings.db.test.ts', 'server/whole/chains/withdrawals-stay-open.node.test.ts'],
    named: 'any module declares|every setting',
    generates: false,
  },
  verb: {
    files: 1,
    tests: ['server/ops/base/command-line.db.test.ts', 'server/ops/running/operators.db.test.ts'],
    named: 'every verb',
    generates: false,
  },
} satisfies Readonly<Record<string, Kind>>
export type KindName = keyof typeof kinds
export const kindNames = Object.keys(kinds) as readonly KindName[]

/** @throws if the patch is missing */
export const patchOf = (name: KindName): string => readFileSync(join(root, 'docs', 'examples', `${name}.patch`), 'utf8')

/** A faulty example and the step that must reject it. */
export type Broken = {
  readonly what: string
  readonly kind: KindName
  /** The original text and its faulty replacement. */
  readonly change: readonly [written: string, wrong: string]
  readonly refusedBy: string
  /** Output that proves the expected fault caused the failure. */
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
