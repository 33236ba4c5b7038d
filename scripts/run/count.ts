import { readFileSync } from 'node:fs'

export type Counts = { readonly passed: number; readonly failed: number }

/** Vitest's report, as far as it is read here. */
type Report = {
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/** Counts a report's tests. A file that could not be read or run counts as one failed test; a skipped test as failed. */
export function countTests(reportPath: string): Counts {
  const { testResults } = JSON.parse(readFileSync(reportPath, 'utf8')) as Report
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const unread = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status === 'passed'),
  )
  return { passed, failed: tests.length - passed + unread.length }
}
