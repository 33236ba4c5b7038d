import { kindOfTest, type Opened } from '../run/test-kinds.ts'
import { type Code, isTest, type Say } from './source.ts'

const databases = new Set(['engine/test/test-db.ts', 'engine/test/test-postgres.ts'])
const chains = new Set(['outside/chains/test/test-chain.ts', 'outside/chains/tron-fake/test-tron.ts'])
const startsProcess = /^(?:import [^'"]*|\} )from 'node:(?:child_process|worker_threads)'/

/** Ignores product code, because tests pass resources to it. */
function openedBy(path: string, code: Code | undefined): Opened | undefined {
  if (databases.has(path)) return 'a database'
  if (chains.has(path)) return 'a process or a chain'
  if (!isTest(path)) return undefined
  if (code?.lines.some((line) => startsProcess.test(line))) return 'a process or a chain'
  return path.endsWith('.tsx') ? 'a page' : undefined
}

/** Each test opens only resources of its kind, so fast tests run first and expensive ones share resources. */
export function checkTests(codes: readonly Code[], say: Say): void {
  const byPath = new Map(codes.map((code) => [code.path, code]))
  for (const { path } of codes) {
    const kind = kindOfTest(path)
    if (!kind) continue
    const seen = new Set<string>()
    const look = (at: string): void => {
      if (seen.has(at)) return
      seen.add(at)
      const code = byPath.get(at)
      const opened = openedBy(at, code)
      if (opened && !kind.may.includes(opened))
        say(path, 1, `opens ${opened} by ${at}, which no test of '${kind.name}' does: give it another ending`)
      for (const { to, isType } of code?.imports ?? []) if (!isType) look(to)
    }
    look(path)
  }
}
