import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isCode, readCode } from '../tidy/source.ts'
import { root } from './command.ts'

const named = new Map<string, readonly string[]>()

/** The files of this project that a file imports, or names as a process or a worker. */
function namedBy(path: string): readonly string[] {
  const known = named.get(path)
  if (known) return known
  const { imports, mentions } = readCode({ path, text: readFileSync(join(root, path), 'utf8') })
  const found = [...imports.map(({ to }) => to), ...mentions].filter((to) => existsSync(join(root, to)))
  named.set(path, found)
  return found
}

/** Everything a file reaches through imports, itself included. */
export function reachOf(start: string): ReadonlySet<string> {
  const reached = new Set<string>()
  const visit = (path: string): void => {
    if (reached.has(path)) return
    reached.add(path)
    if (isCode(path)) for (const next of namedBy(path)) visit(next)
  }
  visit(start)
  return reached
}

/** What applies the schema: a change of a table or of a rule reaches whatever makes a database. */
const schemaReader = 'engine/migrate.store.ts'

/** Of these test files, those that a change of other files reaches. */
export function testsReached(tests: readonly string[], changed: readonly string[]): string[] {
  const wanted = new Set(changed.map((path) => (path.endsWith('.sql') ? schemaReader : path)))
  return tests.filter((test) => [...reachOf(test)].some((path) => wanted.has(path)))
}
