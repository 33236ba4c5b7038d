import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isCode, readCode } from '../tidy/source.ts'
import { root } from './command.ts'

/** Names files that its test does not run. */
const trialTable = 'trials/trials.ts'

const named = new Map<string, readonly string[]>()

function namedBy(path: string): readonly string[] {
  const known = path === trialTable ? [] : named.get(path)
  if (known) return known
  const { imports, mentions } = readCode({ path, text: readFileSync(join(root, path), 'utf8') })
  const found = [...imports.map(({ to }) => to), ...mentions].filter((to) => existsSync(join(root, to)))
  named.set(path, found)
  return found
}

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

/** Schema changes affect every test that creates a database. */
const schemaReader = 'engine/migrate.store.ts'

export function testsReached(tests: readonly string[], changed: readonly string[]): string[] {
  const wanted = new Set(changed.map((path) => (path.endsWith('.sql') ? schemaReader : path)))
  return tests.filter((test) => [...reachOf(test)].some((path) => wanted.has(path)))
}
