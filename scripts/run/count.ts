import { readFileSync } from 'node:fs'

/** What a report says: how many tests passed and failed, and the failed ones by file, name and first line of what was said. */
export type Counts = { readonly passed: number; readonly failed: number; readonly broken?: readonly string[] }

/** Vitest's report, as far as it is read here. */
type Report = {
  readonly testResults: readonly {
    readonly name?: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName?: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

const firstLine = (text = '') => text.trim().split('\n')[0]?.trim() ?? ''
const lastParts = (path = '') => path.split('/').slice(-2).join('/')

/** Counts a report's tests. A file that could not be read or run counts as one failed test; a skipped test as failed. */
export function countTests(reportPath: string): Counts {
  const { testResults } = JSON.parse(readFileSync(reportPath, 'utf8')) as Report
  const broken: string[] = []
  let passed = 0
  for (const { name, status, message, assertionResults } of testResults) {
    const failed = assertionResults.filter((test) => test.status !== 'passed')
    passed += assertionResults.length - failed.length
    for (const { status: is, fullName, failureMessages } of failed)
      broken.push(`${lastParts(name)}: ${fullName}: ${firstLine(failureMessages?.[0]) || is}`)
    if (status === 'failed' && failed.length === 0) broken.push(`${lastParts(name)}: ${firstLine(message)}`)
  }
  return { passed, failed: broken.length, broken }
}
