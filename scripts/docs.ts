/**
 * Generates docs/generated/*.md, the other generated parts of documents and code, and db/schema.sql. npm run docs [-- --check (reports
 * outdated output, missing files, unused error texts and unnamed fields) | --code (generates only code and its pages)].
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { movementsSql } from '#ledger/posting/movement-rows.ts'
import { marketsSql } from '#market/market-rows.ts'
import { coverageProblems, coverageTable } from './docs/coverage.ts'
import { missingFiles } from './docs/named-files.ts'
import { areasModule } from './docs/tables/areas.ts'
import { assumptionsTable } from './docs/tables/assumptions.ts'
import { accountsPage, recordTypesPage } from './docs/tables/books.ts'
import { callsPage } from './docs/tables/calls.ts'
import { closingsPage } from './docs/tables/closings.ts'
import { failureProblems, failuresPage } from './docs/tables/failures.ts'
import { fieldProblems } from './docs/tables/field-texts.ts'
import { growthTable } from './docs/tables/growth.ts'
import { productsPage } from './docs/tables/products.ts'
import { proofVectorsText } from './docs/tables/proof-vectors.ts'
import { schemaText } from './docs/tables/schema.ts'
import { vectorsText } from './docs/tables/vectors.ts'
import { putBetween } from './run/between-markers.ts'
import { root } from './run/command.ts'
import { diagram, roomTable } from './tidy/rooms.ts'
import { ownersOf, tableTable } from './tidy/table-rules.ts'

const note = '<!-- Written by scripts/docs.ts; change the code, then run: npm run docs -->\n\n'
const read = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')

/** Generated first, because the schema below depends on these files. */
const ofRows: Record<string, string> = {
  'web/areas.ts': areasModule(),
  'ledger/schema/3-movements.rules.sql': movementsSql(),
  'market/schema/4-pairs.rules.sql': marketsSql(),
  'docs/generated/record-types.md': note + recordTypesPage(),
  'docs/generated/accounts.md': note + accountsPage(),
  'docs/products.md': note + productsPage(),
}

async function ofTheCompany(): Promise<Record<string, string>> {
  const schemas = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*/schema/*.sql'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path && existsSync(join(root, path)))
  const tables = tableTable(ownersOf(schemas.map((path) => ({ path, text: read(path) }))))
  const map = `\`\`\`mermaid\n${diagram()}\`\`\`\n\n${roomTable()}`
  const assumptions = 'docs/decisions/assumptions.md'
  return {
    'docs/generated/calls.md': note + (await callsPage()),
    'docs/generated/failures.md': note + failuresPage(),
    'docs/generated/closings.md': note + (await closingsPage()),
    [assumptions]: putBetween(read(assumptions), 'assumptions', assumptionsTable()),
    'docs/client-example/vectors.json': await vectorsText(),
    'docs/proof/vectors.json': proofVectorsText(),
    'docs/security/growth.md': putBetween(read('docs/security/growth.md'), 'growth', growthTable()),
    'docs/coverage.md': putBetween(read('docs/coverage.md'), 'coverage', coverageTable(read('docs/coverage.md'))),
    'db/schema.sql': `-- Written by npm run docs from the files in <room>/schema/: change those.\n\n${await schemaText()}`,
    'ARCHITECTURE.md': putBetween(putBetween(read('ARCHITECTURE.md'), 'map', map), 'tables', tables),
  }
}

/** Documents whose file references are checked. */
const guides = [
  'ARCHITECTURE.md',
  'docs/coverage.md',
  'docs/a-withdrawal.md',
  'docs/a-day.md',
  'docs/client.md',
  'docs/proof-format.md',
]

const behindIn = (pages: Record<string, string>): [path: string, text: string][] =>
  Object.entries(pages).filter(([path, text]) => read(path) !== text)
function write(pages: Record<string, string>): void {
  mkdirSync(join(root, 'docs/generated'), { recursive: true })
  for (const [path, text] of behindIn(pages)) {
    writeFileSync(join(root, path), text)
    process.stdout.write(`wrote ${path}\n`)
  }
}

if (process.argv.includes('--check')) {
  const behind = [...behindIn(ofRows), ...behindIn(await ofTheCompany())]
  for (const [path] of behind) process.stdout.write(`${path} is behind the code: npm run docs\n`)
  const missing = guides.flatMap((page) => missingFiles(page, read(page), (path) => existsSync(join(root, path))))
  const problems = [
    ...missing,
    ...failureProblems(read('docs/error-catalogue.md')),
    ...coverageProblems(read('docs/coverage.md'), (path) => read(path) || undefined),
    ...(await fieldProblems()),
  ]
  for (const line of problems) process.stdout.write(`${line}\n`)
  process.exitCode = behind.length + problems.length ? 1 : 0
} else {
  write(ofRows)
  if (!process.argv.includes('--code')) write(await ofTheCompany())
}
