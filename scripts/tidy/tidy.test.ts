import { describe, expect, it } from 'vitest'
import { checkRules } from './check-rules.ts'
import { checkCommands, commandsOf } from './command-rules.ts'
import { checkSubject } from './prose-rules.ts'
import { diagram, roomTable } from './rooms.ts'

/** Adds a script that imports all product files, so that none counts as dead. */
function check(files: Record<string, string>): string[] {
  const all = Object.entries(files).map(([path, text]) => ({ path, text }))
  const entry = all
    .filter(({ path }) =>
      /^(kit|ledger|identity|chat|features|server|ui|web|outside|db|custody|products|team)\/.*\.tsx?$/.test(path),
    )
    .map(({ path }) => `import '#${path}'`)
    .join('\n')
  return checkRules([...all, { path: 'scripts/planted.ts', text: entry }])
}

const faults: readonly [name: string, path: string, text: string, says: string | RegExp][] = [
  ['a habit in a comment', 'kit/a.ts', '// Whoever reads this.\nexport const a = 1', "a comment says 'Whoever'"],
  ['a habit in a style sheet', 'ui/a.css', '/* nobody sees it */', "a comment says 'nobody'"],
  ['many words of comments', 'chat/a.ts', `// ${'word '.repeat(1001)}`, /^chat:1: 1001 words of comments, 1000 are/],
  ['a habit in a text', 'locales/en.po', 'msgid "a"\nmsgstr "Nobody"', /^texts:1: 1 words of dialect, 0 are/],
  ['a long line of the changelog', 'CHANGELOG.md', `- ${'a'.repeat(159)}`, '161 characters, 160 are the most'],
  ['a name of another meaning', 'server/turnstile.ts', 'export const a = 1', 'a name the trade uses otherwise'],

  ['an import upwards', 'ledger/a.ts', "import '#features/x/y.ts'", /ledger may not import features, only kit/],
  ['a feature in a feature', 'features/a/a.ts', "import '#features/b/b.ts'", /feature a imports feature b/],
  ['a relative path out of a room', 'ledger/a.ts', "import '../kit/amount/amount.ts'", "write '#kit/amount/amount.ts'"],
  ['its own folder by #', 'kit/a.ts', "import '#kit/amount.ts'", "write './amount.ts'"],
  ['a rule that reads the database', 'features/a/a.ts', "import './a.store.ts'", 'take the facts as arguments'],
  ['a screen that reads the server', 'features/a/A.tsx', "import './a.api.ts'", 'talk through a contract'],
  ['a screen that reads a chain', 'features/a/A.tsx', "import '#outside/x.ts'", 'talk through a contract'],
  ['a type of the server in a rule', 'identity/a.ts', "import type { A } from './a.store.ts'", 'a rule imports'],
  ['an import over several lines', 'ledger/a.ts', "import {\n  a,\n} from '#server/x.ts'", /^ledger\/a\.ts:3:/],
  ['an import at run time', 'ledger/a.ts', "const a = () => import('#server/x.ts')", 'ledger may not import server'],
  ['a passed-on import', 'ledger/a.ts', "export { a } from '#server/x.ts'", 'ledger may not import server'],
  ['product code on a test helper', 'ledger/a.ts', "import '#engine/test/test-db.ts'", 'which is only for tests'],
  ['a rule that draws', 'features/a/a.ts', "import { say } from '#ui/text/texts.ts'", 'which only screens do'],
  ['a wire word', 'features/a/a.ts', 'const paysword = 1', "wire name 'paysword'"],
  ['a wire word in a screen', 'features/a/A.tsx', "const a = { series: 'x' }", "wire name 'series'"],
  ['the time', 'features/a/a.ts', 'const a = Date.now()', 'Date.now() outside kit'],
  ['the time as a date', 'server/a.ts', 'const a = new Date()', 'new Date() outside kit'],
  ['chance', 'ui/A.tsx', 'const a = Math.random()', 'Math.random() outside kit'],
  ['a float of money', 'features/a/A.tsx', 'const a = Number(order.principal)', 'makes a float of money'],
  ['an expression made of a value', 'kit/a.ts', 'const a = new RegExp(text)', 'makes an expression of a value'],
  [
    'a check that makes nothing of what it cannot read',
    'features/proof/a.tsx',
    'const a = units ?? 0n',
    'use kit/amount/exact.ts',
  ],
  [
    'a check that reads numbers loosely',
    'web/screens/proof/own-a.tsx',
    'const a = BigInt(text)',
    'use kit/amount/exact.ts',
  ],
  ['a check that reads JSON loosely', 'features/proof/a.tsx', 'const a = JSON.parse(text)', 'use kit/amount/exact.ts'],
  [
    'a wait in a test',
    'kit/a.test.ts',
    'await new Promise((done) => setTimeout(done, 5))',
    'setTimeout waits for time',
  ],
  ['a turn by hand in a test', 'kit/a.test.ts', 'await new Promise(setImmediate)', 'setImmediate waits for time'],
  ['a wait of Node in what helps a test', 'kit/test-a.ts', "import 'node:timers/promises'", 'timers/promises waits'],
  ['a wait of the browser', 'e2e/a.spec.ts', 'await page.waitForTimeout(5)', 'waitForTimeout waits for time'],
  ['a wait of the database', 'kit/a.store.test.ts', 'await db.query(`select pg_sleep(1)`)', 'pg_sleep( waits for time'],
  ['a short look', 'e2e/a.spec.ts', 'await word.waitFor({ timeout: 5_000 })', "'timeout: 5_000' is missed"],
  ['a short look for words', 'e2e/a.spec.ts', "await person.sees('Done', 5_000)", 'is missed by a busy machine'],
  ['a rule’s test with a database', 'kit/a.test.ts', "import '#engine/test/test-db.ts'", 'give it another ending'],
  [
    'a test with a child process',
    'kit/a.db.test.ts',
    "import { fork } from 'node:child_process'",
    'give it another ending',
  ],
  ['a wait on purpose that is no more', 'ledger/test/test-kill.ts', 'export const a = 1', 'take it off the list'],
  ['any parseFloat', 'ui/A.tsx', 'const a = parseFloat(text)', 'makes a float of money'],
  ['the environment', 'ledger/a.ts', 'const a = process.env.PORT', 'only server/processes/config.ts does'],
  ['bare text', 'features/a/A.tsx', 'const a = <p>Your balance</p>', 'bare text "Your balance"'],
  ['bare text in braces', 'ui/A.tsx', "const a = <p>{'Your balance'}</p>", 'bare text "Your balance"'],
  ['bare text in Chinese', 'ui/A.tsx', 'const a = <p>余额</p>', 'bare text "余额"'],
  ['a bare label', 'ui/A.tsx', 'const a = <button aria-label="Close" />', 'bare text "Close"'],
  ['a mute button', 'ui/A.tsx', 'const a = <Button type="submit" disabled={!b} />', "write 'FormButton'"],
  ['a mute button that sends nothing', 'ui/A.tsx', 'const a = <Button look="quiet" disabled={!b} />', "'FormButton'"],
  ['a class with a side', 'ui/A.tsx', 'const a = <p className="mt-2 ml-4" />', "class 'ml-4' has a side"],
  ['a negative class', 'ui/A.tsx', 'const a = <p className="-left-1" />', "class '-left-1'"],
  ['a class for wide screens', 'ui/A.tsx', 'const a = <p className="md:text-right" />', "class 'md:text-right'"],
  ['a computed class', 'ui/A.tsx', 'const a = <p className={`p-1 pl-[3px]`} />', "class 'pl-[3px]'"],
  ['a style with a side', 'ui/theme.css', '.a {\n  margin-left: 1px;\n}', /^ui\/theme\.css:2: 'margin-left'/],
  ['a vague name', 'features/a/utils.ts', 'export const a = 1', "'utils' says nothing"],
  ['a vague folder', 'kit/common/a.ts', 'export const a = 1', "'common' says nothing"],
  ['a name in another spelling', 'kit/someThing.ts', 'export const a = 1', 'kebab-case'],
  ['a schema file without a number', 'kit/schema/settings.sql', '-- Settings.', 'is named'],
  [
    'a schema file without a word',
    'kit/schema/1-settings.sql',
    'CREATE TABLE a (b int);',
    'begins with what it is for',
  ],
  ['a migration before the first release', 'db/migrations/a.sql', '-- Why: a reason.', 'nothing is released yet'],
  ['an assumption in other words', 'kit/a.ts', '// Assumption: ten.\nexport const a = 10', "write '// Assumed: …'"],
  ['a long file', 'kit/a.ts', 'export const a = 1\n'.repeat(401), 'longer than 400 lines'],
  [
    'a rule without a test',
    'features/a/a.ts',
    'export function decide(a: number) {\n  if (a > 1) return 1\n  for (;;) if (a > 2) return 2\n}',
    'a rule without a test, write features/a/a.test.ts',
  ],
  ['a store without SQL', 'features/a/a.store.ts', "export const a = 'selected'", "name it '.server.ts'"],
  ['SQL outside a store', 'team/a.server.ts', 'export const a = `x SELECT 1`', "name it '.store.ts'"],
  ['a job nothing starts', 'team/a.job.ts', 'export const a = 1', 'is started by no clock'],
  [
    'a folder that imports the one above it',
    'products/orders/a.server.ts',
    "import '../settlement/b.store.ts'",
    "'settlement' stands above 'orders'",
  ],
  ['a line that imports another', 'products/lines/dual/a.ts', "import '../fund/b.ts'", 'a line imports no other line'],
  [
    "a rule of a line that imports a line's work from above",
    'products/terms/a.ts',
    "import '../lines/fund/b.ts'",
    "'lines' stands above 'terms'",
  ],
  [
    'two folders that do not know each other',
    'custody/payments/a.server.ts',
    "import '../watching/b.store.ts'",
    'custody/payments and custody/watching do not know each other',
  ],
]

