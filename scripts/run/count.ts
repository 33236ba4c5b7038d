import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './command.ts'

/** What a test needs to run, told by the name of its file. */
export const kinds = ['unit', 'screen', 'simulation', 'store', 'api', 'e2e'] as const
export type Kind = (typeof kinds)[number]
export type Counts = { passed: number; failed: number }
export type CountsByKind = Partial<Record<Kind, Counts>>

export function kindOf(path: string): Kind {
  if (/\.spec\.tsx?$/.test(path)) return 'e2e'
  if (/(?:^|[/.])sim(?:ulation)?\.(?:store\.)?test\.ts$/.test(path)) return 'simulation'
  if (path.endsWith('.test.tsx')) return 'screen'
  if (/\.(store|server|job)\.test\.ts$/.test(path)) return 'store'
  if (path.endsWith('.api.test.ts')) return 'api'
  return 'unit'
}

/** Vitest's report, as far as it is read here. */
type Report = {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/** Counts a report's tests by kind. A file that could not be read or run counts as one failed test; a skipped test as failed. */
export function countTests(reportPath: string): CountsByKind {
  const counts: CountsByKind = {}
  const report = JSON.parse(readFileSync(reportPath, 'utf8')) as Report
  for (const { name, status, assertionResults } of report.testResults) {
    const kind = kindOf(relative(root, name))
    const own = counts[kind] ?? { passed: 0, failed: 0 }
    counts[kind] = own
    for (const test of assertionResults) own[test.status === 'passed' ? 'passed' : 'failed'] += 1
    const anyFailed = assertionResults.some((test) => test.status !== 'passed')
    if (status === 'failed' && !anyFailed) own.failed += 1
  }
  return counts
}

/** Adds counts up. */
export const total = (counts: CountsByKind): Counts =>
  Object.values(counts).reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    { passed: 0, failed: 0 },
  )
