/** Checks the claims of the security pages, and the lock file. npm run check -- security [--counts (met requirements)]. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingFiles } from './docs/named-files.ts'
import { root } from './run/command.ts'
import { asvsCounts, asvsProblems, readAsvs } from './security/asvs.ts'
import { cryptographyProblems, isProduct } from './security/cryptography.ts'
import { dataProblems } from './security/data.ts'
import { type LockFile, lockProblems } from './security/lock-file.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const exists = (path: string): boolean => existsSync(join(root, path))
const pages = ['SECURITY.md', ...['threat-model', 'keys', 'data', 'operator'].map((name) => `docs/security/${name}.md`)]

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => isProduct(path) && exists(path))
  .map((path) => ({ path, text: read(path) }))

const lock = JSON.parse(read('package-lock.json')) as LockFile
const table = read('docs/security/asvs.csv')
const problems = [
  ...asvsProblems(table, exists),
  ...pages.flatMap((page) => missingFiles(page, read(page), exists)),
  ...cryptographyProblems(read('docs/security/keys.md'), files),
  ...dataProblems(read('docs/security/data.csv'), read('db/schema.sql')),
  ...lockProblems(lock),
  ...(read('.npmrc').includes('ignore-scripts=true')
    ? []
    : ['.npmrc: lets packages run scripts when they are installed']),
]
for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length ? 1 : 0

if (process.argv.includes('--counts')) process.stdout.write(`${asvsCounts(readAsvs(table))}\n`)