describe('tidy', () => {
  for (const [name, path, text, says] of faults)
    it(`finds ${name}`, () => {
      const found = check({ [path]: text })
      expect(found).toHaveLength(1)
      if (typeof says === 'string') expect(found[0]).toContain(says)
      else expect(found[0]).toMatch(says)
    })

  const schema = {
    'identity/schema/1-a.sql': '-- A.\n\nCREATE TABLE wallet (id text);',
    'outside/schema/1-a.sql': '-- A.\n\nCREATE TABLE network (id text REFERENCES wallet (id));',
    'outside/schema/1-a.rules.sql': '-- A.\n\nCREATE OR REPLACE VIEW standing AS SELECT id FROM network;',
    'custody/schema/1-a.sql':
      '-- A. It speaks FROM network.\n\nCREATE TABLE deposit (id text REFERENCES network (id));',
  }
  const sql = (path: string, text: string) => check({ ...schema, [path]: text })
  it('finds SQL that names a table of another room, also over lines and in a list', () => {
    const across =
      'custody/a.store.ts:1: names network, a table of outside: ask through a function or a view of outside'
    expect(sql('custody/a.store.ts', "const a = 'SELECT 1 FROM network'")).toEqual([across])
    expect(sql('custody/a.store.ts', 'const a = `SELECT 1 FROM deposit d, network n`')).toEqual([across])
    expect(sql('custody/a.store.ts', 'const a = `SELECT 1 FROM\n  network n`')).toEqual([across])
    expect(sql('custody/a.store.ts', "const a = 'UPDATE public.network SET id = 1'")).toEqual([across])
    expect(sql('custody/schema/2-b.rules.sql', '-- B.\n\nSELECT 1 FROM network;')).toHaveLength(1)
    expect(sql('kit/schema/2-b.sql', '-- B.\n\nCREATE TABLE b (id text REFERENCES network);')).toHaveLength(1)
    expect(sql('identity/a.store.ts', "const a = 'SELECT 1 FROM standing'")).toEqual([
      'identity/a.store.ts:1: names standing, a view of outside, which identity may not import',
    ])
  })

  it('lets a room read its own tables and views from below, and a test whatever it likes', () => {
    expect(sql('custody/a.store.ts', "const a = 'SELECT 1 FROM deposit JOIN standing USING (id)'")).toEqual([])
    expect(sql('custody/a.store.test.ts', "const a = 'SELECT 1 FROM network'")).toEqual([])
    const words = "// FROM network to deposit\nconst a = 'from network to here'\nconst b = 'SELECT 1 FROM deposit'"
    expect(sql('custody/a.store.ts', words)).toEqual([])
  })

  it('finds a file nobody imports, and one that only a test imports', () => {
    const found = checkRules([
      { path: 'kit/alone.ts', text: '' },
      { path: 'kit/tested.ts', text: '' },
      { path: 'kit/tested.test.ts', text: "import './tested.ts'" },
      { path: 'kit/used.ts', text: '' },
      {
        path: 'server/processes/main.ts',
        text: "import '#kit/used.ts'\nconst file = new URL('./part.ts', import.meta.url)",
      },
      { path: 'server/processes/part.ts', text: '' },
    ])
    expect(found).toEqual([
      'kit/alone.ts:1: nobody imports this file, use it or remove it',
      'kit/tested.ts:1: nobody imports this file, use it or remove it',
    ])
  })

  it('finds a folder with too many files', () => {
    const files = Array.from({ length: 26 }, (_, index) => ({ path: `kit/a-${index}.css`, text: '' }))
    expect(checkRules(files)).toEqual(['kit:1: 26 files, 25 are the most: make folders by subject'])
    expect(checkRules(files.slice(1))).toEqual([])
  })

  it('finds files that import each other, by their types too', () => {
    const files = {
      'kit/a.ts': "import { b } from './b.ts'\nexport const a = b",
      'kit/b.ts': "import { c } from './c.ts'\nexport const b = c",
      'kit/c.ts': "import type { A } from './a.ts'\nexport const c: A = 1",
    }
    expect(check(files)).toEqual([
      'kit/c.ts:1: imports in a circle, kit/a.ts → kit/b.ts → kit/c.ts → kit/a.ts: give what both need a file of its own',
    ])
  })

  it('leaves what is right alone', () => {
    expect(
      check({
        'features/a/a.ts':
          "import { b } from '#ledger/b.ts'\n// paysword, Date.now(): words of a comment\nconst left = b",
        'features/a/a.contract.ts': "export const wire = { walletPassword: 'paysword' }",
        'features/a/a.api.ts': "import './a.store.ts'\nimport '#outside/chains/port.ts'",
        'features/a/a.api.test.ts': "import '#server/test/test-app.ts'\nimport '#features/b/b.contract.ts'",
        'features/a/a.store.ts': "export const a = 'SELECT 1'",
        'kit/test/test-until.ts': "import { setTimeout as pause } from 'node:timers/promises'",
        'server/a.ts': 'setTimeout(again, 5_000)',
        'server/a.test.ts':
          "toFake: ['setTimeout']\nawait far({ timeout: 30_000 })\nawait further({ timeout: 120_000 })",
        'features/a/A.tsx':
          "const a = <p className='ms-4 text-start' hidden={false} data-kind={'plain'} title={text('a')}>{text('b')} · USDT</p>",
        'kit/time/clock.ts': 'export const now = () => new Date()',
        'kit/schema/1-a.sql': '-- A.\n\nselect 1;',
        'ui/theme.css': '.a { margin-inline-start: 1px; text-align: start; }',
      }),
    ).toEqual([])
  })

  it('draws a map without the arrows that longer ways already say', () => {
    expect(diagram()).toContain('  features --> team\n')
    expect(diagram()).not.toContain('features --> ledger')
    expect(diagram()).not.toContain('features --> kit')
    expect(roomTable()).toContain('| `locales` |')
  })
})

it('refuses a commit subject of more than 72 characters', () => {
  const said = (subject: string) => {
    const problems: string[] = []
    checkSubject(subject, (_path, _line, words) => problems.push(words))
    return problems.length
  }
  expect([said('a'.repeat(72)), said('a'.repeat(73))]).toEqual([0, 1])
})

it('finds commands that do not exist', () => {
  const table = "  {\n    name: 'fuzz',\n    file: 'fuzz/fuzz.ts',\n  },"
  const commands = commandsOf('{ "scripts": { "docs": "", "trial": "" } }', table)
  const found = (text: string): string[] => {
    const problems: string[] = []
    checkCommands({ path: 'a.md', text }, commands, (_path, line, words) => problems.push(`${line}: ${words}`))
    return problems
  }
  expect(found('`npm run docs -- --check`, `npm run trial` and\n`npm run trial fuzz -- 5`')).toEqual([])
  expect(found('Then\n`npm run gone`')).toEqual(["2: 'npm run gone' is no command"])
  expect(found('`npm run trial gone`')).toEqual(["1: 'npm run trial gone' is no command"])
  expect(found('/**\n * npm run\n * gone */')).toEqual(["2: 'npm run gone' is no command"])
})
