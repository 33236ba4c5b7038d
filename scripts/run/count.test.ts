import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { putBetween } from './between-markers.ts'
import { countTests } from './count.ts'

it('counts a skipped test and a file that does not load as failed, and names them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'count-'))
  const path = join(folder, 'report.json')
  const file = (status: string, ...tests: string[]) => ({
    name: '/somewhere/e2e/smoke.spec.ts',
    status,
    message: tests.length > 0 ? '' : 'Cannot find module\n  at line 1',
    assertionResults: tests.map((each) => ({
      status: each,
      fullName: 'opens',
      failureMessages: each === 'failed' ? ['Timeout of 10 s\n  at line 2'] : [],
    })),
  })
  writeFileSync(
    path,
    JSON.stringify({
      testResults: [file('passed', 'passed', 'passed', 'skipped'), file('failed', 'passed', 'failed'), file('failed')],
    }),
  )
  const counts = countTests(path)
  rmSync(folder, { recursive: true })
  expect(counts).toEqual({
    passed: 3,
    failed: 3,
    broken: [
      'e2e/smoke.spec.ts: opens: skipped',
      'e2e/smoke.spec.ts: opens: Timeout of 10 s',
      'e2e/smoke.spec.ts: Cannot find module',
    ],
  })
})

it('writes between markers, and says which marker is missing', () => {
  const text = 'before\n<!-- a -->\nold\n<!-- /a -->\nafter'
  expect(putBetween(text, 'a', 'new')).toBe('before\n<!-- a -->\nnew\n<!-- /a -->\nafter')
  expect(() => putBetween(text, 'b', 'new')).toThrow("no '<!-- b --> … <!-- /b -->' to write between")
})
