import { basename, dirname } from 'node:path/posix'
import { roomOf, rooms } from './rooms.ts'
import { type Code, isCode, isTest, runsOnServer, type Say, type SourceFile } from './source.ts'

export const linesMax = 400
/** docs/decisions/assumptions.md collects only comments with "Assumed:". */
const otherWord = /^\s*(?:\/\/|\/\*\*?|\*) ?(?:Assumption|Assuming|We assume)\b/
const vagueWords = ['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'types', 'misc', 'lib']

const typeChecker = 'scripts/types.ts'

export function checkFile({ path, text }: SourceFile, say: Say): void {
  const vague = path
    .toLowerCase()
    .split(/[/.]/)
    .find((word) => vagueWords.includes(word))
  if (vague && path !== typeChecker) say(path, 1, `'${vague}' says nothing, name the file for the noun it holds`)
  const assumed = text.split('\n').findIndex((line) => otherWord.test(line))
  if (isCode(path) && assumed >= 0)
    say(path, assumed + 1, "write '// Assumed: …', which docs/decisions/assumptions.md gathers")
  if (isCode(path) && rooms[roomOf(path)]) {
    const name = basename(path).replace(/\..*$/, '')
    const fits = path.endsWith('.tsx')
      ? /^(?:[A-Z][A-Za-z0-9]*|[a-z0-9]+(?:-[a-z0-9]+)*)$/.test(name)
      : /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)
    if (!fits && path !== 'locales/keys.ts') say(path, 1, 'is not named in kebab-case, or PascalCase for a component')
  }
  if ((isCode(path) || path.endsWith('.css')) && path !== 'locales/keys.ts' && text.split('\n').length > linesMax + 1)
    say(path, linesMax, `longer than ${linesMax} lines, split by meaning`)
  if (/\/schema\/.*\.sql$/.test(path)) {
    if (!/^(?:features\/)?[a-z-]+\/schema\/\d-[a-z0-9]+(?:-[a-z0-9]+)*(?:\.rules)?\.sql$/.test(path))
      say(path, 1, "a file of the schema is named '<room>/schema/<number>-<subject>.sql', or '….rules.sql'")
    if (!/^-- \S/.test(text)) say(path, 1, 'a file of the schema begins with what it is for')
  }
  // Remove after the first release. Migrations are then named '<date>T<time>-<verb-noun>.sql' and begin with '-- Why: …'.
  if (/^db\/migrations\/.*\.sql$/.test(path))
    say(path, 1, 'nothing is released yet: change the files in <room>/schema/ instead (db/migrations/README.md)')
}

const folderMax = 25

export function checkFolders(files: readonly SourceFile[], say: Say): void {
  const inRooms = files.filter(({ path }) => rooms[roomOf(path)])
  for (const [folder, { length }] of Map.groupBy(inRooms, ({ path }) => dirname(path)))
    if (length > folderMax) say(folder, 1, `${length} files, ${folderMax} are the most: make folders by subject`)
}

const ruleRooms = [
  'kit',
  'ledger',
  'identity',
  'chat',
  'market',
  'custody',
  'days',
  'products',
  'team',
  'proofs',
  'otc',
  'features',
]
/** Files with fewer than `decisionsMin` decisions need no test. */
const decision = /\b(?:if|for|while|switch) ?\(|\bfail\(| \? | \?\? /g
const decisionsMin = 3
const exportsFunction = /^export (?:async )?function\b|^export const \w+ = (?:async )?(?:<[^>]*>)?\([^)]*\)[^=]*=>/m

/** Code with enough decisions needs an adjacent test that imports it. */
export function checkRulesTested(codes: readonly Code[], say: Say): void {
  const tested = new Set(codes.filter(({ path }) => isTest(path)).flatMap(({ imports }) => imports.map(({ to }) => to)))
  for (const { path, lines } of codes) {
    if (!ruleRooms.includes(roomOf(path)) || path.endsWith('.tsx') || isTest(path) || runsOnServer(path)) continue
    if (/\.contract\.ts$|\.d\.ts$/.test(path) || tested.has(path)) continue
    const code = lines.join('\n')
    if (exportsFunction.test(code) && (code.match(decision)?.length ?? 0) >= decisionsMin)
      say(path, 1, `a rule without a test, write ${dirname(path)}/${basename(path, '.ts')}.test.ts`)
  }
}
