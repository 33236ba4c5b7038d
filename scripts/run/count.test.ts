import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { countTests } from './count.ts'
import { putBetween } from './marked.ts'

it('counts a skipped test and a file that does not load as failed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'count-'))
  const path = join(folder, 'report.json')
  const file = (status: string, ...tests: string[]) => ({
    status,
    assertionResults: tests.map((each) => ({ status: each })),
  })
  writeFileSync(
    path,
    JSON.stringify({
      testResults: [file('passed', 'passed', 'passed', 'skipped'), file('failed', 'passed', 'failed'), file('failed')],
    }),
  )
  const counts = countTests(path)
  rmSync(folder, { recursive: true })
  expect(counts).toEqual({ passed: 3, failed: 3 })
})

it('writes between markers, and says which marker is missing', () => {
  const text = 'before\n<!-- a -->\nold\n<!-- /a -->\nafter'
  expect(putBetween(text, 'a', 'new')).toBe('before\n<!-- a -->\nnew\n<!-- /a -->\nafter')
  expect(() => putBetween(text, 'b', 'new')).toThrow("no '<!-- b --> … <!-- /b -->' to write between")
})
