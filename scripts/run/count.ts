import { readFileSync } from 'node:fs'

export type Counts = { readonly passed: number; readonly failed: number; readonly broken?: readonly string[] }

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

/** A broken file counts as one failed test. A skipped test counts as failed. */
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
